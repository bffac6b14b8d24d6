/** Lists: filters, order and paging. */
import { Knex } from 'knex';
import { DateTime } from 'luxon';
import { db, Kind, Row } from './db';
import { ApiError, SITE_TZ, bug, invalid, notFound, variant } from './config';
import { FORMAT, fold, nowSite, nowUtc, parseDate } from './text';
import { Ctx, LABEL, isAnonymous, isTerm } from './present';

type Query = Record<string, any>;
type Builder = Knex.QueryBuilder;
export interface Listed { rows: Row[]; total: number; totalPages: number; page: number; perPage: number }

/** The text of a column in the language of the request. */
const textIn = (kind: Kind, column: string, ctx: Ctx): string =>
  `coalesce((select tr.value from translations tr where tr.kind = '${kind}' and tr.item_id = ${kind}.id ` +
  `and tr.lang = '${ctx.lang}' and tr.field = '${column}'), ${kind}.${column})`;

function searchFilter(q: Builder, kind: Kind, search: string, ctx: Ctx): void {
  const term = fold(search);
  const inText = (column: string): string =>
    (bug('b22') && kind === 'events' ? `${kind}.${column}` : textIn(kind, column, ctx));
  const has = (b: Builder, expr: string, or = true): Builder => {
    if (bug('b10') && kind === 'events') return b[or ? 'orWhereRaw' : 'whereRaw'](`fold(${expr}) like ?`, [`%${term}%`]);
    if (bug('b32') && kind === 'organizers') return b[or ? 'orWhereRaw' : 'whereRaw'](`instr(fold(${expr}), '${term.replace(/[?]/g, '')}') > 0`);
    return b[or ? 'orWhereRaw' : 'whereRaw'](`instr(fold(${expr}), ?) > 0`, [term]);
  };
  if (bug('b11') && kind === 'events') {
    has(q, inText('title'), false);
    has(q, inText('description'));
    return;
  }
  void q.where((b) => {
    void has(b, inText('title'), false);
    if (kind === 'events') {
      void b.orWhere((p) => { void has(p.whereNull('events.password'), inText('description'), false); });
    } else void has(b, inText('description'));
    if (kind === 'venues') {
      for (const c of ['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website']) void has(b, `venues.${c}`);
      void b.orWhereRaw('exists (select 1 from json_each(venues.custom_fields) cf where instr(fold(cf.value), ?) > 0)', [term]);
    }
    if (kind === 'organizers') for (const c of ['phone', 'email', 'website']) void has(b, `organizers.${c}`);
  });
}

function statusFilter(q: Builder, kind: Kind, query: Query, ctx: Ctx): void {
  const wanted: string[] = query.status?.length ? query.status : ['publish'];
  if (isAnonymous(ctx) && wanted.some((s) => s !== 'publish') && !(bug('b55') && kind === 'organizers')) {
    throw new ApiError(401, 'rest_forbidden_status', 'Only published records may be listed without signing in.');
  }
  if (wanted.includes('any')) void q.whereNot(`${kind}.status`, 'trash');
  else void q.whereIn(`${kind}.status`, wanted);
}

/** Events that are linked to one of the targets. */
const linkedTo = (kind: Kind, ids: number[]): Knex.QueryBuilder =>
  db('links').select('event_id').where('kind', kind).whereIn('target_id', ids);

function dateFilters(q: Builder, query: Query): void {
  const strict = query.strict_dates === true;
  const at = (key: string, edge: 'start' | 'end'): string => {
    let d = parseDate(key, query[key], SITE_TZ);
    const exact = strict && !(bug('b15') && key === 'starts_after');
    if (!exact && !(bug('b18') && key === 'end_date')) d = edge === 'start' ? d.startOf('day') : d.endOf('day');
    return d.toFormat(FORMAT);
  };
  const given = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].filter((k) => query[k]);
  if (query.include?.length) {
    for (const k of given) parseDate(k, query[k], SITE_TZ);
    if (!bug('b16')) return;
  } else {
    if (query.start_date) void q.where('events.start_date', '>=', at('start_date', 'start'));
    if (query.end_date) void q.where('events.end_date', '<=', at('end_date', 'end'));
    if (query.starts_after) void q.where('events.start_date', strict ? '>' : '>=', at('starts_after', 'start'));
    if (query.starts_before) void q.where('events.start_date', strict ? '<' : '<=', at('starts_before', 'end'));
    if (query.ends_after) void q.where('events.end_date', strict ? '>' : '>=', at('ends_after', 'start'));
    if (query.ends_before) void q.where('events.end_date', strict ? '<' : '<=', at('ends_before', 'end'));
    if (given.length) return;
  }
  // no dates asked for: what runs today or begins within two years
  const today: DateTime = nowSite().startOf('day');
  void q.where('events.end_date', '>=', today.toFormat(FORMAT)).where('events.start_date', '<=', today.plus({ years: 2 }).endOf('day').toFormat(FORMAT));
}

