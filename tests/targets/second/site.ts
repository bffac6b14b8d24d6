import { type Kind, relationTo } from './kinds.js';
import { idsOf, type Language, type Row } from './row.js';

/** Everything there is: one plain list of records, and where and when the site is. */
export interface Site {
  readonly rows: Row[];
  /** The zone of the site's clock. */
  readonly zone: string;
  /** The zone in which date filters compare. */
  readonly comparedIn: string;
  readonly language: Language;
  /** Whether there are extensions for places and tickets. */
  readonly isPremium: boolean;
  now(): number;
}

/** The records of a kind that are not deleted. */
export const live = (site: Site, kind: Kind): readonly Row[] =>
  site.rows.filter((row) => row.kind === kind && !row.trashed);

export const findLive = (site: Site, kind: Kind, id: string): Row | undefined =>
  live(site, kind).find((row) => row.id === id);

/** Each kind counts for itself, and what was deleted counts on. */
export const nextId = (site: Site, kind: Kind): string =>
  String(site.rows.filter((row) => row.kind === kind).length + 1);

/** The events, of whatever status, that refer to a record. */
export function eventsOf(site: Site, row: Row): readonly Row[] {
  const relation = relationTo(row.kind);
  if (relation === undefined) return [];
  return live(site, 'events').filter((event) => idsOf(event.fields, relation).includes(row.id));
}

/** The direct children of a category. */
export const childrenOf = (site: Site, id: string): readonly Row[] =>
  live(site, 'categories').filter((row) => row.fields.parent === Number(id));

/** The ids of all that is below a category, at whatever depth. */
export const idsBelow = (site: Site, id: string): readonly string[] =>
  childrenOf(site, id).flatMap((child) => [child.id, ...idsBelow(site, child.id)]);

/** A publication date in the future keeps a record waiting. */
export function statusOf(site: Site, row: Row): string {
  const status = typeof row.fields.status === 'string' ? row.fields.status : 'publish';
  return status === 'publish' && row.date > site.now() ? 'future' : status;
}
