import { and, asc, eq, exists, gte, not, or, sql, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { bug, variant } from './flags.js';
import { check, deleted, forgetLists, precondition, query, readBody, restUrl, send, sendList, type Ctx, type Env } from './http.js';
import { authorFor, locate, mustEdit, mustWrite, trashing } from './posts.js';
import { eventOrganizers, events, eventVenues, organizers, venues } from './schema.js';
import { contains, db, freeSlug, inStatus, live, publication, published, visible, type Viewer } from './store.js';
import { slugify } from './text.js';
import { isoWithOffset, nowUtc, parseDateTime, SITE_TZ } from './time.js';
import { anyQuery, organizerCreate, organizerUpdate, placeQuery, venueCreate, venueUpdate } from './validation.js';

type Kind = 'venue' | 'organizer';
type Query = z.infer<typeof placeQuery>;
const SETUP = {
  venue: {
    table: venues, link: eventVenues, plural: 'venues', create: venueCreate, update: venueUpdate,
    fields: ['description', 'show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website', 'image'],
    searched: ['description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
  },
  organizer: {
    table: organizers, link: eventOrganizers, plural: 'organizers', create: organizerCreate, update: organizerUpdate,
    fields: ['description', 'phone', 'website', 'email', 'image'], searched: ['description', 'phone', 'website', 'email'],
  },
} as const;

export function placeRoutes(kind: Kind) {
  const { link, plural, fields, searched } = SETUP[kind];
  const table = SETUP[kind].table as any;
  const createSchema: z.ZodType<any> = SETUP[kind].create;
  const updateSchema: z.ZodType<any> = SETUP[kind].update;
  const shownDate = (wall: string, tz: string) => (variant('dates-iso-offset') ? isoWithOffset(wall, tz) : wall);

  const represent = (c: Ctx, r: any): Record<string, unknown> => ({
    id: r.id, [kind]: r[kind], slug: r.slug, status: r.status, author: r.author, language: r.language,
    date: shownDate(r.date, SITE_TZ), date_utc: shownDate(r.date_utc, 'UTC'), modified: shownDate(r.modified_utc, 'UTC'),
    ...Object.fromEntries(fields.map((f) => [f, r[f]])),
    rest_url: restUrl(c, `/${plural}/${r.id}`),
  });
  const withEvents = (viewer: Viewer, extra?: SQL): SQL =>
    exists(db.select({ one: sql`1` }).from(link).innerJoin(events, eq(link.event_id, events.id))
      .where(and(eq(link.target_id, table.id), visible(events, viewer), live(events), extra)));

  function list(c: Ctx, q: Query) {
    const viewer = c.get('viewer');
    const lang = q.ml_language ?? c.get('lang');
    const statusLost = bug('organizers-status-ignored') && kind === 'organizer';
    const where: (SQL | undefined)[] = [visible(table, viewer), inStatus(table, statusLost ? undefined : q.status)];
    if (lang) where.push(eq(table.language, lang));
    if (q.search) {
      where.push(or(contains(table[kind], q.search), ...searched.map((f) => contains(table[f], q.search!))));
    }
    if (q.event !== undefined) {
      const seen = bug('venues-of-hidden-event') ? undefined : visible(events, viewer);
      const some = db.select({ id: link.target_id }).from(link).where(eq(link.event_id, q.event)).get();
      if (some || !(bug('venues-event-empty-unfiltered') && kind === 'venue'))
        where.push(exists(db.select({ one: sql`1` }).from(link).innerJoin(events, eq(link.event_id, events.id))
          .where(and(eq(link.target_id, table.id), eq(link.event_id, q.event), seen, live(events)))));
    }
    const after = bug('has-events-after-paging') && kind === 'venue' && q.has_events !== undefined;
    if (q.has_events !== undefined && !after) where.push(q.has_events ? withEvents(viewer) : not(withEvents(viewer)));
    if (q.only_with_upcoming)
      where.push(withEvents(viewer, bug('upcoming-counts-past') && kind === 'organizer' ? undefined : and(eq(events.status, 'publish'), gte(events.utc_end_date, nowUtc()))));
    const page = bug('organizers-search-resets-page') && kind === 'organizer' && q.search ? 1 : q.page;
    const order = [asc(sql`fold(${table[kind]})`), asc(table.id)];
    let rows: any[] = db.select().from(table).where(and(...where)).orderBy(...order).limit(q.per_page).offset((page - 1) * q.per_page).all();
    if (after) {
      const linkedIds = new Set(db.select({ id: table.id }).from(table).where(withEvents(viewer)).all().map((r: any) => r.id));
      rows = rows.filter((r) => linkedIds.has(r.id) === q.has_events);
    }
    const total = db.select({ n: sql<number>`count(*)` }).from(table).where(and(...where)).get()!.n;
    return { items: rows.map((r) => represent(c, r)), total };
  }
  function columns(c: Ctx, input: any, updating: boolean): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const f of [kind, ...fields]) {
      if (input[f] === undefined) continue;
      if (bug('venue-null-keeps-old') && updating && kind === 'venue' && input[f] === null) continue;
      out[f] = input[f];
    }
    if (bug('zip-as-number') && typeof out.zip === 'string' && /^\d+$/.test(out.zip)) out.zip = String(Number(out.zip));
    if (bug('astral-characters-lost') && typeof out[kind] === 'string') out[kind] = (out[kind] as string).replace(/[\u{10000}-\u{10ffff}]/gu, '?');
    if (input.status !== undefined) out.status = input.status ?? 'publish';
    const author = authorFor(c.get('viewer'), input.author);
    if (author !== undefined) out.author = author;
    Object.assign(out, publication({ date: input.date && parseDateTime(input.date, SITE_TZ), date_utc: input.date_utc && parseDateTime(input.date_utc, 'UTC') }));
    return out;
  }
  const find = (id: number) => db.select().from(table).where(eq(table.id, id)).get();

  function create(c: Ctx, q: { ml_language?: string }) {
    const viewer = c.get('viewer');
    mustWrite(viewer);
    const input = check(createSchema, c.get('body'));
    const language = q.ml_language ?? check(anyQuery, { ml_language: c.get('body').ml_language ?? undefined }).ml_language ?? c.get('lang') ?? 'en';
    const row = columns(c, input, false);
    const { id } = db.insert(table).values({
      author: viewer.id, ...published({}), ...row, language, slug: freeSlug(table, slugify(input[kind]), kind), modified_utc: nowUtc(),
    } as any).returning({ id: table.id }).get() as { id: number };
    forgetLists();
    return send(c, represent(c, find(id)), 201, { Location: restUrl(c, `/${plural}/${id}`) });
  }
  function update(c: Ctx) {
    if (bug('venue-post-creates') && kind === 'venue' && c.req.method === 'POST' && c.get('body').venue) return create(c, {});
    const viewer = c.get('viewer');
    mustWrite(viewer);
    const before = locate(c, table, kind) as any;
    mustEdit(viewer, before);
    const input = check(updateSchema, c.get('body'));
    precondition(c, () => [represent(c, before)]);
    db.update(table).set({ ...columns(c, input, true), modified_utc: nowUtc() }).where(eq(table.id, before.id)).run();
    forgetLists();
    return send(c, represent(c, find(before.id)));
  }
  function remove(c: Ctx) {
    const viewer = c.get('viewer');
    mustWrite(viewer);
    const row = locate(c, table, kind) as any;
    mustEdit(viewer, row);
    precondition(c, () => [represent(c, row)]);
    db.update(table).set(trashing(row) ? { status: 'trash' } : { deleted_at: nowUtc(), status: 'trash' }).where(eq(table.id, row.id)).run();
    if (bug('organizer-delete-removes-events') && kind === 'organizer')
      db.run(sql`UPDATE events SET deleted_at = ${nowUtc()} WHERE id IN (SELECT event_id FROM event_organizers WHERE target_id = ${row.id})`);
    forgetLists();
    return deleted(c, represent(c, { ...row, status: 'trash' }));
  }

  const routes = new Hono<Env>()
    .get('/', query(placeQuery), (c) => {
      const q = c.req.valid('query');
      return sendList(c, plural, q, () => list(c, q), !q.only_with_upcoming);
    })
    .post('/', query(anyQuery), readBody, (c) => create(c, c.req.valid('query')));
  for (const path of ['/by-slug/:slug', '/:id{[0-9]+}']) {
    routes.get(path, query(anyQuery), (c) => send(c, represent(c, locate(c, table, kind))));
    routes.on(['POST', 'PUT', 'PATCH'], path, query(anyQuery), readBody, (c) => update(c));
    routes.delete(path, query(anyQuery), (c) => remove(c));
  }
  return routes;
}
