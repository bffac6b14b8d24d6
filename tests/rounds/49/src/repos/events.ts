import { sql } from 'kysely';
import { SITE_TZ, bug, variant } from '../config';
import { Db, EventRow, PlaceKind, PlaceRow, TermKind, db, nextId, pause } from '../db';
import { badRequest, gone, notFound } from '../errors';
import { EventInput, EventQuery } from '../schemas';
import { sanitize, slugify } from '../text';
import { DateInput, endOfDay, eventDates, now, startOfDay, todayStartUtc, wallIn, windowEndUtc } from '../time';
import { Found, dropTranslations, idsBySlug, localize, saveTranslation, uniqueSlug } from './common';
import { placesByIds, publication } from './places';
import { CountedTerm, defined, termsByIds } from './terms';

export interface FullEvent { row: EventRow; venues: PlaceRow[]; organizers: PlaceRow[]; categories: CountedTerm[]; tags: CountedTerm[] }

/** An event with the records linked to it, in few queries whatever the number of events. */
export async function withRelations(rows: EventRow[], lang: string, all: boolean, on: Db = db): Promise<FullEvent[]> {
  if (!rows.length) return [];
  const ids = rows.map((r) => r.id);
  const placeLinks = await on.selectFrom('event_places').selectAll().where('event_id', 'in', ids).orderBy('position').execute();
  const termLinks = await on.selectFrom('event_terms').selectAll().where('event_id', 'in', ids).orderBy('term_id').execute();
  const places = await placesByIds([...new Set(placeLinks.map((l) => l.place_id))], lang, on);
  const terms = await termsByIds([...new Set(termLinks.map((l) => l.term_id))], lang, on);
  return rows.map((row) => {
    const linked = (kind: PlaceKind) => placeLinks.filter((l) => l.event_id === row.id && l.kind === kind).map((l) => places.get(l.place_id) as PlaceRow)
      .filter((p) => bug('venue-delete-500') || (p && (all || p.status === 'publish') && p.status !== 'trash'));
    const assigned = (kind: TermKind) => termLinks.filter((l) => l.event_id === row.id).map((l) => terms.get(l.term_id)).filter((t): t is CountedTerm => t?.kind === kind);
    return { row, venues: linked('venue'), organizers: linked('organizer'), categories: assigned('category'), tags: assigned('tag') };
  });
}

export async function findEvent(id: number, lang: string, all: boolean, on: Db = db): Promise<FullEvent> {
  const row = await on.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (!all && row.status !== 'publish')) throw notFound('event');
  if (row.status === 'trash') throw gone('event');
  return (await withRelations(await localize(on, 'event', [row], lang), lang, all, on))[0];
}

export async function eventIdBySlug(slug: string, on: Db = db): Promise<number> {
  const [id] = await idsBySlug(on, 'event', bug('by-slug-nonascii') ? encodeURIComponent(slug) : slug);
  if (!id) throw notFound('event');
  return id;
}

