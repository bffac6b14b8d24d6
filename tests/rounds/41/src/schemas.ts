/** JSON schemas of all inputs, and the lenient reading of strings before validation. */
import { Kind } from './db';
import { LANGS, MAX_PER_PAGE, STATUSES, bug, variant } from './config';

export interface Prop {
  type: string | string[]; description?: string; items?: Prop; enum?: readonly unknown[];
  minimum?: number; maximum?: number; minLength?: number; pattern?: string; default?: unknown; maxItems?: number;
}
export interface ObjectSchema { type: 'object'; properties: Record<string, Prop>; required?: string[] }

const str: Prop = { type: ['string', 'null'] };
const text: Prop = { type: 'string' };
const name: Prop = { type: 'string', pattern: '\\S' };
const int: Prop = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const bool: Prop = { type: 'boolean' };
const ids: Prop = { type: ['array', 'null'], items: int, maxItems: 1000 };
const language: Prop = { type: 'string', enum: LANGS };
const status: Prop = { type: 'string', enum: STATUSES };
const common = { author: int, date: str, date_utc: str, description: str, status, image: str, website: str };

const bodyFields: Record<Kind, Record<string, Prop>> = {
  events: {
    title: name, ...common, start_date: text, end_date: text, slug: text, excerpt: str, timezone: text, all_day: bool,
    cost: { type: ['string', 'null'] }, show_map: bool, show_map_link: bool, hide_from_listings: bool,
    sticky: bool, featured: bool, categories: ids, tags: ids, venue: ids, organizer: ids,
  },
  venues: {
    venue: name, ...common, show_map: str, show_map_link: str, address: str, city: str, country: str, province: str,
    state: str, zip: str, phone: str, stateprovince: str,
  },
  organizers: { organizer: name, ...common, phone: str, email: str },
  categories: { name, description: str, slug: text, parent: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
  tags: { name, description: str, slug: text },
};

const requiredFields: Record<Kind, string[]> = {
  events: ['title', 'start_date', 'end_date'], venues: ['venue'], organizers: ['organizer'], categories: ['name'], tags: ['name'],
};

export function bodySchema(kind: Kind, create: boolean): ObjectSchema {
  const properties: Record<string, Prop> = { ...bodyFields[kind], ml_language: language };
  if (kind === 'events' && !create) properties.password = text;
  return { type: 'object', properties, ...(create ? { required: requiredFields[kind] } : {}) };
}

const words: Prop = { type: 'array', items: text, maxItems: 1000 };
const paging = {
  page: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1, default: 1 } as Prop,
  per_page: { type: 'integer', minimum: 1, maximum: variant('paging') ? 2 ** 31 - 1 : MAX_PER_PAGE, default: 10 } as Prop,
};
const statusFilter: Prop = { type: 'array', items: { type: 'string', enum: [...STATUSES, 'any', ...(variant('trash') ? ['trash'] : [])] } };
const any: Prop = { type: 'string' };
const anyId: Prop = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const idList: Prop = { type: 'array', items: anyId, maxItems: 1000 };
const linked = { ...paging, search: text, event: anyId, has_events: bool, only_with_upcoming: { ...bool, default: false }, status: statusFilter };
const term: Record<string, Prop> = {
  ...paging, search: text, exclude: idList, include: idList,
  order: { type: 'string', enum: ['asc', 'desc', 'ascending', 'descending'], default: 'asc' },
  orderby: { type: 'string', enum: ['name', 'id', 'slug', 'count', 'description', 'parent', 'term_id'], default: 'name' },
  hide_empty: { ...bool, default: true }, post: anyId, event: anyId, slug: text,
};

const listFields: Record<Kind, Record<string, Prop>> = {
  events: {
    ...paging, start_date: any, end_date: any, starts_before: any, starts_after: any, ends_before: any, ends_after: any,
    strict_dates: { ...bool, default: false }, search: text, categories: words, tags: words, venue: idList, organizer: idList,
    featured: bool, status: statusFilter, geoloc: bool,
    geoloc_lat: { type: 'number', minimum: -90, maximum: 90 }, geoloc_lng: { type: 'number', minimum: -180, maximum: 180 },
    include: idList, post_parent: anyId, ticketed: bool,
  },
  venues: linked,
  organizers: bug('b39') ? { ...linked, only_with_upcoming: { type: 'string', default: 'false' } } : linked,
  categories: { ...term, parent: anyId, ...(bug('b42') ? { hide_empty: { type: 'string', default: '1' } as Prop } : {}) },
  tags: term,
};

export const listSchema = (kind: Kind): ObjectSchema =>
  ({ type: 'object', properties: { ...listFields[kind], ml_language: language } });

export function itemQuerySchema(kind: Kind, method: string): ObjectSchema {
  const properties: Record<string, Prop> = { ml_language: language };
  if (bug('b53') && kind === 'tags' && method === 'DELETE') properties.ml_language = text;
  if (kind === 'events') properties.password = text;
  return { type: 'object', properties };
}

export const indexSchema: ObjectSchema = {
  type: 'object',
  properties: {
    namespace: { type: 'string', default: 'vendor/events/v1' },
    context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' }, ml_language: language,
  },
};

// ---- lenient reading -------------------------------------------------------------------------

const TRUE = new Set(['1', 'true', 'yes', 'on']);
const FALSE = new Set(['0', 'false', 'no', 'off']);

function readOne(value: unknown, prop: Prop): unknown {
  const types = Array.isArray(prop.type) ? prop.type : [prop.type];
  if (value === null) return value;
  if (types.includes('array')) {
    let list: unknown[];
    if (Array.isArray(value)) list = value.flatMap((v) => (typeof v === 'string' ? v.split(',') : [v]));
    else if (typeof value === 'string') list = value.split(',');
    else if (typeof value === 'number') list = [value];
    else return value;
    list = list.map((v) => (typeof v === 'string' ? v.trim() : v)).filter((v) => v !== '');
    return prop.items ? list.map((v) => readOne(v, prop.items as Prop)) : list;
  }
  if (types.includes('boolean')) {
    const word = String(value).toLowerCase();
    if (typeof value === 'string' || typeof value === 'number') return TRUE.has(word) ? true : FALSE.has(word) ? false : value;
    return value;
  }
  if (types.includes('integer')) return typeof value === 'string' && /^\s*-?\d{1,16}\s*$/.test(value) ? Number(value) : value;
  if (types.includes('number')) return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return value;
}

/** Strings of a query or a form become what the schema declares; what does not fit is left for ajv to refuse. */
export function readInput(input: Record<string, unknown>, schema: ObjectSchema, isQuery: boolean): void {
  for (const [key, prop] of Object.entries(schema.properties)) {
    let value = input[key];
    if (value === undefined) continue;
    const wantsArray = prop.type === 'array' || (Array.isArray(prop.type) && prop.type.includes('array'));
    if (isQuery && !wantsArray && Array.isArray(value)) value = value[value.length - 1];
    if (isQuery && value === '') { delete input[key]; continue; }
    if (typeof value === 'string' && (key === 'order' || key === 'orderby')) value = value.toLowerCase();
    input[key] = readOne(value, prop);
  }
}

/** Query strings and forms: repeated keys, key[] and key[0] make arrays. */
export function parsePairs(text: string): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [rawKey, value] of new URLSearchParams(text)) {
    const key = rawKey.replace(/\[\d*\]$/, '');
    const old = out[key];
    if (old === undefined) out[key] = key === rawKey ? value : [value];
    else out[key] = Array.isArray(old) ? [...(old as unknown[]), value] : [old, value];
  }
  return out;
}
