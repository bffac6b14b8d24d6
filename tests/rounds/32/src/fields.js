import { isZone } from './dates.js';
import { LANGUAGES } from './db.js';
import { invalid } from './errors.js';
import { bug, variant } from './switches.js';

const str = { kind: 'string' }, int = { kind: 'integer' }, bool = { kind: 'boolean' }, ids = { kind: 'ids' };
const date = { kind: 'date' }, url = { kind: 'url' };
export const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash'];
const common = { author: int, date, date_utc: date, description: str, status: { kind: 'status' }, image: { kind: 'string', numeric: true } };

export const FIELDS = {
  events: {
    title: { kind: 'name' }, start_date: { kind: 'date', required: true }, end_date: { kind: 'date', required: true }, ...common,
    slug: str, excerpt: str, timezone: { kind: 'zone' }, all_day: bool, cost: { kind: 'scalar' }, website: url,
    show_map: bool, show_map_link: bool, hide_from_listings: bool, sticky: bool, featured: bool,
    categories: ids, tags: ids, venue: ids, organizer: ids, password: str,
  },
  venues: {
    venue: { kind: 'name' }, ...common, show_map: { kind: 'string', flag: true }, show_map_link: { kind: 'string', flag: true },
    address: str, city: str, country: str, province: str, state: str, zip: str, phone: str, stateprovince: str, website: url,
  },
  organizers: { organizer: { kind: 'name' }, ...common, phone: str, website: str, email: { kind: 'email' } },
  categories: { name: { kind: 'name' }, description: str, slug: str, parent: int },
  tags: { name: { kind: 'name' }, description: str, slug: str },
};

const SCHEMA = {
  string: { type: ['string', 'null'], format: 'text', maxLength: 200000 },
  name: { type: 'string', pattern: '\\S', format: 'text', maxLength: 10000 },
  integer: { type: ['integer', 'null'], minimum: 0, maximum: 2147483647 },
  boolean: { type: ['boolean', 'null'] },
  ids: { type: ['array', 'null'], items: { type: 'integer', minimum: 1, maximum: 2147483647 }, maxItems: 1000 },
  date: { type: ['string', 'null'], format: 'wall-date' },
  status: { type: ['string', 'null'], enum: [...STATUSES, null] },
  zone: { type: ['string', 'null'], format: 'time-zone' },
  url: { type: ['string', 'null'], format: 'web-address', maxLength: 10000 },
  email: { type: ['string', 'null'], format: 'mail-address', maxLength: 1000 },
  scalar: { type: ['string', 'number', 'null'], format: 'text', maxLength: 10000 },
};
export const LANGUAGE_SCHEMA = { type: 'string', enum: LANGUAGES };

export function bodySchema(resource, { partial }) {
  const properties = { ml_language: LANGUAGE_SCHEMA };
  const required = [];
  for (const [name, f] of Object.entries(FIELDS[resource])) {
    properties[name] = SCHEMA[f.kind];
    const full = !partial || (bug('venue-name-required-on-update') && resource === 'venues');
    if (full && (f.kind === 'name' || f.required)) required.push(name);
    if (f.required) properties[name] = { ...properties[name], type: 'string' };
  }
  return { type: 'object', properties, required };
}

const digits = (v) => (typeof v === 'string' && /^\s*\d{1,15}\s*$/.test(v) ? Number(v) : v);
const flag = (v) => {
  if (v === 'true' || v === '1' || v === 1) return true;
  if (v === 'false' || v === '0' || v === 0 || v === '') return false;
  return v;
};
export function list(v) {
  if (v === null || v === undefined) return v;
  const parts = (Array.isArray(v) ? v : [v]).flatMap((x) => (typeof x === 'string' ? x.split(',').map((s) => s.trim()).filter(Boolean) : [x]));
  return parts.map(digits);
}