export async function listEvents(q: EventQuery, lang: string, all: boolean): Promise<Found<FullEvent>> {
  let query = db.selectFrom('events as e')
    .leftJoin('translations as tr', (j) => j.on('tr.kind', '=', 'event').onRef('tr.item', '=', 'e.id').on('tr.lang', '=', lang));

  let status = q.status ?? ['publish'];
  if (bug('status-venue') && q.venue) status = ['publish'];
  if (status.includes('any')) query = query.where('e.status', '!=', 'trash');
  else query = query.where('e.status', 'in', status);

  if (q.include?.length) query = query.where('e.id', 'in', q.include);
  else query = query.where('e.hide_from_listings', '=', 0);

  // Date filters are wall clock times, compared with those of the event.
  const dated = q.start_date || q.end_date || q.starts_before || q.starts_after || q.ends_before || q.ends_after;
  if (!q.include?.length || bug('include-dates')) {
    const from = (d: DateInput) => (q.strict_dates ? wallIn(d, SITE_TZ) : startOfDay(wallIn(d, SITE_TZ)));
    const to = (d: DateInput) => (q.strict_dates ? wallIn(d, SITE_TZ) : endOfDay(wallIn(d, SITE_TZ)));
    if (q.start_date) query = query.where('e.start_date', '>=', from(q.start_date));
    if (q.end_date) query = query.where('e.end_date', '<=', to(q.end_date));
    if (q.starts_before) query = query.where(bug('starts-before-column') ? 'e.end_date' : 'e.start_date', q.strict_dates ? '<' : '<=', to(q.starts_before));
    if (q.starts_after) query = query.where(bug('starts-after-utc') ? 'e.start_utc' : 'e.start_date', q.strict_dates ? '>' : '>=', from(q.starts_after));
    if (q.ends_before) query = query.where('e.end_date', q.strict_dates ? '<' : '<=', to(q.ends_before));
    if (q.ends_after) query = query.where('e.end_date', q.strict_dates ? '>' : '>=', from(q.ends_after));
    if (!dated && !q.include?.length) query = query.where('e.end_utc', '>=', todayStartUtc()).where('e.start_utc', '<=', windowEndUtc());
  }

  const join = bug('category-join-dup') && (q.categories?.length ?? 0) > 1;
  for (const [kind, wanted] of [['category', q.categories], ['tag', q.tags]] as const) {
    if (!wanted?.length) continue;
    const ids = wanted.map(Number).filter((n) => Number.isInteger(n));
    const slugs = wanted.map(String);
    const match = sql`t.kind = ${kind} and (t.id in (${ids.length ? sql.join(ids) : sql`null`}) or t.slug in (${sql.join(slugs)}))`;
    if (join && kind === 'category') query = query.innerJoin('event_terms as jt', 'jt.event_id', 'e.id').innerJoin('terms as t', 't.id', 'jt.term_id').where(sql<boolean>`(${match})`);
    else query = query.where(sql<boolean>`exists (select 1 from event_terms et join terms t on t.id = et.term_id where et.event_id = e.id and ${match})`);
  }
  if (q.venue?.length) {
    const wanted = [...new Set(q.venue)];
    if (bug('venue-and')) query = query.where(sql<boolean>`(select count(*) from event_places ep where ep.event_id = e.id and ep.place_id in (${sql.join(wanted)})) = ${wanted.length}`);
    else query = query.where(sql<boolean>`exists (select 1 from event_places ep where ep.event_id = e.id and ep.kind = 'venue' and ep.place_id in (${sql.join(wanted)}))`);
  }
  if (q.organizer?.length) {
    const first = bug('organizer-primary') ? sql`and ep.position = 0` : sql``;
    query = query.where(sql<boolean>`exists (select 1 from event_places ep where ep.event_id = e.id and ep.kind = 'organizer' and ep.place_id in (${sql.join(q.organizer)}) ${first})`);
  }
  if (q.featured || (q.featured !== undefined && !bug('featured-false'))) query = query.where('e.featured', '=', q.featured ? 1 : 0);
  if (q.post_parent !== undefined) query = query.where('e.post_parent', '=', q.post_parent);
  if (q.ticketed !== undefined) query = query.where('e.ticketed', '=', q.ticketed ? 1 : 0);
  const located = sql`select 1 from event_places ep join places p on p.id = ep.place_id where ep.event_id = e.id and ep.kind = 'venue' and p.lat is not null`;
  if (q.geoloc !== undefined) query = query.where(q.geoloc ? sql<boolean>`exists (${located})` : sql<boolean>`not exists (${located})`);
  if (q.geoloc_lat !== undefined && q.geoloc_lng !== undefined) {
    query = query.where(sql<boolean>`exists (${located} and abs(p.lat - ${q.geoloc_lat}) < 0.1 and abs(p.lng - ${q.geoloc_lng}) < 0.1)`);
  }
  if (q.search?.trim()) {
    const term = q.search.trim();
    const title = sql`fold(coalesce(tr.title, e.title))`;
    // The description of a protected event is not given away by searching it.
    const description = sql`case when e.password is null then fold(coalesce(tr.description, e.description)) else '' end`;
    if (bug('search-wildcards')) query = query.where(sql<boolean>`(${title} like fold(${`%${term}%`}) or ${description} like fold(${`%${term}%`}))`);
    else if (bug('search-or')) query = query.where(sql<boolean>`instr(${title}, fold(${term})) > 0 or instr(${description}, fold(${term})) > 0`);
    else query = query.where(sql<boolean>`(instr(${title}, fold(${term})) > 0 or instr(${description}, fold(${term})) > 0)`);
  }

  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const direction = variant('order-and-clamp') ? 'desc' : 'asc';
  const tie = bug('list-tiebreak') && q.page % 2 === 0 ? 'desc' : 'asc';
  const rows = await query.selectAll('e').orderBy('e.start_utc', direction).orderBy('e.id', tie)
    .limit(q.per_page).offset((q.page - 1) * q.per_page).execute();
  return { rows: await withRelations(await localize(db, 'event', rows, lang), lang, all), total };
}

