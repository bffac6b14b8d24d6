import { sql } from 'kysely';
import { SITE_TZ, bug } from '../config';
import { Db, PlaceKind, PlaceRow, db, nextId, pause } from '../db';
import { gone, notFound } from '../errors';
import { PlaceInput, PlaceQuery } from '../schemas';
import { escapeHtml, sanitize, slugify } from '../text';
import { DateInput, now, toUtc, wallIn } from '../time';
import { Found, dropTranslations, idsBySlug, localize, saveTranslation, uniqueSlug } from './common';
import { checkImage } from './events';
import { defined } from './terms';

const CUSTOM = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website', 'email'] as const;

export async function placesByIds(ids: number[], lang: string, on: Db = db): Promise<Map<number, PlaceRow>> {
  if (!ids.length) return new Map();
  const rows = await on.selectFrom('places').selectAll().where('id', 'in', ids).execute();
  const all = [...(await localize(on, 'venue', rows.filter((r) => r.kind === 'venue'), lang)), ...(await localize(on, 'organizer', rows.filter((r) => r.kind === 'organizer'), lang))];
  return new Map(all.map((r) => [r.id, r]));
}

export async function findPlace(kind: PlaceKind, id: number, lang: string, all: boolean, on: Db = db): Promise<PlaceRow> {
  const row = await on.selectFrom('places').selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst();
  if (!row || (!all && row.status !== 'publish')) throw notFound(kind);
  if (row.status === 'trash') throw gone(kind);
  return (await localize(on, kind, [row], lang))[0];
}

export async function placeIdBySlug(kind: PlaceKind, slug: string, on: Db = db): Promise<number> {
  const [id] = await idsBySlug(on, kind, slug);
  if (!id) throw notFound(kind);
  return id;
}