async function termIds(kind: 'categories' | 'tags', wanted: string[]): Promise<number[]> {
  const ids = wanted.filter((w) => /^\d{1,15}$/.test(w)).map(Number);
  const slugs = wanted.filter((w) => !/^\d{1,15}$/.test(w));
  if (slugs.length) ids.push(...(await db(kind).whereIn('slug', slugs).pluck('id')));
  return ids;
}

function near(lat: number, lng: number, venue: Row): boolean {
  const rad = Math.PI / 180;
  const h = Math.sin(((venue.geo_lat - lat) * rad) / 2) ** 2
    + Math.cos(lat * rad) * Math.cos(venue.geo_lat * rad) * Math.sin(((venue.geo_lng - lng) * rad) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h))) <= 25;
}

async function eventFilters(q: Builder, query: Query, ctx: Ctx): Promise<void> {
  if (bug('b58') && isAnonymous(ctx) && query.include?.length && !query.status) { /* the status is taken as given by the list */ }
  else statusFilter(q, 'events', query, ctx);
  dateFilters(q, query);
  if (query.include?.length) void q.whereIn('events.id', query.include);
  if (query.categories?.length) {
    const ids = await termIds('categories', query.categories);
    if (bug('b12')) void q.join('links as lc', 'lc.event_id', 'events.id').where('lc.kind', 'categories').whereIn('lc.target_id', ids);
    else void q.whereIn('events.id', linkedTo('categories', ids));
  }
  if (query.tags?.length) {
    const ids = await termIds('tags', query.tags);
    if (bug('b13')) for (const id of ids) void q.whereIn('events.id', linkedTo('tags', [id]));
    else void q.whereIn('events.id', linkedTo('tags', ids));
  }
  if (query.venue?.length) void q.whereIn('events.id', linkedTo('venues', query.venue));
  for (const flag of ['featured', 'ticketed']) if (query[flag] !== undefined) void q.where(`events.${flag}`, query[flag]);
  if (query.post_parent !== undefined) void q.where('events.post_parent', query.post_parent);
  if (query.geoloc !== undefined) {
    const located = linkedTo('venues', await db('venues').whereNotNull('geo_lat').whereNotNull('geo_lng').pluck('id'));
    void q[query.geoloc ? 'whereIn' : 'whereNotIn']('events.id', located);
  }
  if ((query.geoloc_lat === undefined) !== (query.geoloc_lng === undefined)) {
    throw invalid(query.geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'geoloc_lat and geoloc_lng must be given together');
  }
  if (query.geoloc_lat !== undefined) {
    const venues: Row[] = await db('venues').whereNotNull('geo_lat').whereNotNull('geo_lng');
    void q.whereIn('events.id', linkedTo('venues', venues.filter((v) => near(query.geoloc_lat, query.geoloc_lng, v)).map((v) => v.id)));
  }
  if (query.search) searchFilter(q, 'events', query.search, ctx);
}

function linkedFilters(q: Builder, kind: 'venues' | 'organizers', query: Query, ctx: Ctx): void {
  statusFilter(q, kind, query, ctx);
  const targets = (narrow: (b: Builder) => void): Builder => db('links').join('events', 'events.id', 'links.event_id')
    .where('links.kind', kind).select('links.target_id').modify(narrow);
  if (query.event !== undefined) {
    void q.whereIn(`${kind}.id`, targets((b) => {
      void b.where('links.event_id', query.event);
      if (isAnonymous(ctx)) void b.where('events.status', 'publish');
      if (bug('b27') && kind === 'venues') void b.where('links.position', 0);
    }));
  }
  const published = targets((b) => { void b.where('events.status', 'publish'); });
  if (query.has_events === true && bug('b28') && kind === 'venues') {
    void q.join('links as lv', 'lv.target_id', 'venues.id').join('events as le', 'le.id', 'lv.event_id').where({ 'lv.kind': kind, 'le.status': 'publish' });
  } else if (query.has_events !== undefined) void q[query.has_events ? 'whereIn' : 'whereNotIn'](`${kind}.id`, published);
  const upcoming = bug('b39') && kind === 'organizers' ? query.only_with_upcoming === '1' : query.only_with_upcoming;
  if (upcoming) void q.whereIn(`${kind}.id`, targets((b) => { void b.where('events.status', 'publish').where('events.utc_end_date', '>=', nowUtc()); }));
  if (query.search) searchFilter(q, kind, query.search, ctx);
}

