/** Rows to the JSON that clients see. */
import { Db, Kind, Row } from './db';
import { Lang, NS, User, WITH_USERS, bug, variant } from './config';
import { utcToSite } from './text';
import { DateTime } from 'luxon';

/** What is known of a request. */
export interface Ctx {
  lang: Lang;             // the language to read and write
  explicitLang: boolean;  // whether the client asked for it
  base: string;           // REST root as the client addressed it
  user: User | null;
  password?: string;      // password of a protected event
  bySlug: boolean;
  method: string;
}

export const LABEL: Record<Kind, string> = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' };
export const NAME: Record<Kind, string> = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' };
export const isTerm = (kind: Kind): boolean => kind === 'categories' || kind === 'tags';
export const isAnonymous = (ctx: Ctx): boolean => WITH_USERS && !ctx.user;
export const owns = (row: Row, ctx: Ctx): boolean =>
  WITH_USERS && !!ctx.user && (ctx.user.role === 'editor' || (ctx.user.role === 'author' && row.author === ctx.user.id));

/** Overlays the translated texts, field by field; what is not translated stays in the original language. */
async function translated(q: Db, kind: Kind, rows: Row[], ctx: Ctx): Promise<Row[]> {
  if (!rows.length) return rows;
  const found = await q('translations').where({ kind, lang: ctx.lang }).whereIn('item_id', rows.map((r) => r.id));
  return rows.map((row) => {
    const mine = found.filter((t) => t.item_id === row.id);
    const out: Row = { ...row, language: row.lang, hasText: row.lang === ctx.lang || mine.length > 0 };
    for (const t of mine) {
      out[t.field] = t.value;
      if (t.field === 'title') out.language = t.lang;
    }
    return out;
  });
}