export async function listPlaces(kind: PlaceKind, q: PlaceQuery, lang: string, all: boolean): Promise<Found<PlaceRow>> {
  let query = db.selectFrom('places as p')
    .leftJoin('translations as tr', (j) => j.on('tr.kind', '=', kind).onRef('tr.item', '=', 'p.id').on('tr.lang', '=', lang))
    .where('p.kind', '=', kind);
  const status = q.status ?? ['publish'];
  if (!status.includes('any')) query = query.where('p.status', 'in', status);
  else query = query.where('p.status', '!=', 'trash');
  const visible = all ? sql`e.status != 'trash'` : sql`e.status = 'publish'`;
  const linked = sql`select 1 from event_places ep join events e on e.id = ep.event_id where ep.place_id = p.id and ${visible}`;
  if (q.event !== undefined) {
    const first = bug('event-filter-first') && kind === 'venue' ? sql`and ep.position = 0` : sql``;
    query = query.where(sql<boolean>`exists (${linked} and e.id = ${q.event} ${first})`);
  }
  if (q.has_events !== undefined) query = query.where(q.has_events ? sql<boolean>`exists (${linked})` : sql<boolean>`not exists (${linked})`);
  if (q.only_with_upcoming) query = query.where(sql<boolean>`exists (${linked} and e.end_utc >= ${now()})`);
  if (q.search?.trim()) {
    const term = bug('search-nonascii') && kind === 'organizer' ? q.search.trim().normalize('NFD').toLowerCase() : q.search.trim();
    const needle = bug('search-nonascii') && kind === 'organizer' ? sql`${term}` : sql`fold(${term})`;
    const custom = bug('venue-search-null')
      ? sql`fold(p.address || ' ' || p.city || ' ' || p.country || ' ' || p.province || ' ' || p.state || ' ' || p.zip || ' ' || p.phone)`
      : sql`fold(${sql.join(CUSTOM.map((c) => sql`coalesce(${sql.ref('p.' + c)}, '')`), sql` || char(10) || `)})`;
    query = query.where(sql<boolean>`(instr(fold(coalesce(tr.title, p.title)), ${needle}) > 0
      or instr(fold(coalesce(tr.description, p.description)), ${needle}) > 0 or instr(${custom}, ${needle}) > 0)`);
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const size = bug('offset-default') && kind === 'organizer' ? 10 : q.per_page;
  const rows = await query.selectAll('p').orderBy(sql`fold(coalesce(tr.title, p.title))`).orderBy('p.id')
    .limit(q.per_page).offset((q.page - 1) * size).execute();
  return { rows: await localize(db, kind, rows, lang), total };
}

/** The publication date in UTC, from whichever of the two fields is given. */
export function publication(input: { date?: DateInput | null; date_utc?: DateInput | null }, old: string, kind: string): string {
  if (input.date) return toUtc(wallIn(input.date, SITE_TZ), SITE_TZ);
  if (input.date_utc) return bug('date-utc-venue') && kind === 'venue' ? toUtc(wallIn(input.date_utc, SITE_TZ), SITE_TZ) : wallIn(input.date_utc, 'UTC');
  return old;
}

function fields(input: PlaceInput): Partial<PlaceRow> {
  const image = input.image === '' ? null : input.image;
  return defined({
    address: input.address, city: input.city, country: input.country, province: input.province, state: input.state, zip: input.zip,
    phone: input.phone, stateprovince: input.stateprovince, website: input.website, email: input.email, image,
    show_map: input.show_map, show_map_link: input.show_map_link,
  });
}

export async function createPlace(on: Db, kind: PlaceKind, input: PlaceInput, lang: string, author: number): Promise<number> {
  await checkImage(on, input.image);
  const title = (kind === 'venue' ? input.venue : input.organizer)!;
  const stem = bug('slug-nonlatin-empty') && kind === 'organizer' ? slugify(title, true) : slugify(title);
  const slug = stem || !bug('slug-nonlatin-empty') ? await uniqueSlug(on, kind, stem) : '';
  const id = nextId('post');
  const empty = { show_map: null, show_map_link: null, address: null, city: null, country: null, province: null, state: null, zip: null, phone: null, stateprovince: null, website: null, email: null, image: null };
  await on.insertInto('places').values({
    ...empty, ...fields(input), id, kind, lang, title, slug, description: sanitize(input.description ?? ''), status: input.status ?? 'publish', author: input.author ?? author,
    date_utc: publication(input, now(), kind), modified_utc: now(), lat: null, lng: null,
  }).execute();
  return id;
}

export async function updatePlace(on: Db, kind: PlaceKind, id: number, input: PlaceInput, lang: string): Promise<void> {
  await checkImage(on, input.image);
  const row = await on.selectFrom('places').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (bug('lost-update') && kind === 'venue') await pause(25);
  const title = kind === 'venue' ? input.venue : input.organizer;
  const description = input.description === undefined ? undefined : sanitize(input.description ?? '');
  const own = row.lang === lang;
  const next: PlaceRow = {
    ...row, ...fields(input), status: input.status ?? row.status, author: input.author ?? row.author,
    date_utc: publication(input, row.date_utc, kind), modified_utc: now(),
    title: own && title !== undefined ? title : bug('double-escape') && kind === 'organizer' ? escapeHtml(row.title) : row.title,
    description: own && description !== undefined ? description : row.description,
  };
  const { id: _id, kind: _kind, ...columns } = next;
  await on.updateTable('places').set(columns).where('id', '=', id).execute();
  if (!own) await saveTranslation(on, kind, id, lang, { title, description });
}

export async function deletePlaces(on: Db, kind: PlaceKind, ids: number[]): Promise<void> {
  if (!(bug('venue-delete-500') && kind === 'venue')) await on.deleteFrom('event_places').where('place_id', 'in', ids).execute();
  await dropTranslations(on, kind, ids);
  await on.deleteFrom('places').where('kind', '=', kind).where('id', 'in', ids).execute();
}

/** Slugs are unique, so this names one record. */
export async function placesToDelete(on: Db, kind: PlaceKind, id: number, slug: string | undefined): Promise<number[]> {
  if (slug !== undefined && bug('org-slug-delete-prefix') && kind === 'organizer') {
    const rows = await on.selectFrom('places').select('id').where('kind', '=', kind).where('slug', 'like', slug + '%').execute();
    return rows.map((r) => r.id);
  }
  return [id];
}