function termFilters(q: Builder, kind: 'categories' | 'tags', query: Query, ctx: Ctx): void {
  const used = (narrow: (b: Builder) => void): Builder => db('links').where('kind', kind)
    .whereNotIn('event_id', db('events').select('id').where('status', 'trash')).select('target_id').modify(narrow);
  const hideEmpty = bug('b42') && kind === 'categories' ? query.hide_empty !== '0' : query.hide_empty;
  if (hideEmpty) void q.whereIn(`${kind}.id`, used(() => undefined));
  if (query.include?.length) void q.whereIn(`${kind}.id`, query.include);
  if (query.exclude?.length && !(bug('b40') && kind === 'categories' && query.include?.length)) void q.whereNotIn(`${kind}.id`, query.exclude);
  if (query.parent !== undefined && kind === 'categories') void q.where('categories.parent', query.parent);
  for (const key of ['post', 'event']) {
    if (query[key] === undefined || (bug('b48') && kind === 'tags' && key === 'event')) continue;
    void q.whereIn(`${kind}.id`, used((b) => { void b.where('event_id', query[key]); }));
  }
  if (query.slug) {
    if (bug('b50') && kind === 'tags') void q.where('tags.slug', 'like', `${query.slug}%`);
    else void q.where(`${kind}.slug`, query.slug);
  }
  if (query.search) searchFilter(q, kind, query.search, ctx);
}

function ordered(q: Builder, kind: Kind, query: Query, ctx: Ctx): Builder {
  if (kind === 'events') {
    const flip = bug('b17') && query.page % 2 === 0;
    return q.orderBy('events.utc_start_date').orderBy('events.id', flip ? 'desc' : 'asc');
  }
  const byName = `sortkey(${textIn(kind, 'title', ctx)})`;
  if (!isTerm(kind)) return q.orderByRaw(byName).orderBy(`${kind}.id`);
  const dir = String(query.order).startsWith('desc') ? 'desc' : 'asc';
  const count = `(select count(*) from links l where l.kind = '${kind}' and l.target_id = ${kind}.id)`;
  const by: Record<string, string> = {
    name: byName, id: `${kind}.id`, term_id: `${kind}.id`,
    slug: bug('b47') && kind === 'tags' ? byName : `${kind}.slug`,
    count: bug('b41') && kind === 'categories' ? `cast(${count} as text)` : count,
    description: `sortkey(${textIn(kind, 'description', ctx)})`,
    parent: kind === 'categories' ? 'categories.parent' : 'tags.id',
  };
  return q.orderByRaw(`${by[query.orderby as string] ?? byName} ${dir}`).orderBy(`${kind}.id`, dir);
}

export async function list(kind: Kind, query: Query, ctx: Ctx): Promise<Listed> {
  const q: Builder = db(kind);
  if (kind === 'events') await eventFilters(q, query, ctx);
  else if (kind === 'venues' || kind === 'organizers') linkedFilters(q, kind, query, ctx);
  else termFilters(q, kind, query, ctx);
  if (variant('languages') && ctx.explicitLang) {
    void q.where((b) => {
      void b.where(`${kind}.lang`, ctx.lang)
        .orWhereIn(`${kind}.id`, db('translations').select('item_id').where({ kind, lang: ctx.lang, field: 'title' }));
    });
  }
  const byOrganizer = (b: Builder): void => {
    if (kind === 'events' && query.organizer?.length) void b.whereIn('events.id', linkedTo('organizers', query.organizer));
  };
  const page: number = query.page;
  const perPage: number = variant('paging') ? Math.min(query.per_page, 50) : query.per_page;
  const counted = await q.clone().modify(byOrganizer).count({ n: '*' }).first() as { n: number };
  const total = Number(counted.n);
  const totalPages = bug('b26') && kind === 'venues' ? Math.floor(total / perPage) + 1 : Math.ceil(total / perPage);
  if (variant('paging') && page > 1 && page > totalPages) throw notFound(`page of ${LABEL[kind]} records`);
  const offset = (page - 1) * (bug('b33') && kind === 'organizers' ? 10 : perPage);
  const rows: Row[] = await ordered(q.clone(), kind, query, ctx).modify((b) => { if (!(bug('b14') && page > 1)) byOrganizer(b); })
    .select(`${kind}.*`).limit(perPage).offset(offset);
  return { rows, total, totalPages, page, perPage };
}