/** What forms and lenient clients send ("1", "true", "1,2") becomes the declared type before validation. */
export function castBody(resource, body) {
  if (!body || typeof body !== 'object' || Array.isArray(body)) return body;
  if (variant('strict-input')) {
    for (const name of Object.keys(body)) if (!Object.hasOwn(FIELDS[resource], name) && !['id', 'slug', 'ml_language'].includes(name)) throw invalid(name, 'there is no such field');
  }
  const out = { ...body };
  for (const [name, f] of Object.entries(FIELDS[resource])) {
    if (!(name in out)) continue;
    if (f.kind === 'integer') out[name] = digits(out[name]);
    else if (f.kind === 'boolean') out[name] = flag(out[name]);
    else if (f.kind === 'ids') out[name] = list(out[name]);
    else if (f.numeric && Number.isInteger(out[name])) out[name] = String(out[name]);
    else if (f.flag && typeof out[name] === 'boolean') out[name] = String(out[name]);
  }
  return out;
}

const date_ = { type: 'string', format: 'wall-date' };
const idsOrSlugs = { type: 'array', items: { type: ['integer', 'string'] } };
const idList = { type: 'array', items: { type: 'integer' } };
const text = { type: 'string', format: 'text', maxLength: 5000 };
const flagQ = { type: 'boolean' };
const id = { type: 'integer', minimum: 0, maximum: 2147483647 };
const paging = (size = 10) => ({
  page: { type: 'integer', minimum: 1, maximum: 1000000000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 1000, default: size },
  ml_language: LANGUAGE_SCHEMA,
});
const linked = () => ({ ...paging(), search: text, event: id, has_events: flagQ, only_with_upcoming: { type: 'boolean', default: false }, status: text });
const terms = (size) => ({
  ...paging(size), search: text, exclude: idList, include: idList,
  order: { type: 'string', enum: ['asc', 'desc', 'ascending', 'descending'] },
  orderby: { type: 'string', enum: ['id', 'term_id', 'name', 'slug', 'description', 'count', 'parent'], default: 'name' },
  hide_empty: { type: 'boolean', default: true }, post: id, event: id, slug: text,
});

export const QUERIES = {
  events: {
    ...paging(), start_date: date_, end_date: date_, starts_before: date_, starts_after: date_, ends_before: date_, ends_after: date_,
    strict_dates: { type: 'boolean', default: false }, search: text, categories: idsOrSlugs, tags: idsOrSlugs, venue: idList, organizer: idList,
    featured: flagQ, status: text, geoloc: flagQ, geoloc_lat: { type: 'number' }, geoloc_lng: { type: 'number' },
    include: idList, post_parent: id, ticketed: flagQ,
  },
  venues: linked(),
  organizers: linked(),
  categories: { ...terms(10), parent: id },
  tags: terms(10),
};
export const querySchema = (resource) => ({
  type: 'object', properties: QUERIES[resource],
  ...(resource === 'events' ? { dependencies: { geoloc_lat: ['geoloc_lng'], geoloc_lng: ['geoloc_lat'] } } : {}),
});

export function castQuery(resource, query) {
  const out = {};
  for (const [name, value] of Object.entries(query)) {
    const s = Object.hasOwn(QUERIES[resource], name) ? QUERIES[resource][name] : undefined;
    if (!s && variant('strict-input')) throw invalid(name, 'there is no such parameter');
    if (!s) continue;
    if (s.type === 'array') {
      out[name] = list(value);
      continue;
    }
    const one = Array.isArray(value) ? value[value.length - 1] : value;
    if (one === '' && s.type !== 'string') continue;
    if (one === '' && (s.enum || s.format === 'wall-date')) continue;
    if (s.type === 'boolean') {
      out[name] = flag(one);
    } else if (s.type === 'integer') out[name] = digits(one);
    else if (s.type === 'number') out[name] = /^-?\d+(\.\d+)?$/.test(one) ? Number(one) : one;
    else if (name === 'search' && bug('search-plus-becomes-space')) out[name] = one.replace(/\+/g, ' ');
    else out[name] = name === 'order' ? String(one).toLowerCase() : one;
  }
  return out;
}

export const formats = {
  text: (s) => s.isWellFormed() && !s.includes('\0'),
  'time-zone': (s) => isZone(s),
  'web-address': (s) => s === '' || (s.isWellFormed() && /^https?:\/\/[^\s]+$/i.test(s) && URL.canParse(s)),
  'mail-address': (s) => s === '' || (s.isWellFormed() && /^[^\s@]+@[^\s@]+$/.test(s)),
};