const entities = (s: string): string => s.replace(/&(?!#?\w+;)/g, '&#038;').replace(/'/g, '&#8217;');
const name = (s: string): string => (variant('rendered') ? entities(s) : s);
const body = (s: string): string => {
  if (!variant('rendered') || !s) return s;
  return s.trimStart().startsWith('<') ? `${s}\n` : `<p>${s.replace(/&(?!#?\w+;)/g, '&#038;').replace(/\n/g, '<br />\n')}</p>\n`;
};

async function images(q: Db, rows: Row[]): Promise<(row: Row) => unknown> {
  const wanted = rows.map((r) => r.image).filter((v) => v && /^\d+$/.test(v)).map(Number);
  const found = wanted.length ? await q('media').whereIn('id', wanted) : [];
  return (row) => {
    if (!row.image) return null;
    const media = found.find((m) => String(m.id) === row.image);
    return media ? { id: media.id, url: media.url } : { id: null, url: row.image };
  };
}

const post = (row: Row, kind: Kind, ctx: Ctx): Record<string, unknown> => ({
  id: row.id, author: row.author, status: row.status, date: row.date, date_utc: row.date_utc,
  modified: utcToSite(row.modified_utc), modified_utc: row.modified_utc, language: row.language,
  rest_url: `${ctx.base}/${NS}/${kind}/${row.id}`, slug: row.slug,
});

type Shown = Record<string, any>;

/** How often terms are in use. */
export async function counts(q: Db, kind: Kind, ids: number[]): Promise<Map<number, number>> {
  const rows = await q('links').where({ kind }).whereIn('target_id', ids)
    .whereNotIn('event_id', q('events').select('id').where('status', 'trash'))
    .groupBy('target_id').select('target_id').count({ n: '*' });
  return new Map(rows.map((r: any) => [r.target_id, Number(r.n)]));
}

const embedCache = new Map<string, Shown>();

export async function present(q: Db, kind: Kind, raw: Row[], ctx: Ctx, inList = false): Promise<Shown[]> {
  const rows = await translated(q, kind, raw, ctx);
  if (isTerm(kind)) {
    const n = await counts(q, kind, rows.map((r) => r.id));
    return rows.map((row) => ({
      id: row.id, name: name(row.title), slug: row.slug, description: body(row.description),
      ...(kind === 'categories' ? { parent: row.parent } : {}), count: n.get(row.id) ?? 0,
      language: row.language, rest_url: `${ctx.base}/${NS}/${kind}/${row.id}`,
    }));
  }
  const image = await images(q, rows);
  if (kind === 'organizers') {
    return rows.map((row) => ({
      ...post(row, kind, ctx), organizer: bug('b37') && inList && !row.hasText ? null : name(row.title), description: body(row.description),
      phone: row.phone, website: row.website, email: row.email, image: image(row),
    }));
  }
  if (kind === 'venues') {
    return rows.map((row) => ({
      ...post(row, kind, ctx), venue: name(row.title), description: body(row.description), address: row.address, city: row.city,
      country: row.country, province: row.province, state: row.state, stateprovince: row.stateprovince, zip: row.zip,
      phone: row.phone, website: row.website, show_map: row.show_map, show_map_link: row.show_map_link, image: image(row),
      geo_lat: row.geo_lat, geo_lng: row.geo_lng, custom_fields: JSON.parse(row.custom_fields) as unknown,
    }));
  }
  const related = await relations(q, rows, ctx);
  return rows.map((row) => {
    const open = mayReadText(row, ctx);
    const zoned = DateTime.fromFormat(row.start_date, 'yyyy-MM-dd HH:mm:ss', { zone: row.timezone });
    return {
      ...post(row, kind, ctx), title: name(row.title), description: open ? body(row.description) : '', excerpt: open ? body(row.excerpt) : '',
      protected: !!row.password, image: image(row), all_day: !!row.all_day,
      start_date: row.start_date, end_date: row.end_date, utc_start_date: row.utc_start_date, utc_end_date: row.utc_end_date,
      timezone: row.timezone, timezone_abbr: zoned.offsetNameShort, cost: row.cost, website: row.website,
      show_map: !!row.show_map, show_map_link: !!row.show_map_link, hide_from_listings: !!row.hide_from_listings,
      sticky: !!row.sticky, featured: !!row.featured, ticketed: !!row.ticketed, post_parent: row.post_parent,
      ...related(row.id),
    };
  });
}

function mayReadText(row: Row, ctx: Ctx): boolean {
  if (!row.password || owns(row, ctx) || ctx.password === row.password) return true;
  return bug('b21') && ctx.bySlug;
}

/** Venues, organizers, categories and tags of events. */
async function relations(q: Db, events: Row[], ctx: Ctx): Promise<(id: number) => Shown> {
  const links = await q('links').whereIn('event_id', events.map((e) => e.id)).orderBy('position');
  const shown = new Map<string, Shown>();
  for (const kind of ['venues', 'organizers', 'categories', 'tags'] as const) {
    const ids = [...new Set(links.filter((l) => l.kind === kind).map((l) => l.target_id as number))];
    if (!ids.length) continue;
    const rows: Row[] = await q(kind).whereIn('id', ids).modify((b) => {
      if (!isTerm(kind)) void (isAnonymous(ctx) ? b.where('status', 'publish') : b.whereNot('status', 'trash'));
    });
    for (const item of await present(q, kind, rows, ctx)) {
      if (bug('b23') && kind === 'venues') {
        const key = `${item.id}/${ctx.lang}`;
        if (!embedCache.has(key)) embedCache.set(key, item);
        shown.set(`${kind}/${item.id}`, embedCache.get(key) as Shown);
        continue;
      }
      shown.set(`${kind}/${item.id}`, item);
    }
  }
  return (id) => {
    const of = (kind: Kind): unknown[] => links.filter((l) => l.event_id === id && l.kind === kind)
      .map((l) => shown.get(`${kind}/${l.target_id}`)).filter((s): s is Shown => !!s).map((s) => (variant('bare') ? s.id : s));
    return { categories: of('categories'), tags: of('tags'), venue: of('venues'), organizer: of('organizers') };
  };
}

