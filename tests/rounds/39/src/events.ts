import { and, asc, eq, exists, gte, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { bug, sleep, variant } from './flags.js';
import { ApiError, check, deleted, forgetLists, precondition, query, readBody, restUrl, send, sendList, type Ctx, type Env } from './http.js';
import { authorFor, locate, mustEdit, mustWrite, trashing } from './posts.js';
import { categories, eventCategories, eventOrganizers, events, eventTags, eventVenues, organizers, tags, venues } from './schema.js';
import { contains, db, freeSlug, inStatus, live, mayEdit, publication, published, sqlite, visible, type Viewer } from './store.js';
import { chosenSlug, slugify } from './text.js';
import { fromUtc, isoWithOffset, nowUtc, parseDateTime, SITE_TZ, standardWall, toUtc } from './time.js';
import { anyQuery, eventCreate, eventQuery, eventUpdate, itemQuery } from './validation.js';

type Row = typeof events.$inferSelect;
type Query = z.infer<typeof eventQuery>;
type Input = z.infer<typeof eventUpdate>;
const RELATIONS = [
  { field: 'categories', link: eventCategories, target: categories },
  { field: 'tags', link: eventTags, target: tags },
  { field: 'venue', link: eventVenues, target: venues },
  { field: 'organizer', link: eventOrganizers, target: organizers },
] as const;
const PLURAL = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' } as const;

function linked(c: Ctx, ids: number[], rel: (typeof RELATIONS)[number]): Map<number, unknown[]> {
  const out = new Map<number, unknown[]>(ids.map((i) => [i, []]));
  if (!ids.length) return out;
  const t = rel.target as any;
  const isPost = 'deleted_at' in t;
  const shown = !isPost ? undefined : bug('venue-delete-dangling') && rel.field === 'venue' ? undefined : and(visible(t, c.get('viewer')), live(t));
  const name = rel.field === 'venue' ? 'venue' : rel.field === 'organizer' ? 'organizer' : 'name';
  const rows = db.select({ event: rel.link.event_id, id: t.id, slug: t.slug, name: t[name] }).from(rel.link)
    .innerJoin(t, eq(rel.link.target_id, t.id)).where(and(inArray(rel.link.event_id, ids), shown))
    .orderBy(asc(rel.link.event_id), asc(rel.link.position)).all() as { event: number; id: number; slug: string; name: string }[];
  for (const r of rows) {
    out.get(r.event)!.push(variant('relations-as-ids') ? r.id
      : { id: r.id, [name]: r.name, slug: r.slug, rest_url: restUrl(c, `/${PLURAL[rel.field]}/${r.id}`) });
  }
  return out;
}
const shownDate = (wall: string, tz: string) => (variant('dates-iso-offset') ? isoWithOffset(wall, tz) : wall);
function wallClock(r: Row, which: 'start_date' | 'end_date'): string {
  if (bug('timezone-shift-on-read')) return fromUtc(r[`utc_${which}`], SITE_TZ);
  if (bug('summer-time-offset')) return standardWall(r[`utc_${which}`], r.timezone);
  return r[which];
}
type Access = 'open' | 'locked';
/** A protected event keeps its texts to itself until the password is given. */
export function access(viewer: Viewer, row: Row, password?: string): Access {
  if (row.password === null || (!viewer.open && mayEdit(viewer, row))) return 'open';
  if (password === undefined) return 'locked';
  if (password !== row.password && !bug('any-password-opens')) throw new ApiError(403, 'event-password-incorrect', 'The password is not correct.');
  return 'open';
}
export function represent(c: Ctx, rows: Row[], how: (r: Row) => Access): Record<string, unknown>[] {
  const ids = rows.map((r) => r.id);
  const rel = Object.fromEntries(RELATIONS.map((x) => [x.field, linked(c, ids, x)]));
  return rows.map((r) => {
    const open = how(r) === 'open';
    return {
      id: r.id, title: r.title, slug: r.slug, status: r.status, author: r.author, language: r.language,
      date: shownDate(r.date, SITE_TZ), date_utc: shownDate(r.date_utc, 'UTC'), modified: shownDate(r.modified_utc, 'UTC'),
      description: open ? r.description : '', excerpt: open ? r.excerpt : '', password_protected: r.password !== null,
      start_date: shownDate(wallClock(r, 'start_date'), r.timezone), end_date: shownDate(wallClock(r, 'end_date'), r.timezone),
      utc_start_date: shownDate(r.utc_start_date, 'UTC'), utc_end_date: shownDate(r.utc_end_date, 'UTC'),
      timezone: r.timezone, all_day: r.all_day, image: r.image, cost: r.cost ?? null, website: r.website,
      show_map: r.show_map, show_map_link: r.show_map_link,
      hide_from_listings: r.hide_from_listings, sticky: r.sticky, featured: r.featured,
      categories: rel.categories.get(r.id), tags: rel.tags.get(r.id), venue: rel.venue.get(r.id), organizer: rel.organizer.get(r.id),
      rest_url: restUrl(c, `/events/${r.id}`),
    };
  });
}
const single = (c: Ctx, row: Row, a: Access) => represent(c, [row], () => a)[0];

const linkedTo = (link: (typeof RELATIONS)[number]['link'], ids: number[], extra?: SQL): SQL =>
  exists(db.select({ one: sql`1` }).from(link).where(and(eq(link.event_id, events.id), inArray(link.target_id, ids), extra)));
/** IDs or slugs of terms, as IDs. */
function termIds(table: typeof categories | typeof tags, wanted: string[]): number[] {
  const slugs = db.select({ id: table.id }).from(table as any).where(inArray(table.slug, wanted)).all().map((r) => r.id as number);
  return [...wanted.filter((w) => /^\d{1,15}$/.test(w)).map(Number), ...slugs];
}
function dateFilters(q: Query): SQL[] {
  const strict = q.strict_dates ?? false;
  const out: SQL[] = [];
  const parse = (v: string) => parseDateTime(v, SITE_TZ)!;
  const from = (v: string, exact = strict) => (exact ? parse(v) : parse(v).slice(0, 10) + ' 00:00:00');
  const until = (v: string, exact = strict) => (exact ? parse(v) : parse(v).slice(0, 10) + ' 23:59:59');
  if (q.start_date) out.push(gte(events.start_date, from(q.start_date)), lte(events.start_date, until(q.start_date, false)));
  if (q.end_date) out.push(gte(events.end_date, from(q.end_date)), lte(events.end_date, until(q.end_date, false)));
  const starts: SQL[] = [];
  if (q.starts_after) starts.push(gte(events.start_date, from(q.starts_after)));
  if (q.starts_before) starts.push(lte(events.start_date, until(q.starts_before)));
  if (starts.length) out.push(bug('starts-range-or') ? or(...starts)! : and(...starts)!);
  if (q.ends_after) out.push(gte(events.end_date, from(q.ends_after)));
  if (q.ends_before) out.push(lte(events.end_date, until(q.ends_before, strict || bug('ends-before-day-excluded'))));
  return out;
}
function filters(c: Ctx, q: Query): SQL {
  const viewer = c.get('viewer');
  const lang = q.ml_language ?? c.get('lang');
  const where: (SQL | undefined)[] = [visible(events, viewer), inStatus(events, q.status)];
  if (lang) where.push(eq(events.language, lang));
  const byId = q.include?.length && !bug('include-keeps-date-filters');
  if (!byId) {
    const dates = dateFilters(q);
    where.push(...dates);
    if (variant('upcoming-by-default') && !dates.length) where.push(gte(events.utc_end_date, nowUtc()));
  }
  if (q.include) where.push(inArray(events.id, q.include));
  if (q.search) {
    const readable = viewer.open ? isNull(events.password) : viewer.role === 'editor' ? sql`1` : or(isNull(events.password), eq(events.author, viewer.role === 'author' ? viewer.id : -1));
    where.push(or(contains(events.title, q.search), and(readable, contains(events.description, q.search))));
  }
  if (q.categories) where.push(linkedTo(eventCategories, termIds(categories, q.categories)));
  if (q.tags) where.push(linkedTo(eventTags, termIds(tags, q.tags)));
  if (q.venue) where.push(linkedTo(eventVenues, q.venue));
  if (q.organizer) where.push(linkedTo(eventOrganizers, q.organizer, bug('organizer-filter-first-only') ? eq(eventOrganizers.position, 0) : undefined));
  if (q.featured !== undefined) where.push(eq(events.featured, q.featured));
  // Tickets, coordinates and parents come with extensions this site does not have: no event has them.
  if (q.ticketed || q.geoloc || q.geoloc_lat !== undefined || q.post_parent) where.push(sql`0`);
  return and(...where)!;
}
function list(c: Ctx, q: Query): { items: unknown[]; total: number } {
  const where = filters(c, q);
  const order = bug('paging-unstable-order') ? [asc(events.start_date), sql`random()`] : [asc(events.start_date), asc(events.id)];
  const offset = (q.page - 1) * q.per_page + (bug('paging-skips-one') && q.page > 1 ? 1 : 0);
  let rows: Row[];
  if (bug('categories-join-duplicates') && q.categories) {
    rows = db.select({ e: events }).from(events).innerJoin(eventCategories, eq(eventCategories.event_id, events.id))
      .where(and(where, inArray(eventCategories.target_id, termIds(categories, q.categories)))).orderBy(...order).limit(q.per_page).offset(offset).all().map((r) => r.e);
  } else rows = db.select().from(events).where(where).orderBy(...order).limit(q.per_page).offset(offset).all();
  const total = db.select({ n: sql<number>`count(*)` }).from(events).where(where).get()!.n;
  const viewer = c.get('viewer');
  return { items: represent(c, rows, (r) => access(viewer, r)), total };
}

const PLAIN = ['title', 'description', 'excerpt', 'status', 'image', 'website', 'all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const;
const FALLBACK: Record<string, unknown> = { status: 'publish', all_day: false, show_map: true, show_map_link: true, hide_from_listings: false, sticky: false, featured: false };

/** The columns a request sets; members that were not sent stay as they are. */
function columns(c: Ctx, input: Input, before?: Row): Partial<Row> {
  const out: Record<string, unknown> = {};
  for (const f of PLAIN) {
    if (input[f] === undefined) continue;
    if (before && bug('update-false-ignored') && input[f] === false) continue;
    out[f] = input[f] ?? FALLBACK[f] ?? null;
  }
  if (input.cost !== undefined) out.cost = bug('cost-zero-dropped') ? input.cost || null : input.cost;
  const author = authorFor(c.get('viewer'), input.author);
  if (author !== undefined) out.author = author;
  Object.assign(out, publication({ date: input.date && parseDateTime(input.date, SITE_TZ), date_utc: input.date_utc && parseDateTime(input.date_utc, 'UTC') }));
  const timezone = input.timezone === undefined ? before?.timezone ?? SITE_TZ : input.timezone ?? SITE_TZ;
  const wall = (v: string | undefined, old: string | undefined) => (v !== undefined ? parseDateTime(v, timezone)! : old);
  const start = wall(input.start_date, before?.start_date)!;
  const end = wall(input.end_date, before?.end_date) ?? start;
  if (end < start) throw new ApiError(400, 'rest_invalid_param', 'The event ends before it starts.', { end_date: 'must not be before start_date' });
  Object.assign(out, { timezone, start_date: start, end_date: end, utc_start_date: toUtc(start, timezone), utc_end_date: toUtc(end, timezone) });
  return out as Partial<Row>;
}
function checkRelations(c: Ctx, input: Input): void {
  for (const { field, target } of RELATIONS) {
    const ids = [...new Set(input[field] ?? [])];
    if (!ids.length) continue;
    const t = target as any;
    const found = db.select({ id: t.id }).from(t).where(and(inArray(t.id, ids), 'deleted_at' in t ? and(visible(t, c.get('viewer')), live(t)) : undefined)).all();
    if (found.length !== ids.length) throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${field}`, { [field]: 'names a record that does not exist' });
  }
}
function relate(id: number, input: Input): void {
  for (const { field, link } of RELATIONS) {
    const ids = input[field];
    if (ids === undefined) continue;
    db.delete(link).where(eq(link.event_id, id)).run();
    const unique = [...new Set(ids ?? [])];
    if (unique.length) db.insert(link).values(unique.map((target_id, position) => ({ event_id: id, target_id, position }))).run();
  }
}
const find = (id: number): Row => db.select().from(events).where(eq(events.id, id)).get()!;
const languageOf = (c: Ctx, q: { ml_language?: string }): string => {
  const sent = q.ml_language ?? check(anyQuery, { ml_language: c.get('body').ml_language ?? undefined }).ml_language;
  return bug('create-ignores-language') ? 'en' : sent ?? c.get('lang') ?? 'en';
};
let lastCreated = 0;

async function create(c: Ctx, q: { ml_language?: string }) {
  const viewer = c.get('viewer');
  if (!(bug('reader-may-create') && viewer.role === 'reader')) mustWrite(viewer);
  const input = check(eventCreate, c.get('body')) as Input & { title: string };
  checkRelations(c, input);
  const row = columns(c, input);
  const language = languageOf(c, q);
  const slug = freeSlug(events, input.slug ? chosenSlug(input.slug) : slugify(input.title), 'event');
  if (bug('slug-check-race')) await sleep(25);
  const id = sqlite.transaction(() => {
    const made = db.insert(events).values({
      author: viewer.id, description: '', excerpt: '', ...published({}), ...row, language, slug,
      password: input.password || null, modified_utc: nowUtc(),
    } as typeof events.$inferInsert).returning({ id: events.id }).get();
    relate(made.id, input);
    return made.id;
  }).immediate();
  lastCreated = id;
  forgetLists();
  if (bug('create-answers-shared-state')) await sleep(25);
  const made = find(bug('create-answers-shared-state') ? lastCreated : id);
  return send(c, single(c, made, 'open'), 201, { Location: restUrl(c, `/events/${made.id}`) });
}
async function update(c: Ctx, q: { password?: string }) {
  const viewer = c.get('viewer');
  if (!(bug('put-not-guarded') && c.req.method === 'PUT')) mustWrite(viewer);
  const before = locate(c, events, 'event');
  if (!(bug('author-edits-others') && viewer.role === 'author') && !(bug('put-not-guarded') && c.req.method === 'PUT')) mustEdit(viewer, before);
  const input = check(eventUpdate, c.get('body'));
  const byId = c.req.param('id') !== undefined;
  const given = byId ? input.password ?? undefined : undefined;
  if (before.password !== null && given) access(viewer.open ? viewer : { ...viewer, open: true }, before, given);
  precondition(c, () => [single(c, before, 'locked'), single(c, before, 'open')]);
  checkRelations(c, input);
  const set: Partial<Row> = { ...columns(c, input, before), modified_utc: nowUtc() };
  if (input.slug && !(bug('by-slug-rename-ignored') && !byId)) set.slug = freeSlug(events, chosenSlug(input.slug), 'event', before.id);
  if (given && before.password === null) set.password = given;
  if (bug('description-escaped-on-update')) set.description = (set.description ?? before.description)?.replace(/&/g, '&amp;');
  if (bug('patch-lost-update')) {
    await sleep(25);
    Object.assign(set, { ...before, ...set });
  }
  sqlite.transaction(() => {
    db.update(events).set(set).where(eq(events.id, before.id)).run();
    relate(before.id, input);
  }).immediate();
  forgetLists();
  const after = find(before.id);
  return send(c, single(c, after, after.password === null || given || (!viewer.open && mayEdit(viewer, after)) ? 'open' : 'locked'));
}
function remove(c: Ctx, q: { password?: string }) {
  const viewer = c.get('viewer');
  mustWrite(viewer);
  const row = locate(c, events, 'event');
  const byId = c.req.param('id') !== undefined;
  if (!(bug('author-deletes-others-by-slug') && !byId && viewer.role === 'author')) mustEdit(viewer, row);
  const a = access(viewer.open ? viewer : { ...viewer, open: true }, row, byId ? q.password : undefined);
  precondition(c, () => [single(c, row, 'locked'), single(c, row, 'open')]);
  const gone = { ...single(c, row, viewer.open ? a : 'open'), status: 'trash' };
  db.update(events).set(trashing(row) ? { status: 'trash' } : { deleted_at: nowUtc(), status: 'trash' }).where(eq(events.id, row.id)).run();
  if (!bug('list-cache-stale-after-delete')) forgetLists();
  return deleted(c, gone);
}
function read(c: Ctx, q: { password?: string }) {
  const row = locate(c, events, 'event');
  const byId = c.req.param('id') !== undefined;
  if (!byId && bug('password-by-slug-leak')) return send(c, single(c, row, 'open'));
  return send(c, single(c, row, access(c.get('viewer'), row, byId ? q.password : undefined)));
}

export const eventRoutes = new Hono<Env>()
  .get('/', query(eventQuery), (c) => {
    const q = c.req.valid('query');
    return sendList(c, 'events', q, () => list(c, q), !variant('upcoming-by-default'));
  })
  .post('/', query(anyQuery), readBody, (c) => create(c, c.req.valid('query')));
for (const path of ['/by-slug/:slug', '/:id{[0-9]+}']) {
  eventRoutes.get(path, query(itemQuery), (c) => read(c, c.req.valid('query')));
  eventRoutes.on(['POST', 'PUT', 'PATCH'], path, query(itemQuery), readBody, (c) => update(c, c.req.valid('query')));
  eventRoutes.delete(path, query(itemQuery), readBody, (c) => {
    const sent = c.get('body').password;
    return remove(c, { password: typeof sent === 'string' ? sent : undefined });
  });
}
