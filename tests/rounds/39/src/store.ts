import Database from 'better-sqlite3';
import { and, eq, gte, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { bug, usersEnabled } from './flags.js';
import * as schema from './schema.js';
import { fold } from './text.js';
import { fromUtc, nowUtc, SITE_TZ, toUtc } from './time.js';

export const NS = 'vendor/events/v1';
export type Viewer = { id: number; role: 'editor' | 'author' | 'reader' | 'anonymous'; open: boolean };

export const sqlite = new Database(':memory:');
sqlite.pragma('foreign_keys = ON');
const asciiLower = (v: unknown) => String(v ?? '').replace(/[A-Z]/g, (x) => x.toLowerCase());
sqlite.function('fold', { deterministic: true }, bug('search-nonascii-case') ? asciiLower : fold);
sqlite.exec(schema.DDL);
if (!bug('slug-not-unique') && !bug('slug-check-race')) sqlite.exec(schema.UNIQUE_SLUGS);
export const db = drizzle(sqlite, { schema });

export type PostTable = typeof schema.events | typeof schema.venues | typeof schema.organizers;
export const mayEdit = (viewer: Viewer, row: { author: number }): boolean =>
  viewer.role === 'editor' || (viewer.role === 'author' && row.author === viewer.id);
export const alive = (t: PostTable): SQL => isNull(t.deleted_at);
export const live = (t: PostTable): SQL => and(isNull(t.deleted_at), ne(t.status, 'trash'))!;
/** What a viewer may read: what is public, and everything he may edit. */
export function visible(t: PostTable, viewer: Viewer): SQL {
  if (viewer.role === 'editor') return alive(t);
  return and(alive(t), viewer.role === 'author' ? or(eq(t.status, 'publish'), eq(t.author, viewer.id)) : eq(t.status, 'publish'))!;
}
export function inStatus(t: PostTable, status: string[] | undefined): SQL {
  if (!status?.length) return eq(t.status, 'publish');
  return status.includes('any') ? live(t) : inArray(t.status, status);
}
export const contains = (col: any, needle: string): SQL =>
  bug('search-wildcards')
    ? sql`fold(${col}) LIKE ${'%' + fold(needle) + '%'}`
    : sql`instr(fold(${col}), ${fold(needle)}) > 0`;

export function freeSlug(table: any, wanted: string, fallback: string, except = 0): string {
  const base = wanted || fallback;
  if (bug('slug-not-unique') && table === schema.events) return base;
  const taken = new Set(db.select({ slug: table.slug }).from(table)
    .where(and(or(eq(table.slug, base), and(gte(table.slug, `${base}-`), lt(table.slug, `${base}.`))), ne(table.id, except), 'deleted_at' in table ? isNull(table.deleted_at) : undefined))
    .all().map((r: any) => r.slug));
  if (!taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base}-${n}`)) n++;
  return `${base}-${n}`;
}

type Dates = { date?: string | null; date_utc?: string | null };
export function publication(d: Dates): { date?: string; date_utc?: string } {
  if (bug('date-utc-as-local') && d.date_utc && !d.date) return { date: d.date_utc, date_utc: toUtc(d.date_utc, SITE_TZ) };
  if (d.date && d.date_utc) return { date: d.date, date_utc: d.date_utc };
  if (d.date) return { date: d.date, date_utc: toUtc(d.date, SITE_TZ) };
  if (d.date_utc) return { date: fromUtc(d.date_utc, SITE_TZ), date_utc: d.date_utc };
  return {};
}
export const published = (d: Dates) => {
  const now = nowUtc();
  return { date: fromUtc(now, SITE_TZ), date_utc: now, ...publication(d) };
};

const { users, events, venues, organizers, categories, tags, eventVenues, eventOrganizers, eventCategories, eventTags } = schema;
db.insert(users).values([
  { id: 1, login: 'editor', password: 'editor', role: 'editor' },
  { id: 2, login: 'author', password: 'author', role: 'author' },
  { id: 3, login: 'reader', password: 'reader', role: 'reader' },
]).run();
for (const [table, first] of [['events', 5], ['venues', 31], ['organizers', 61], ['categories', 7], ['tags', 95]] as const)
  sqlite.prepare('INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)').run(table, first - 1);

const base = (author: number, language: string) => ({ author, language, status: 'publish', modified_utc: nowUtc(), ...published({ date_utc: '2026-03-02 09:00:00' }) });
db.insert(venues).values([
  { ...base(1, 'nl'), slug: 'paradiso', venue: 'Paradiso', address: 'Weteringschans 6', city: 'Amsterdam', country: 'Netherlands', zip: '1017 SG', show_map: 'true' },
  { ...base(1, 'de'), slug: 'kulturbrauerei', venue: 'Kulturbrauerei', address: 'Schönhauser Allee 36', city: 'Berlin', country: 'Germany', zip: '10435' },
  { ...base(2, 'fr'), slug: 'le-trianon', venue: 'Le Trianon', address: '80 boulevard de Rochechouart', city: 'Paris', country: 'France', zip: '75018' },
  { ...base(2, 'en'), slug: 'town-hall', venue: 'Town Hall', address: '123 West 43rd Street', city: 'New York', country: 'United States', state: 'NY', zip: '10036' },
]).run();
db.insert(organizers).values([
  { ...base(1, 'nl'), slug: 'stichting-podium', organizer: 'Stichting Podium', email: 'info@podium.example', phone: '020 555 0101' },
  { ...base(1, 'de'), slug: 'kulturverein-mitte', organizer: 'Kulturverein Mitte', email: 'post@mitte.example' },
  { ...base(2, 'fr'), slug: 'association-lumiere', organizer: 'Association Lumière', website: 'https://lumiere.example' },
  { ...base(2, 'en'), slug: 'open-stage', organizer: 'Open Stage', email: 'hello@openstage.example' },
]).run();
db.insert(categories).values([
  { name: 'Music', slug: 'music', description: 'Concerts and sessions' }, { name: 'Theatre', slug: 'theatre' },
  { name: 'Jazz', slug: 'jazz', parent: 7 }, { name: 'Lezing', slug: 'lezing', language: 'nl' }, { name: 'Ausstellung', slug: 'ausstellung', language: 'de' },
]).run();
db.insert(tags).values([
  { name: 'Free', slug: 'free' }, { name: 'Outdoor', slug: 'outdoor' }, { name: 'Kinderen', slug: 'kinderen', language: 'nl' },
  { name: 'Nuit', slug: 'nuit', language: 'fr' }, { name: 'Sold out', slug: 'sold-out' }, { name: 'Evening', slug: 'evening' },
]).run();
const world: [string, string, string, string, string, string, number, number, number, number[], number[]][] = [
  ['Winter jazz night', 'winter-jazz-night', 'en', '2026-01-16 20:00:00', '2026-01-16 23:00:00', SITE_TZ, 1, 31, 64, [7, 9], [100]],
  ['Lente lezing', 'lente-lezing', 'nl', '2026-04-10 19:30:00', '2026-04-10 21:30:00', SITE_TZ, 1, 31, 61, [10], [97]],
  ['Nuit blanche', 'nuit-blanche', 'fr', '2027-06-12 21:00:00', '2027-06-13 05:00:00', 'Europe/Paris', 2, 33, 63, [8], [98]],
  ['Sommerausstellung', 'sommerausstellung', 'de', '2027-07-03 10:00:00', '2027-07-30 18:00:00', 'Europe/Berlin', 1, 32, 62, [11], [95]],
  ['Open air session', 'open-air-session', 'en', '2027-07-17 18:00:00', '2027-07-17 22:00:00', 'America/New_York', 2, 34, 64, [7], [95, 96]],
  ['Kindermiddag', 'kindermiddag', 'nl', '2027-09-05 14:00:00', '2027-09-05 16:00:00', SITE_TZ, 1, 31, 61, [8], [97]],
  ['Herbstkonzert', 'herbstkonzert', 'de', '2027-10-22 19:00:00', '2027-10-22 21:30:00', 'Europe/Berlin', 1, 32, 62, [7], [99]],
  ['Improvised theatre', 'improvised-theatre', 'en', '2027-11-12 20:00:00', '2027-11-12 22:00:00', 'America/New_York', 2, 34, 64, [8], [100]],
  ['Fête de fin d’année', 'fete-de-fin-dannee', 'fr', '2027-12-31 22:00:00', '2028-01-01 03:00:00', 'Europe/Paris', 2, 33, 63, [7], [99]],
  ['Nieuwjaarsconcert', 'nieuwjaarsconcert', 'nl', '2028-01-01 15:00:00', '2028-01-01 17:00:00', SITE_TZ, 1, 31, 61, [7], [95]],
];
for (const [title, slug, language, start_date, end_date, timezone, author, venue, organizer, cats, tagIds] of world) {
  const { id } = db.insert(events).values({
    ...base(author, language), title, slug, description: `<p>${title}.</p>`, start_date, end_date, timezone, cost: '10',
    utc_start_date: toUtc(start_date, timezone), utc_end_date: toUtc(end_date, timezone), featured: slug === 'herbstkonzert',
  }).returning({ id: events.id }).get();
  db.insert(eventVenues).values({ event_id: id, target_id: venue, position: 0 }).run();
  db.insert(eventOrganizers).values({ event_id: id, target_id: organizer, position: 0 }).run();
  db.insert(eventCategories).values(cats.map((target_id, position) => ({ event_id: id, target_id, position }))).run();
  db.insert(eventTags).values(tagIds.map((target_id, position) => ({ event_id: id, target_id, position }))).run();
}
db.insert(events).values({ ...base(1, 'en'), status: 'draft', title: 'Season opening (draft)', slug: 'season-opening', description: 'To be announced.',
  start_date: '2028-03-01 20:00:00', end_date: '2028-03-01 22:00:00', timezone: SITE_TZ, utc_start_date: '2028-03-01 19:00:00', utc_end_date: '2028-03-01 21:00:00' }).run();

export function authenticate(header: string | undefined): Viewer | null {
  if (!usersEnabled) return { id: 1, role: 'editor', open: true };
  if (!header) return { id: 0, role: 'anonymous', open: false };
  const m = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header.trim());
  if (!m) return null;
  const [login, ...rest] = Buffer.from(m[1], 'base64').toString('utf8').split(':');
  const user = db.select().from(users).where(eq(users.login, login)).get();
  if (!user) return null;
  if (user.password !== rest.join(':') && !bug('login-without-password-check')) return null;
  return { id: user.id, role: user.role as Viewer['role'], open: false };
}