export async function checkImage(on: Db, image: string | null | undefined): Promise<void> {
  if (!image || !/^\d+$/.test(image)) return;
  const row = await on.selectFrom('media').select('id').where('id', '=', Number(image)).executeTakeFirst();
  if (!row) throw badRequest(`Image ${image} does not exist.`, { image: 'does not exist' });
}

async function checkLinks(on: Db, input: EventInput): Promise<void> {
  const wanted = [['venue', input.venue], ['organizer', input.organizer], ['category', input.categories], ['tag', input.tags]] as const;
  for (const [kind, ids] of wanted) {
    if (!ids?.length) continue;
    const unique = [...new Set(ids)];
    const rows = kind === 'venue' || kind === 'organizer'
      ? await on.selectFrom('places').select('id').where('kind', '=', kind).where('id', 'in', unique).execute()
      : await on.selectFrom('terms').select('id').where('kind', '=', kind).where('id', 'in', unique).execute();
    if (rows.length !== unique.length) {
      const missing = unique.filter((id) => !rows.some((r) => r.id === id));
      const field = kind === 'category' ? 'categories' : kind === 'tag' ? 'tags' : kind;
      throw badRequest(`No such ${kind}: ${missing.join(', ')}.`, { [field]: 'does not exist' });
    }
  }
}

async function link(on: Db, event: number, input: EventInput, update: { bySlug: boolean } | null): Promise<void> {
  for (const kind of ['venue', 'organizer'] as const) {
    const ids = input[kind];
    if (ids === undefined) continue;
    await on.deleteFrom('event_places').where('event_id', '=', event).where('kind', '=', kind).execute();
    const unique = [...new Set(ids ?? [])];
    if (unique.length) await on.insertInto('event_places').values(unique.map((place_id, position) => ({ event_id: event, place_id, kind, position }))).execute();
  }
  for (const [kind, ids] of [['category', input.categories], ['tag', input.tags]] as const) {
    if (ids === undefined) continue;
    if (bug('tags-empty') && kind === 'tag' && update && !ids?.length) continue;
    if (!(bug('categories-append') && kind === 'category' && update?.bySlug)) {
      await on.deleteFrom('event_terms').where('event_id', '=', event)
        .where('term_id', 'in', (eb) => eb.selectFrom('terms').select('id').where('kind', '=', kind)).execute();
    }
    const unique = [...new Set(ids ?? [])];
    if (unique.length) await on.insertInto('event_terms').values(unique.map((term_id) => ({ event_id: event, term_id }))).onConflict((oc) => oc.doNothing()).execute();
  }
}

const flag = (v: boolean | undefined) => (v === undefined ? undefined : v ? 1 : 0);
function plain(input: EventInput): Partial<EventRow> {
  return defined({
    cost: input.cost === undefined ? undefined : input.cost === null ? null : String(input.cost),
    website: input.website === '' ? null : input.website,
    image: input.image === '' ? null : input.image,
    show_map: flag(input.show_map), show_map_link: flag(input.show_map_link), hide_from_listings: flag(input.hide_from_listings),
    sticky: flag(input.sticky), featured: flag(input.featured), all_day: flag(input.all_day),
  });
}

