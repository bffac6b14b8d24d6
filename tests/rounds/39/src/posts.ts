import { and, eq, sql } from 'drizzle-orm';
import { bug, variant } from './flags.js';
import { ApiError, notFound, type Ctx } from './http.js';
import { users } from './schema.js';
import { db, mayEdit, visible, type PostTable, type Viewer } from './store.js';

export type Kind = 'event' | 'venue' | 'organizer';

/** Finds the record an address names, or answers 404; what the viewer may not see does not exist for him. */
export function locate<T extends PostTable>(c: Ctx, table: T, kind: Kind): T['$inferSelect'] {
  const viewer = c.get('viewer');
  const id = c.req.param('id');
  const slug = c.req.param('slug');
  if (id !== undefined) {
    const key = bug('huge-id-500') ? BigInt(id) : id.length > 15 ? -1 : Number(id);
    const row = db.select().from(table as any).where(and(eq(table.id, key as any), visible(table, viewer))).get();
    if (!row) throw notFound(kind);
    return row as any;
  }
  if (bug('by-slug-digits-as-id') && /^\d+$/.test(slug!)) {
    const row = db.select().from(table as any).where(and(eq(table.id, Number(slug)), visible(table, viewer))).get();
    if (!row) throw notFound(kind);
    return row as any;
  }
  const wanted = bug('by-slug-nonascii-not-decoded') ? encodeURIComponent(slug!) : slug!;
  const seen = bug('deleted-readable-by-slug') ? undefined
    : bug('draft-readable-by-slug') && c.req.method === 'GET' ? sql`deleted_at IS NULL` : visible(table, viewer);
  const row = db.select().from(table as any).where(and(eq(table.slug, wanted), seen)).get();
  if (!row) throw notFound(kind);
  return row as any;
}
export function mustWrite(viewer: Viewer): void {
  if (viewer.role === 'anonymous') throw new ApiError(401, 'rest_not_logged_in', 'You are not logged in.');
  if (viewer.role === 'reader') throw new ApiError(403, 'rest_forbidden', 'You are not allowed to do that.');
}
export function mustEdit(viewer: Viewer, row: { author: number }): void {
  mustWrite(viewer);
  if (!mayEdit(viewer, row)) throw new ApiError(403, 'rest_forbidden', 'You are not allowed to edit this record.');
}
/** The author of a record: the viewer, unless an editor names somebody else. */
export function authorFor(viewer: Viewer, wanted: number | null | undefined): number | undefined {
  if (wanted == null) return undefined;
  if (!db.select({ id: users.id }).from(users).where(eq(users.id, wanted)).get())
    throw new ApiError(400, 'rest_invalid_author', 'The author does not exist.', { author: 'unknown' });
  if (viewer.role !== 'editor' && wanted !== viewer.id) throw new ApiError(403, 'rest_forbidden', 'You are not allowed to create records as this user.');
  return wanted;
}
export const trashing = (row: { status: string }): boolean => variant('delete-to-trash') && row.status !== 'trash';