function checkOrder(start: string, end: string): void {
  if (end < start) throw badRequest('An event cannot end before it starts.', { end_date: 'is before start_date' });
}

export async function createEvent(on: Db, input: EventInput, lang: string, author: number): Promise<number> {
  if (!bug('no-transaction')) await checkLinks(on, input);
  await checkImage(on, input.image);
  const timezone = input.timezone || SITE_TZ;
  const dates = eventDates(wallIn(input.start_date!, timezone), wallIn(input.end_date!, timezone), timezone, input.all_day ?? false);
  checkOrder(dates.start_date, dates.end_date);
  const slug = await uniqueSlug(on, 'event', slugify(input.slug || input.title!));
  if (bug('slug-race')) await pause(15);
  const id = nextId('post');
  await on.insertInto('events').values({
    all_day: 0, image: null, cost: null, website: null, show_map: 1, show_map_link: 1, hide_from_listings: 0, sticky: 0, featured: 0,
    ...plain(input), ...dates, id, lang, title: input.title!, description: sanitize(input.description ?? ''), excerpt: input.excerpt ?? '', slug,
    status: input.status ?? 'publish', author: input.author ?? author, date_utc: publication(input, now(), 'event'), modified_utc: now(), timezone,
    password: null, post_parent: 0, ticketed: 0,
  }).execute();
  if (bug('no-transaction')) await checkLinks(on, input);
  await link(on, id, input, null);
  return id;
}

export async function updateEvent(on: Db, id: number, input: EventInput, lang: string, bySlug: boolean): Promise<void> {
  await checkLinks(on, input);
  await checkImage(on, input.image);
  const row = await on.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const timezone = input.timezone === undefined ? row.timezone : input.timezone || SITE_TZ;
  const allDay = input.all_day ?? row.all_day === 1;
  const oldStart = bug('start-shift') && input.end_date ? row.start_utc : row.start_date;
  const start = input.start_date ? wallIn(input.start_date, timezone) : oldStart;
  const end = input.end_date ? wallIn(input.end_date, timezone) : row.end_date;
  let dates: Partial<EventRow> = {};
  if (input.start_date || input.end_date || timezone !== row.timezone || allDay !== (row.all_day === 1)) {
    const fresh = eventDates(start, end, timezone, allDay);
    if (!(bug('patch-end-before-start') && !input.start_date)) checkOrder(fresh.start_date, fresh.end_date);
    dates = fresh;
    if (bug('timezone-update') && !input.start_date && !input.end_date) dates = { start_date: fresh.start_date, end_date: fresh.end_date };
  }
  let slug = input.slug ? slugify(input.slug) || undefined : undefined;
  if (slug && !bug('slug-collision-update')) slug = await uniqueSlug(on, 'event', slug, id);
  const given = (v: string | null | undefined) => (v === undefined || (bug('empty-string-update') && !v) ? undefined : v ?? '');
  const texts = { title: input.title, description: given(input.description), excerpt: given(input.excerpt), slug };
  if (texts.description) texts.description = sanitize(texts.description);
  const own = row.lang === lang;
  await on.updateTable('events').set({
    ...plain(input), ...dates, ...(own ? defined(texts) : {}), timezone, status: input.status ?? row.status, author: input.author ?? row.author,
    date_utc: publication(input, row.date_utc, 'event'), modified_utc: now(),
  }).where('id', '=', id).execute();
  if (!own) await saveTranslation(on, 'event', id, lang, texts);
  await link(on, id, input, { bySlug });
}

export async function deleteEvent(on: Db, id: number): Promise<void> {
  await on.deleteFrom('event_places').where('event_id', '=', id).execute();
  if (!bug('count-stale')) await on.deleteFrom('event_terms').where('event_id', '=', id).execute();
  await dropTranslations(on, 'event', [id]);
  await on.deleteFrom('events').where('id', '=', id).execute();
}
