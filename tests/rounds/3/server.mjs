// Calendar events: a small in-memory document store behind a REST interface (node:http alone).
import http from 'node:http';
import { createHash } from 'node:crypto';

const BUG = process.env.BUG || '';
const VARIANT = process.env.VARIANT || '';
const USERS_ON = process.env.USERS === '1';
const PORT = Number(process.env.PORT || 8080);
const NS = 'vendor/events/v1';
const LANGS = ['nl', 'en', 'fr', 'de'];
const DEFAULT_LANG = 'en';
const SITE_TZ = 'Europe/Amsterdam';
const STATUSES = ['publish', 'draft', 'pending', 'private'];
const MAX_BODY = 1024 * 1024;
const MAX_PER_PAGE = 200;

// ---------------------------------------------------------------- errors

class Problem extends Error {
  constructor(status, detail, errors, headers) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers || {};
  }
}

// ---------------------------------------------------------------- dates and zones

const pad = (n, w = 2) => String(n).padStart(w, '0');
const zoneFormats = new Map();

function zoneFormat(tz) {
  let f = zoneFormats.get(tz);
  if (!f) {
    f = new Intl.DateTimeFormat('en-US', {
      timeZone: tz, hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
    if (zoneFormats.size < 1000) zoneFormats.set(tz, f);
  }
  return f;
}

function isZone(tz) {
  if (typeof tz !== 'string' || tz === '') return false;
  try { zoneFormat(tz); return true; } catch { return false; }
}

// milliseconds east of UTC of a zone at an instant
function zoneOffset(ms, tz) {
  const p = {};
  for (const part of zoneFormat(tz).formatToParts(ms)) p[part.type] = part.value;
  let year = Number(p.year);
  if (p.era === 'BC') year = 1 - year;
  const d = new Date(0);
  d.setUTCFullYear(year, Number(p.month) - 1, Number(p.day));
  d.setUTCHours(Number(p.hour) % 24, Number(p.minute), Number(p.second), 0);
  return d.getTime() - Math.floor(ms / 1000) * 1000;
}

function wallMs(text) { // 'YYYY-MM-DD HH:MM:SS' read as if it were UTC
  const [y, mo, d, h, mi, s] = text.split(/[- :]/).map(Number);
  const t = new Date(0);
  t.setUTCFullYear(y, mo - 1, d);
  t.setUTCHours(h, mi, s, 0);
  return t.getTime();
}

function msText(ms) {
  const d = new Date(ms);
  return `${pad(d.getUTCFullYear(), 4)}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())} ` +
    `${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())}`;
}

function toUtcMs(text, tz) {
  const wall = wallMs(text);
  if (BUG === 'event-utc-winter-offset') return wall - zoneOffset(Date.UTC(Number(text.slice(0, 4)), 0, 1), tz);
  const before = zoneOffset(wall - 86400000, tz);
  const after = zoneOffset(wall + 86400000, tz);
  for (const off of [before, after]) if (zoneOffset(wall - off, tz) === off) return wall - off;
  return wall - before; // a time inside the spring gap moves forward
}

const toUtcText = (text, tz) => msText(toUtcMs(text, tz));
const fromUtcMs = (ms, tz) => msText(ms + zoneOffset(ms, tz));

const DATE_RE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

// -> {text, dateOnly, ms (only if an offset was given)} or null
function parseDate(raw) {
  const m = DATE_RE.exec(String(raw).trim());
  if (!m) return null;
  const [y, mo, d] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const [h, mi, s] = [Number(m[4] || 0), Number(m[5] || 0), Number(m[6] || 0)];
  if (mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59 || y < 1) return null;
  const last = new Date(Date.UTC(2000, 0, 1));
  last.setUTCFullYear(y, mo, 0);
  if (d > last.getUTCDate()) return null;
  const text = `${m[1]}-${m[2]}-${m[3]} ${pad(h)}:${pad(mi)}:${pad(s)}`;
  const out = { text, dateOnly: m[4] === undefined };
  if (m[7]) {
    let off = 0;
    if (m[7].toUpperCase() !== 'Z') {
      const digits = m[7].slice(1).replace(':', '');
      off = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60000 * (m[7][0] === '-' ? -1 : 1);
    }
    out.ms = wallMs(text) - off;
  }
  return out;
}

const dateIn = (parsed, tz) => (parsed.ms === undefined ? parsed.text : fromUtcMs(parsed.ms, tz));

// ---------------------------------------------------------------- schemas

const str = (o = {}) => ({ type: 'string', default: null, ...o });
const bool = (d) => ({ type: 'boolean', default: d });
const ids = (to) => ({ type: 'ids', default: null, to });

const publication = {
  author: { type: 'integer', default: null, min: 1 },
  date: { type: 'datetime', default: null },
  date_utc: { type: 'datetime', default: null },
  status: { type: 'status', default: 'publish' },
};

const SCHEMAS = {
  events: {
    one: 'event', title: 'title', post: true, bySlug: true,
    fields: {
      title: str({ required: true, tr: true }),
      start_date: { type: 'datetime', required: true },
      end_date: { type: 'datetime', required: true },
      ...publication,
      description: str({ tr: true }),
      slug: { type: 'slug', default: null },
      excerpt: str({ tr: true }),
      timezone: { type: 'zone', default: SITE_TZ },
      all_day: bool(BUG === 'event-all-day-default'),
      image: str(),
      cost: { type: 'any', default: null },
      website: { type: 'url', default: null },
      show_map: bool(true),
      show_map_link: bool(true),
      hide_from_listings: bool(false),
      sticky: bool(false),
      featured: bool(false),
      categories: ids('categories'),
      tags: ids('tags'),
      venue: ids('venues'),
      organizer: ids('organizers'),
    },
  },
  venues: {
    one: 'venue', title: 'venue', post: true, bySlug: true,
    fields: {
      venue: str({ required: true, tr: true }),
      ...publication,
      description: str({ tr: true }),
      show_map: str({ loose: true }), show_map_link: str({ loose: true }),
      address: str(), city: str(), country: str(), province: str(), state: str(), zip: str(),
      phone: str(), stateprovince: str(), website: str(), image: str(),
    },
  },
  organizers: {
    one: 'organizer', title: 'organizer', post: true, bySlug: true,
    fields: {
      organizer: str({ required: true, tr: true }),
      ...publication,
      description: str({ tr: true }),
      phone: str(), website: str(), email: str(), image: str(),
    },
  },
  categories: {
    one: 'category', title: 'name', post: false, bySlug: false,
    fields: {
      name: str({ required: true, tr: true }),
      description: str({ tr: true }),
      slug: { type: 'slug', default: null },
      parent: { type: 'integer', default: 0, min: 0 },
    },
  },
  tags: {
    one: 'tag', title: 'name', post: false, bySlug: false,
    fields: {
      name: str({ required: true, tr: true }),
      description: str({ tr: true }),
      slug: { type: 'slug', default: null },
    },
  },
};

const paging = { page: { type: 'integer', default: 1, min: 1 }, per_page: { type: 'integer', default: 10, min: 1 } };
const linked = {
  ...paging,
  search: { type: 'string' }, event: { type: 'integer' }, has_events: { type: 'boolean' },
  only_with_upcoming: { type: 'boolean', default: false }, status: { type: 'statuses' },
};
const terms = {
  ...paging,
  search: { type: 'string' }, exclude: { type: 'ids' }, include: { type: 'ids' }, order: { type: 'order' },
  orderby: { type: 'string' }, hide_empty: { type: 'boolean', default: true }, post: { type: 'integer' },
  event: { type: 'integer' }, slug: { type: 'string' },
};
const PARAMS = {
  events: {
    ...paging,
    start_date: { type: 'datetime' }, end_date: { type: 'datetime' },
    starts_before: { type: 'datetime' }, starts_after: { type: 'datetime' },
    ends_before: { type: 'datetime' }, ends_after: { type: 'datetime' },
    strict_dates: { type: 'boolean', default: false }, search: { type: 'string' },
    categories: { type: 'termrefs' }, tags: { type: 'termrefs' }, venue: { type: 'ids' }, organizer: { type: 'ids' },
    featured: { type: 'boolean' }, status: { type: 'statuses' }, geoloc: { type: 'boolean' },
    geoloc_lat: { type: 'double' }, geoloc_lng: { type: 'double' }, include: { type: 'ids' },
    post_parent: { type: 'integer' }, ticketed: { type: 'boolean' },
  },
  venues: linked,
  organizers: linked,
  categories: { ...terms, parent: { type: 'integer' } },
  tags: terms,
};
if (BUG === 'venue-per-page-20') {
  PARAMS.venues = { ...linked, per_page: { ...paging.per_page, default: 20 } };
}

// ---------------------------------------------------------------- value coercion

const BAD = Symbol('bad');
const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off', '']);

function toBool(v) {
  if (typeof v === 'boolean') return v;
  if (v === 1) return true;
  if (v === 0) return false;
  if (typeof v === 'string') {
    const s = v.trim().toLowerCase();
    if (TRUE.has(s)) return true;
    if (FALSE.has(s)) return false;
  }
  return BAD;
}

function toInt(v) {
  if (typeof v === 'string' && /^\s*[+-]?\d+\s*$/.test(v)) v = Number(v);
  return typeof v === 'number' && Number.isSafeInteger(v) ? v : BAD;
}

function toIds(v) {
  const list = [];
  for (const part of Array.isArray(v) ? v : [v]) {
    const bits = typeof part === 'string' ? part.split(',').map((s) => s.trim()).filter((s) => s !== '') : [part];
    for (const bit of bits) {
      const n = toInt(bit);
      if (n === BAD || n < 0) return BAD;
      if (!list.includes(n)) list.push(n);
    }
  }
  return list;
}

const tooDeep = (v, left) => v !== null && typeof v === 'object' && (left === 0 || Object.values(v).some((x) => tooDeep(x, left - 1)));

// one field of a request body
function coerceField(name, field, v) {
  if (v === null || v === undefined) {
    if (field.required) throw `${name} must not be null`;
    return field.type === 'ids' ? [] : field.default;
  }
  switch (field.type) {
    case 'string':
      if (typeof v === 'number' || (field.loose && typeof v === 'boolean')) v = String(v);
      if (typeof v !== 'string') throw `${name} must be a string`;
      if (field.required && v.trim() === '') throw `${name} must not be empty`;
      return v;
    case 'slug':
      if (typeof v === 'number') v = String(v);
      if (typeof v !== 'string') throw `${name} must be a string`;
      return v;
    case 'url': {
      if (v === '') return v;
      let url = null;
      try { url = typeof v === 'string' ? new URL(v) : null; } catch { /* not a URL */ }
      if (!url || !/^https?:$/.test(url.protocol)) throw `${name} must be an http or https URL`;
      return v;
    }
    case 'any':
      if (tooDeep(v, 20)) throw `${name} is nested too deeply`;
      return v;
    case 'integer': {
      if (v === '') return field.default;
      const n = toInt(v);
      if (n === BAD || n < field.min) throw `${name} must be an integer of at least ${field.min}`;
      return n;
    }
    case 'boolean': {
      if (BUG === 'event-bool-string' && typeof v === 'string') return Boolean(v);
      const b = toBool(v);
      if (b === BAD) throw `${name} must be a boolean`;
      return b;
    }
    case 'ids': {
      const list = toIds(v);
      if (list === BAD) throw `${name} must be an array of integers`;
      return list;
    }
    case 'status':
      if (!STATUSES.includes(v)) throw `${name} must be one of ${STATUSES.join(', ')}`;
      return v;
    case 'zone':
      if (v === '') return field.default;
      if (!isZone(v)) throw `${name} must be an IANA time zone`;
      return v;
    case 'datetime': {
      const d = typeof v === 'string' ? parseDate(v) : null;
      if (!d) throw `${name} must be a date and time (YYYY-MM-DD HH:MM:SS)`;
      return d;
    }
  }
  throw `${name} cannot be set`;
}

// one parameter of a query
function coerceParam(name, spec, values) {
  const last = values[values.length - 1];
  const fail = (what) => { throw new Problem(400, `Parameter ${name} must be ${what}.`, [{ field: name, message: `must be ${what}` }]); };
  switch (spec.type) {
    case 'string': return last;
    case 'integer': {
      const n = toInt(last);
      if (n === BAD || (spec.min !== undefined && n < spec.min)) fail(spec.min !== undefined ? `an integer of at least ${spec.min}` : 'an integer');
      return n;
    }
    case 'double': {
      const n = Number(last);
      if (!Number.isFinite(n)) fail('a number');
      return n;
    }
    case 'boolean': {
      if (BUG === 'event-strict-false' && name === 'strict_dates') return Boolean(last);
      if (BUG === 'category-hide-empty-zero' && name === 'hide_empty' && last !== 'false') return Boolean(last);
      const b = toBool(last);
      if (b === BAD) fail('true or false');
      return b;
    }
    case 'ids': {
      const list = toIds(values);
      if (list === BAD) fail('a list of integers');
      return list;
    }
    case 'termrefs': {
      return values.flatMap((s) => s.split(',')).map((s) => s.trim()).filter((s) => s !== '');
    }
    case 'statuses': {
      const list = last.split(',').map((s) => s.trim()).filter((s) => s !== '');
      for (const s of list) {
        if (!STATUSES.includes(s) && s !== 'any' && !(VARIANT === 'trash' && s === 'trash')) fail(`one of ${STATUSES.join(', ')}, any`);
      }
      return list;
    }
    case 'order': {
      const s = last.toLowerCase();
      if (s === 'asc' || s === 'ascending') return 1;
      if (s === 'desc' || s === 'descending') return -1;
      return fail('asc or desc');
    }
    case 'datetime': {
      const d = parseDate(last);
      if (!d) fail('a date (YYYY-MM-DD HH:MM:SS)');
      return { text: dateIn(d, SITE_TZ), dateOnly: d.dateOnly };
    }
  }
  return last;
}

// ---------------------------------------------------------------- the store

const KINDS = Object.keys(SCHEMAS);
const store = {};
const slugIndex = {};
for (const k of KINDS) { store[k] = new Map(); slugIndex[k] = new Map(); }
let lastId = 0;
const slugCache = new Map();
let stickyLang = DEFAULT_LANG;

const templates = {};
for (const k of KINDS) {
  templates[k] = {};
  for (const [name, f] of Object.entries(SCHEMAS[k].fields)) {
    if (f.tr || f.type === 'slug' || f.type === 'ids' || f.required) continue;
    templates[k][name] = f.default;
  }
}

const alive = (doc) => doc && !doc.deletedAt;

function text(doc, field, lang) {
  const t = doc.tr[lang];
  if (t && Object.hasOwn(t, field)) return t[field];
  return doc.tr[doc.lang][field] ?? null;
}

function slugify(s) {
  const words = s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^-+|-+$/g, '');
  return [...words].slice(0, 150).join('').replace(/-+$/, '');
}

function freeSlug(kind, base, doc) {
  let slug = base;
  const taken = (s) => {
    const id = slugIndex[kind].get(s);
    return id !== undefined && id !== doc.id && alive(store[kind].get(id));
  };
  for (let n = 2; taken(slug); n++) slug = `${base}-${n}`;
  return slug;
}

function setSlug(kind, doc, wanted) {
  let base;
  if (typeof wanted === 'string' && wanted !== '') {
    const nfc = wanted.normalize('NFC');
    base = /^[\p{L}\p{N}\p{M}_-]{1,200}$/u.test(nfc) ? nfc : slugify(wanted);
  }
  if (!base) {
    base = slugify(doc.tr[doc.lang][SCHEMAS[kind].title]) || SCHEMAS[kind].one;
    if (VARIANT === 'slug-with-id') base = `${base}-${doc.id}`;
  }
  const slug = freeSlug(kind, base, doc);
  if (doc.slug === slug) return;
  if (doc.slug !== undefined && slugIndex[kind].get(doc.slug) === doc.id) slugIndex[kind].delete(doc.slug);
  doc.slug = slug;
  if (BUG === 'venue-slug-after-delete' && kind === 'venues' && slugIndex[kind].has(slug)) return;
  slugIndex[kind].set(slug, doc.id);
}

function findBySlug(kind, slug) {
  const id = slugIndex[kind].get(slug.normalize('NFC'));
  return id === undefined ? undefined : store[kind].get(id);
}

// ---------------------------------------------------------------- users

const ACCOUNTS = {
  editor: { id: 1, name: 'editor', role: 'editor', password: 'editor' },
  author: { id: 2, name: 'author', role: 'author', password: 'author' },
  reader: { id: 3, name: 'reader', role: 'reader', password: 'reader' },
};
const OPEN_USER = { id: 1, name: 'open', role: 'editor' };
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="calendar", charset="UTF-8"' };

function authenticate(req) {
  if (!USERS_ON) return OPEN_USER;
  const h = req.headers.authorization;
  if (h === undefined) return null;
  const m = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(h);
  if (m) {
    const pair = Buffer.from(m[1], 'base64').toString('utf8');
    const cut = pair.indexOf(':');
    const name = pair.slice(0, cut);
    const account = cut > 0 && Object.hasOwn(ACCOUNTS, name) ? ACCOUNTS[name] : null;
    if (account && account.password === pair.slice(cut + 1)) return account;
  }
  throw new Problem(401, 'Unknown user or wrong password.', undefined, CHALLENGE);
}

const ownerOf = (doc) => (SCHEMAS[doc.kind].post ? doc.f.author : doc.owner);

function maySee(doc, user) {
  if (!alive(doc)) return false;
  if (!SCHEMAS[doc.kind].post || doc.f.status === 'publish') return true;
  return Boolean(user) && (user.role === 'editor' || doc.f.author === user.id);
}

function requireSee(doc, ctx) {
  if (maySee(doc, ctx.user)) return;
  if (BUG === 'users-anon-draft-slug' && ctx.bySlug) return;
  if (!ctx.user) throw new Problem(401, 'This record is not public.', undefined, CHALLENGE);
  throw new Problem(403, 'You may not read this record.');
}

function requireCreate(ctx) {
  if (!ctx.user) throw new Problem(401, 'Sign in to write.', undefined, CHALLENGE);
  if (ctx.user.role === 'reader') throw new Problem(403, 'You may not write.');
}

function requireChange(doc, ctx) {
  requireCreate(ctx);
  if (ctx.user.role === 'editor') return;
  if (BUG === 'users-slug-edit' && ctx.bySlug) return;
  if (ownerOf(doc) !== ctx.user.id) throw new Problem(403, 'This record belongs to someone else.');
}

// ---------------------------------------------------------------- relations

const REL = { venues: 'venue', organizers: 'organizer', categories: 'categories', tags: 'tags' };

function* eventsSeen(user) {
  for (const e of store.events.values()) if (maySee(e, user)) yield e;
}

function usage(kind, user) {
  const count = new Map();
  for (const e of eventsSeen(user)) for (const id of e.f[REL[kind]]) count.set(id, (count.get(id) || 0) + 1);
  if (BUG === 'tag-count-stale' && kind === 'tags') {
    for (const t of store.tags.values()) if (t.lost) count.set(t.id, (count.get(t.id) || 0) + t.lost);
  }
  return count;
}

function usageOf(doc, user) {
  let n = 0;
  for (const e of eventsSeen(user)) if (e.f[REL[doc.kind]].includes(doc.id)) n++;
  if (BUG === 'tag-count-stale' && doc.kind === 'tags') n += doc.lost || 0;
  return n;
}

function withUpcoming(kind, user) {
  const found = new Set();
  const now = Date.now();
  for (const e of eventsSeen(user)) if (e.endMs >= now) for (const id of e.f[REL[kind]]) found.add(id);
  return found;
}

// ---------------------------------------------------------------- representation

const outId = (n) => (VARIANT === 'string-ids' ? String(n) : n);

function render(doc, ctx, inList, counts) {
  const schema = SCHEMAS[doc.kind];
  const self = `${ctx.root}/${doc.kind}/${doc.id}`;
  const out = { id: outId(doc.id), type: schema.one, slug: doc.slug };
  for (const [name, field] of Object.entries(schema.fields)) {
    if (name === 'slug') continue;
    if (field.tr) out[name] = text(doc, name, ctx.lang);
    else if (field.type === 'ids') out[name] = doc.f[name].map(outId);
    else out[name] = doc.f[name];
    if (name === 'start_date') out.start_date_utc = msText(doc.startMs);
    if (name === 'end_date') out.end_date_utc = msText(doc.endMs);
  }
  if (doc.kind === 'events') {
    out.post_parent = outId(0);
    out.ticketed = false;
    out._embedded = {};
    for (const [kind, rel] of Object.entries(REL)) {
      out._embedded[rel] = doc.f[rel].map((id) => store[kind].get(id)).filter((d) => maySee(d, ctx.user))
        .map((d) => ({ id: outId(d.id), slug: d.slug, [SCHEMAS[kind].title]: text(d, SCHEMAS[kind].title, ctx.lang) }));
    }
    if (BUG === 'event-list-excerpt' && inList) delete out.excerpt;
  }
  if (doc.kind === 'categories') out.parent = outId(doc.f.parent);
  if (!schema.post) out.count = counts ? counts.get(doc.id) || 0 : usageOf(doc, ctx.user);
  if (VARIANT === 'trash' && doc.trashed) out.status = 'trash';
  out.language = doc.tr[ctx.lang] ? ctx.lang : doc.lang;
  out.translations = Object.keys(doc.tr).sort();
  out.modified = new Date(doc.modified).toISOString();
  out.links = { self, collection: `${ctx.root}/${doc.kind}` };
  if (schema.bySlug) out.links.by_slug = `${ctx.root}/${doc.kind}/by-slug/${encodeURIComponent(doc.slug)}`;
  return out;
}

// ---------------------------------------------------------------- lists: the query builder

const fold = (s) => s.normalize('NFC').toLowerCase();

function readParams(kind, query) {
  const specs = PARAMS[kind];
  const p = {};
  for (const [name, spec] of Object.entries(specs)) {
    const values = query.get(name);
    const given = values && values.some((v) => v !== '');
    if (given) p[name] = coerceParam(name, spec, values);
    else if (spec.default !== undefined) p[name] = spec.default;
  }
  if (VARIANT === 'cap-25') p.per_page = Math.min(p.per_page, 25);
  else if (p.per_page > MAX_PER_PAGE) {
    throw new Problem(400, `Parameter per_page must be at most ${MAX_PER_PAGE}.`, [{ field: 'per_page', message: `must be at most ${MAX_PER_PAGE}` }]);
  }
  return p;
}

const SEARCHED = {
  events: ['title', 'description'],
  venues: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
  organizers: ['organizer', 'description', 'phone', 'website', 'email'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};
if (BUG === 'event-search-title-only') SEARCHED.events = ['title'];
if (BUG === 'venue-search-core-only') SEARCHED.venues = ['venue', 'description'];

function searchClause(kind, needle, ctx) {
  const wanted = fold(needle);
  const fields = SCHEMAS[kind].fields;
  let lower = fold;
  if (BUG === 'event-search-accents' && kind === 'events') {
    lower = (s) => s.normalize('NFC').replace(/[A-Z]/g, (c) => c.toLowerCase());
  }
  return (d) => SEARCHED[kind].some((name) => {
    const v = fields[name].tr ? text(d, name, ctx.lang) : d.f[name];
    return typeof v === 'string' && lower(v).includes(wanted);
  });
}

function dateClauses(p) {
  const strict = p.strict_dates;
  const day = (s) => s.slice(0, 10);
  const list = [];
  const exact = (g) => strict && !g.dateOnly;
  if (p.start_date) {
    const g = p.start_date;
    if (VARIANT === 'date-range') list.push((e) => (exact(g) ? e.f.start_date >= g.text : day(e.f.start_date) >= day(g.text)));
    else list.push((e) => day(e.f.start_date) === day(g.text) && (!exact(g) || e.f.start_date >= g.text));
  }
  if (p.end_date) {
    const g = p.end_date;
    if (VARIANT === 'date-range') list.push((e) => (exact(g) ? e.f.end_date <= g.text : day(e.f.end_date) <= day(g.text)));
    else list.push((e) => day(e.f.end_date) === day(g.text) && (!exact(g) || e.f.end_date <= g.text));
  }
  const column = {};
  const bound = (col, test) => {
    if (BUG === 'event-range-overwritten') { column[col] = (e) => test(e.f[col]); return; }
    list.push((e) => test(e.f[col]));
  };
  const before = (g) => (strict ? (v) => v < g.text : (v) => day(v) <= day(g.text));
  const after = (g) => (strict ? (v) => v > g.text : (v) => day(v) >= day(g.text));
  if (p.starts_before) bound('start_date', before(p.starts_before));
  if (p.starts_after) bound('start_date', after(p.starts_after));
  if (p.ends_before) bound('end_date', before(p.ends_before));
  if (p.ends_after) bound(BUG === 'event-ends-after-start' ? 'start_date' : 'end_date', after(p.ends_after));
  return list.concat(Object.values(column));
}

function termClause(kind, refs) {
  const wanted = new Set();
  for (const ref of refs) {
    let term = /^\d+$/.test(ref) ? store[kind].get(Number(ref)) : undefined;
    if (!alive(term)) term = findBySlug(kind, ref);
    if (alive(term)) wanted.add(term.id);
  }
  if (BUG === 'event-categories-and' && kind === 'categories') {
    return (e) => wanted.size > 0 && [...wanted].every((id) => e.f.categories.includes(id));
  }
  return (e) => e.f[kind].some((id) => wanted.has(id));
}

function eventClauses(p, ctx) {
  const where = [];
  if (p.include) where.push((e) => p.include.includes(e.id));
  if (!p.include || BUG === 'event-include-dates') where.push(...dateClauses(p));
  if (p.categories) where.push(termClause('categories', p.categories));
  if (p.tags) where.push(termClause('tags', p.tags));
  const byVenue = p.venue && ((e) => e.f.venue.some((id) => p.venue.includes(id)));
  let byOrganizer = p.organizer && ((e) => e.f.organizer.some((id) => p.organizer.includes(id)));
  if (BUG === 'event-organizer-first-only' && p.organizer) byOrganizer = (e) => p.organizer.includes(e.f.organizer[0]);
  if (BUG === 'event-filters-or' && byVenue && byOrganizer) where.push((e) => byVenue(e) || byOrganizer(e));
  else {
    if (byVenue) where.push(byVenue);
    if (byOrganizer) where.push(byOrganizer);
  }
  if (BUG === 'event-featured-false' ? p.featured : p.featured !== undefined) where.push((e) => e.f.featured === p.featured);
  if ((p.geoloc_lat === undefined) !== (p.geoloc_lng === undefined)) {
    throw new Problem(400, 'Parameters geoloc_lat and geoloc_lng must be given together.', [{ field: p.geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', message: 'is missing' }]);
  }
  if (p.post_parent !== undefined) where.push(() => p.post_parent === 0);
  if (p.ticketed !== undefined) where.push(() => p.ticketed === false);
  return where;
}

function linkedClauses(kind, p, ctx) {
  const where = [];
  if (p.event !== undefined) {
    const e = store.events.get(p.event);
    const list = maySee(e, ctx.user) ? e.f[REL[kind]] : [];
    where.push((d) => list.includes(d.id));
  }
  if (p.has_events !== undefined) {
    const used = usage(kind, ctx.user);
    where.push((d) => used.has(d.id) === p.has_events);
  }
  if (p.only_with_upcoming && !(BUG === 'organizer-upcoming-ignored' && kind === 'organizers')) {
    const soon = withUpcoming(kind, ctx.user);
    where.push((d) => soon.has(d.id));
  }
  return where;
}

function termClauses(kind, p, ctx, counts) {
  const where = [];
  if (p.hide_empty && !(BUG === 'tag-hide-empty-off' && kind === 'tags' && !ctx.query.has('hide_empty'))) {
    where.push((d) => (counts.get(d.id) || 0) > 0);
  }
  if (p.include) where.push((d) => p.include.includes(d.id));
  if (p.exclude && !(BUG === 'tag-exclude-ignored' && kind === 'tags')) where.push((d) => !p.exclude.includes(d.id));
  if (p.parent !== undefined) where.push((d) => d.f.parent === p.parent);
  for (const name of ['post', 'event']) {
    if (p[name] === undefined) continue;
    if (BUG === 'tag-event-alias' && kind === 'tags' && name === 'event') continue;
    const e = store.events.get(p[name]);
    let list = maySee(e, ctx.user) ? e.f[REL[kind]] : [];
    if (BUG === 'category-post-first' && kind === 'categories') list = list.slice(0, 1);
    where.push((d) => list.includes(d.id));
  }
  if (p.slug !== undefined) {
    const slug = p.slug.normalize('NFC');
    if (BUG === 'category-slug-prefix' && kind === 'categories') where.push((d) => d.slug.startsWith(slug));
    else where.push((d) => d.slug === slug);
  }
  return where;
}

const collator = new Intl.Collator('en');

function termOrder(kind, p, ctx, counts) {
  const by = p.orderby === undefined ? 'name' : p.orderby.toLowerCase();
  const key = {
    id: (d) => d.id, term_id: (d) => d.id, name: (d) => text(d, 'name', ctx.lang), slug: (d) => d.slug,
    description: (d) => text(d, 'description', ctx.lang) || '', count: (d) => counts.get(d.id) || 0,
    parent: (d) => d.f.parent || 0,
  };
  if (!Object.hasOwn(key, by)) throw new Problem(400, 'Parameter orderby must be one of id, name, slug, description, count, parent.', [{ field: 'orderby', message: 'is not a term attribute' }]);
  let get = key[by];
  if (BUG === 'category-orderby-id-text' && kind === 'categories' && (by === 'id' || by === 'term_id')) get = (d) => String(d.id);
  const sign = p.order || 1;
  return (a, b) => {
    const x = get(a), y = get(b);
    const c = typeof x === 'string' ? (by === 'id' || by === 'term_id' ? (x < y ? -1 : x > y ? 1 : 0) : collator.compare(x, y)) : x - y;
    return sign * (c || a.id - b.id);
  };
}

function list(kind, ctx) {
  const schema = SCHEMAS[kind];
  const p = readParams(kind, ctx.query);
  const counts = schema.post ? null : usage(kind, ctx.user);
  const where = kind === 'events' ? eventClauses(p, ctx)
    : schema.post ? linkedClauses(kind, p, ctx) : termClauses(kind, p, ctx, counts);
  if (p.search !== undefined) where.push(searchClause(kind, p.search, ctx));
  const trashed = VARIANT === 'trash' && p.status && p.status.includes('trash');
  if (schema.post) {
    let wanted = p.status || ['publish'];
    if (BUG === 'venue-status-ignored' && kind === 'venues') wanted = ['publish'];
    if (!wanted.includes('any')) where.push((d) => wanted.includes(d.f.status) || (trashed && d.trashed));
  }
  let rows = [];
  for (const d of store[kind].values()) {
    let seen = maySee(d, ctx.user) || (trashed && d.trashed && ctx.user && ctx.user.role === 'editor');
    if (BUG === 'organizer-deleted-in-list' && kind === 'organizers' && d.deletedAt) seen = true;
    if (seen && where.every((test) => test(d))) rows.push(d);
  }
  if (BUG === 'venue-join-duplicates' && kind === 'venues' && p.has_events) {
    const used = usage(kind, ctx.user);
    rows = rows.flatMap((d) => Array(used.get(d.id) || 1).fill(d));
  }
  if (kind === 'events') rows.sort((a, b) => a.startMs - b.startMs || a.id - b.id);
  else if (!schema.post) rows.sort(termOrder(kind, p, ctx, counts));
  else rows.sort((a, b) => a.id - b.id);
  if (BUG === 'venue-page2-order' && kind === 'venues' && p.page > 1) rows.reverse();

  let total = rows.length;
  if (BUG === 'tag-total-unfiltered' && kind === 'tags') total = [...store.tags.values()].filter(alive).length;
  let pages = Math.ceil(total / p.per_page);
  if (BUG === 'pages-floor') pages = Math.floor(total / p.per_page);
  const from = (p.page - 1) * p.per_page;
  const items = rows.slice(from, from + p.per_page).map((d) => render(d, ctx, true, counts));

  const at = (page) => {
    const parts = [];
    for (const [name, values] of ctx.query) {
      if (name === 'page') continue;
      for (const v of values) parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(v)}`);
    }
    parts.push(`page=${page}`);
    return `${ctx.root}/${kind}?${parts.join('&')}`;
  };
  const links = { self: at(p.page), first: at(1), last: at(Math.max(1, pages)) };
  if (p.page > 1) links.prev = at(Math.max(1, Math.min(p.page - 1, pages)));
  if (p.page < pages) links.next = at(p.page + 1);
  const headers = { 'X-Total-Count': String(total), 'X-Page-Count': String(pages) };
  const rel = ['first', 'prev', 'next', 'last'].filter((r) => links[r]).map((r) => `<${links[r]}>; rel="${r}"`);
  headers.Link = rel.join(', ');
  const body = VARIANT === 'envelope-by-name'
    ? { [kind]: items, found: total, page_count: pages }
    : { items, paging: { page: p.page, per_page: p.per_page, total, pages }, links };
  return { status: 200, body, headers };
}

// ---------------------------------------------------------------- writes

// keep only the fields of the schema, coerced; collect every complaint
function readInput(kind, ctx, needed) {
  const schema = SCHEMAS[kind];
  const raw = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    for (const source of [ctx.query, ctx.body]) {
      if (source instanceof Map) {
        const values = source.get(name);
        if (values) raw[name] = field.type === 'ids' ? values : values[values.length - 1];
      } else if (source && Object.hasOwn(source, name)) raw[name] = source[name];
    }
  }
  const input = {};
  const errors = [];
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!Object.hasOwn(raw, name)) {
      if (needed && field.required) errors.push({ field: name, message: `${name} is required` });
      continue;
    }
    try {
      input[name] = coerceField(name, field, raw[name]);
    } catch (e) {
      if (typeof e !== 'string') throw e;
      errors.push({ field: name, message: e });
    }
  }
  for (const [name, field] of Object.entries(schema.fields)) {
    if (field.type !== 'ids' || !input[name]) continue;
    for (const id of input[name]) {
      if (!alive(store[field.to].get(id))) errors.push({ field: name, message: `there is no ${SCHEMAS[field.to].one} ${id}` });
    }
  }
  if (errors.length) throw new Problem(422, 'The request holds invalid fields.', errors);
  return input;
}

function invalid(field, message) {
  throw new Problem(422, 'The request holds invalid fields.', [{ field, message }]);
}

function checkParent(doc, parent) {
  if (!parent) return;
  let up = store.categories.get(parent);
  if (!alive(up)) invalid('parent', `there is no category ${parent}`);
  for (; alive(up); up = store.categories.get(up.f.parent)) {
    if (up.id === doc.id) invalid('parent', 'a category cannot be below itself');
  }
}

function checkAuthor(input, ctx) {
  if (input.author == null || ctx.user.role === 'editor') return;
  if (input.author !== ctx.user.id) throw new Problem(403, 'You may not write in the name of someone else.');
}

// publication dates: site time and its UTC twin
function publicationDates(kind, f, input, fresh) {
  if (BUG === 'venue-date-utc' && kind === 'venues') delete input.date_utc;
  if (!input.date) delete input.date;
  if (!input.date_utc) delete input.date_utc;
  if (input.date) {
    f.date = dateIn(input.date, SITE_TZ);
    if (!input.date_utc) f.date_utc = input.date.ms === undefined ? toUtcText(f.date, SITE_TZ) : msText(input.date.ms);
  }
  if (input.date_utc) {
    f.date_utc = dateIn(input.date_utc, 'UTC');
    if (!input.date) f.date = fromUtcMs(wallMs(f.date_utc), SITE_TZ);
  }
  if (fresh && !f.date) {
    const now = Math.floor(Date.now() / 1000) * 1000;
    f.date = fromUtcMs(now, SITE_TZ);
    f.date_utc = msText(now);
  }
}

// works on a copy (next); throws before anything is stored
function apply(kind, next, input, ctx, fresh) {
  const schema = SCHEMAS[kind];
  const f = next.f;
  const lang = ctx.lang;
  const words = { ...(next.tr[lang] || {}) };
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!Object.hasOwn(input, name) || field.type === 'slug' || field.type === 'datetime') continue;
    let v = input[name];
    if (field.tr) {
      if (BUG === 'category-amp' && kind === 'categories' && !fresh && typeof v === 'string') {
        v = v.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
      }
      words[name] = v;
      continue;
    }
    if (name === 'author' && v === null) continue;
    if (BUG === 'organizer-email-dropped' && name === 'email' && fresh) continue;
    if (BUG === 'organizer-lang-shared-lost' && kind === 'organizers' && !fresh && lang !== DEFAULT_LANG) continue;
    if (BUG === 'category-parent-create' && name === 'parent' && fresh) continue;
    if (BUG === 'event-unset-boolean' && kind === 'events' && field.type === 'boolean' && !fresh && !v) continue;
    if (BUG === 'event-slug-update-relations' && kind === 'events' && field.type === 'ids' && ctx.bySlug) continue;
    if (BUG === 'event-cost-zero' && name === 'cost') v = v || null;
    if (BUG === 'venue-zip-number' && name === 'zip' && /^\d+$/.test(v)) v = String(Number(v));
    f[name] = v;
  }
  if (BUG === 'organizer-phone-cleared' && kind === 'organizers' && !fresh) f.phone = input.phone ?? null;
  if (fresh || Object.keys(words).length) next.tr = { ...next.tr, [lang]: words };
  if (schema.post) publicationDates(kind, f, input, fresh);
  if (kind === 'events') {
    if (input.start_date) f.start_date = dateIn(input.start_date, f.timezone);
    if (input.end_date) f.end_date = dateIn(input.end_date, f.timezone);
    if (!(BUG === 'event-tz-change-stale' && !fresh && !input.start_date && !input.end_date)) {
      next.startMs = toUtcMs(f.start_date, f.timezone);
      next.endMs = toUtcMs(f.end_date, f.timezone);
    }
    if (f.end_date < f.start_date) invalid('end_date', 'end_date must not be before start_date');
  }
  if (kind === 'categories') checkParent(next, f.parent);
  next.modified = Math.max(Date.now(), (next.modified || 0) + 1);
}

function answer(status, doc, ctx) {
  const headers = {};
  if (status === 201) headers.Location = `${ctx.root}/${doc.kind}/${doc.id}`;
  if (VARIANT === 'terse-writes') {
    return status === 201 ? { status, body: { id: doc.id }, headers } : { status: 204, headers };
  }
  return { status, body: render(doc, ctx), headers };
}

function create(kind, ctx) {
  requireCreate(ctx);
  const input = readInput(kind, ctx, true);
  checkAuthor(input, ctx);
  const doc = { id: lastId + 1, kind, lang: ctx.lang, tr: {}, f: { ...templates[kind] }, owner: ctx.user.id, modified: 0 };
  const schema = SCHEMAS[kind];
  const words = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    if (field.tr) words[name] = null;
    if (field.type === 'ids') doc.f[name] = [];
  }
  doc.tr[ctx.lang] = words;
  if (schema.post) doc.f.author = ctx.user.id;
  apply(kind, doc, input, ctx, true);
  if (BUG === 'venue-template-leak' && kind === 'venues') {
    Object.assign(templates.venues, doc.f, { author: null, date: null, date_utc: null });
  }
  lastId = doc.id;
  setSlug(kind, doc, input.slug);
  store[kind].set(doc.id, doc);
  return answer(201, doc, ctx);
}

function update(doc, ctx, method, base) {
  const kind = doc.kind;
  const input = readInput(kind, ctx, BUG === 'event-put-needs-title' && kind === 'events' && method === 'PUT');
  checkAuthor(input, ctx);
  if (BUG === 'tag-put-description' && kind === 'tags' && method === 'PUT') delete input.description;
  if (BUG === 'event-clear-tags' && input.tags && !input.tags.length) delete input.tags;
  if (VARIANT === 'put-replaces' && method === 'PUT') {
    for (const [name, field] of Object.entries(SCHEMAS[kind].fields)) {
      if (field.required || ['slug', 'author', 'date', 'date_utc'].includes(name) || Object.hasOwn(input, name)) continue;
      input[name] = field.type === 'ids' ? [] : field.default;
    }
  }
  const from = base || doc;
  const next = { ...from, f: { ...from.f }, tr: { ...from.tr } };
  apply(kind, next, input, ctx, false);
  if (BUG === 'organizer-post-slug-copies' && kind === 'organizers' && method === 'POST' && ctx.bySlug) {
    next.id = ++lastId;
    delete next.slug;
    setSlug(kind, next);
    store[kind].set(next.id, next);
    return answer(200, next, ctx);
  }
  const words = next.tr;
  if (BUG === 'event-lang-de-lost' && kind === 'events' && ctx.lang === 'de') next.tr = doc.tr;
  const newSlug = input.slug;
  delete next.slug;
  Object.assign(doc, next);
  if (typeof newSlug === 'string' && newSlug !== '') setSlug(kind, doc, newSlug);
  if (ctx.bySlug) slugCache.clear();
  return answer(200, { ...doc, tr: words }, ctx);
}

function unlink(doc) {
  const { kind, id } = doc;
  if (slugIndex[kind].get(doc.slug) === id && !(BUG === 'venue-slug-after-delete' && kind === 'venues')) slugIndex[kind].delete(doc.slug);
  if (kind === 'events') {
    if (BUG === 'tag-count-stale') for (const t of doc.f.tags) store.tags.get(t).lost = (store.tags.get(t).lost || 0) + 1;
    return;
  }
  const rel = REL[kind];
  for (const e of store.events.values()) {
    if (!e.f[rel].includes(id)) continue;
    e.f[rel] = BUG === 'category-delete-clears' && kind === 'categories' ? [] : e.f[rel].filter((x) => x !== id);
  }
  if (kind === 'categories') {
    for (const c of store.categories.values()) if (c.f.parent === id) c.f.parent = doc.f.parent;
  }
}

function remove(doc, ctx) {
  if (BUG === 'event-delete-by-slug-noop' && doc.kind === 'events' && ctx.bySlug) return { status: 204 };
  slugCache.clear();
  doc.deletedAt = Date.now();
  unlink(doc);
  if (VARIANT === 'trash' && SCHEMAS[doc.kind].post) {
    doc.trashed = true;
    return { status: 200, body: render(doc, ctx) };
  }
  return { status: 204 };
}

// ---------------------------------------------------------------- index and documentation

const METHODS = {
  root: ['GET', 'HEAD', 'OPTIONS'],
  list: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  item: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
};

function routes() {
  const out = [{ path: `/${NS}`, methods: METHODS.root }, { path: `/${NS}/doc`, methods: METHODS.root }];
  for (const [kind, s] of Object.entries(SCHEMAS)) {
    out.push({ path: `/${NS}/${kind}`, methods: METHODS.list }, { path: `/${NS}/${kind}/{id}`, methods: METHODS.item });
    if (s.bySlug) out.push({ path: `/${NS}/${kind}/by-slug/{slug}`, methods: METHODS.item });
  }
  return out;
}

function index(ctx) {
  const up = { href: `${ctx.base}/` };
  const links = { self: { href: ctx.root }, doc: { href: `${ctx.root}/doc` } };
  if (BUG === 'up-link') links.parent = up;
  else links.up = up;
  return { status: 200, body: { namespace: NS, description: 'Calendar of events', languages: LANGS, routes: routes(), links } };
}

const OPEN_TYPES = {
  string: { type: 'string' }, slug: { type: 'string' }, zone: { type: 'string' }, datetime: { type: 'string' }, url: { type: 'string', format: 'uri' },
  integer: { type: 'integer' }, double: { type: 'number', format: 'double' }, boolean: { type: 'boolean' }, any: {},
  ids: { type: 'array', items: { type: 'integer' } }, termrefs: { type: 'array', items: { type: 'string' } },
  status: { type: 'string', enum: STATUSES }, statuses: { type: 'string' }, order: { type: 'string', enum: ['asc', 'desc'] },
};

let openapi;
function documentation(ctx) {
  if (!openapi) {
    const lang = { name: 'ml_language', in: 'query', required: false, schema: { type: 'string', enum: LANGS } };
    const components = { schemas: {} };
    const paths = {};
    const ok = { 200: { description: 'OK' } };
    paths[`/${NS}`] = { get: { operationId: 'index', parameters: [
      { name: 'namespace', in: 'query', required: false, schema: { type: 'string', default: NS } },
      { name: 'context', in: 'query', required: false, schema: { type: 'string', default: 'view' } }, lang], responses: ok } };
    paths[`/${NS}/doc`] = { get: { operationId: 'doc', parameters: [lang], responses: ok } };
    for (const [kind, s] of Object.entries(SCHEMAS)) {
      const properties = {};
      for (const [name, f] of Object.entries(s.fields)) {
        properties[name] = { ...OPEN_TYPES[f.type] };
        if (!f.required && f.default !== null) properties[name].default = f.default;
        if (f.default === null && !f.required && f.type !== 'any') properties[name].nullable = true;
      }
      const required = Object.entries(s.fields).filter(([, f]) => f.required).map(([n]) => n);
      components.schemas[`${s.one}_update`] = { type: 'object', properties };
      components.schemas[`${s.one}_create`] = { type: 'object', required, properties };
      const body = (name) => {
        const schema = { $ref: `#/components/schemas/${name}` };
        return { required: name.endsWith('_create'), content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
      };
      paths[`/${NS}/${kind}`] = {
        get: {
          operationId: `list_${kind}`, responses: ok,
          parameters: [...Object.entries(PARAMS[kind]).map(([name, spec]) => {
            const schema = { ...OPEN_TYPES[spec.type] };
            if (spec.default !== undefined) schema.default = spec.default;
            return { name, in: 'query', required: false, schema, ...(schema.type === 'array' ? { style: 'form', explode: false } : {}) };
          }), lang],
        },
        post: { operationId: `create_${s.one}`, parameters: [lang], requestBody: body(`${s.one}_create`), responses: { 201: { description: 'Created' }, 422: { description: 'Invalid fields' } } },
      };
      const addresses = [['id', `/${NS}/${kind}/{id}`, { type: 'integer' }]];
      if (s.bySlug) addresses.push(['slug', `/${NS}/${kind}/by-slug/{slug}`, { type: 'string' }]);
      for (const [key, path, schema] of addresses) {
        const parameters = [{ name: key, in: 'path', required: true, schema }, lang];
        if (kind === 'events' && key === 'id') parameters.push({ name: 'password', in: 'query', required: false, schema: { type: 'string' } });
        const gone = { 404: { description: 'Not found' } };
        paths[path] = { get: { operationId: `read_${s.one}_by_${key}`, parameters, responses: { ...ok, ...gone } } };
        for (const m of ['post', 'put', 'patch']) {
          paths[path][m] = { operationId: `${m}_${s.one}_by_${key}`, parameters, requestBody: body(`${s.one}_update`), responses: { ...ok, ...gone, 422: { description: 'Invalid fields' } } };
        }
        paths[path].delete = { operationId: `delete_${s.one}_by_${key}`, parameters, responses: { 204: { description: 'Deleted' }, ...gone } };
      }
    }
    openapi = { openapi: '3.0.3', info: { title: 'Calendar Events REST Interface', version: 'v1' }, paths, components };
  }
  return { status: 200, body: { ...openapi, servers: [{ url: ctx.base }] } };
}

// ---------------------------------------------------------------- HTTP

function parsePairs(raw, what) {
  const out = new Map();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const eq = pair.indexOf('=');
    let name, value;
    try {
      name = decodeURIComponent((eq < 0 ? pair : pair.slice(0, eq)).replace(/\+/g, ' '));
      value = eq < 0 ? '' : decodeURIComponent(pair.slice(eq + 1).replace(/\+/g, ' '));
    } catch {
      throw new Problem(400, `The ${what} is not properly encoded.`);
    }
    const m = /^([^[\]]+)\[\d*\]$/.exec(name);
    if (m) name = m[1];
    if (out.has(name)) out.get(name).push(value);
    else out.set(name, [value]);
  }
  return out;
}

function readBody(req) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    let tooBig = false;
    req.on('data', (c) => {
      size += c.length;
      if (size > MAX_BODY) { tooBig = true; chunks.length = 0; } else if (!tooBig) chunks.push(c);
    });
    req.on('end', () => (tooBig ? reject(new Problem(413, 'The request body is too large.')) : resolve(Buffer.concat(chunks))));
    req.on('error', reject);
    req.on('aborted', () => reject(new Error('aborted')));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseBody(req, buffer) {
  if (buffer.length === 0) return {};
  let raw;
  try { raw = utf8.decode(buffer); } catch { throw new Problem(400, 'The request body is not UTF-8.'); }
  const type = (req.headers['content-type'] || 'application/json').split(';')[0].trim().toLowerCase();
  if (type === 'application/json' || type.endsWith('+json')) {
    let body;
    try { body = JSON.parse(raw); } catch { throw new Problem(400, 'The request body is not valid JSON.'); }
    if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new Problem(400, 'The request body must be a JSON object.');
    return body;
  }
  if (type === 'application/x-www-form-urlencoded') return parsePairs(raw, 'request body');
  throw new Problem(415, `Media type ${type} is not supported.`, undefined, { Accept: 'application/json, application/x-www-form-urlencoded' });
}

function pickLanguage(query, body, segment) {
  let v = (query.get('ml_language') || []).at(-1);
  if (!v && body) {
    if (body instanceof Map) v = (body.get('ml_language') || []).at(-1);
    else if (Object.hasOwn(body, 'ml_language')) v = body.ml_language;
  }
  if (v === undefined || v === null || v === '') {
    if (BUG === 'language-sticks') return segment ? (stickyLang = segment) : stickyLang;
    return segment || DEFAULT_LANG;
  }
  if (!LANGS.includes(v)) throw new Problem(400, `Parameter ml_language must be one of ${LANGS.join(', ')}.`, [{ field: 'ml_language', message: `must be one of ${LANGS.join(', ')}` }]);
  stickyLang = v;
  return v;
}

const tagOf = (textBody) => `"${createHash('sha1').update(textBody).digest('base64url')}"`;

function tagListed(header, tag) {
  if (header.trim() === '*') return true;
  return header.split(',').some((t) => t.trim().replace(/^W\//, '') === tag);
}

function route(path) {
  let parts = path.split('/').filter((s, i, all) => !(s === '' && (i === 0 || i === all.length - 1)));
  let segment = null;
  if (parts.length && LANGS.includes(parts[0])) { segment = parts[0]; parts = parts.slice(1); }
  if (parts.length === 0) return { type: 'site', segment, allow: METHODS.root };
  if (parts.slice(0, 3).join('/') !== NS) return null;
  const rest = parts.slice(3);
  if (rest.length === 0) return { type: 'index', segment, allow: METHODS.root };
  if (rest.length === 1 && rest[0] === 'doc') return { type: 'doc', segment, allow: METHODS.root };
  const kind = rest[0];
  if (!Object.hasOwn(SCHEMAS, kind)) return null;
  if (rest.length === 1) return { type: 'list', kind, segment, allow: METHODS.list };
  if (rest.length === 2 && /^\d+$/.test(rest[1])) return { type: 'item', kind, id: Number(rest[1]), segment, allow: METHODS.item };
  if (rest.length === 3 && rest[1] === 'by-slug' && SCHEMAS[kind].bySlug) {
    let slug;
    try { slug = decodeURIComponent(rest[2]); } catch { return null; }
    return { type: 'item', kind, slug, segment, allow: METHODS.item };
  }
  return null;
}

async function handle(req) {
  const url = req.url.replace(/^https?:\/\/[^/?]*/i, '');
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const method = req.method;
  if (method === 'OPTIONS' && url === '*') return { status: 204, headers: { Allow: METHODS.item.join(', ') } };
  const r = route(path);
  if (!r) throw new Problem(404, 'There is nothing at this address.');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: r.allow.join(', ') } };
  if (!r.allow.includes(method)) {
    throw new Problem(405, `Method ${method} is not allowed here.`, undefined, BUG === 'no-allow' ? {} : { Allow: r.allow.join(', ') });
  }
  const reading = method === 'GET' || method === 'HEAD';
  const query = parsePairs(cut < 0 ? '' : url.slice(cut + 1).split('#')[0], 'query');
  const user = authenticate(req);
  const body = reading ? null : parseBody(req, await readBody(req));
  const lang = pickLanguage(query, body, r.segment);
  const base = `http://${req.headers.host || `127.0.0.1:${PORT}`}${r.segment ? `/${r.segment}` : ''}`;
  const ctx = { query, body, lang, user, base, root: `${base}/${NS}`, bySlug: r.slug !== undefined };

  if (r.type === 'site') return { status: 200, body: { name: 'Calendar', namespaces: [NS], links: { events: { href: ctx.root } } } };
  if (r.type === 'index') return index(ctx);
  if (r.type === 'doc') return documentation(ctx);
  if (r.type === 'list') return reading ? list(r.kind, ctx) : create(r.kind, ctx);

  const doc = ctx.bySlug ? findBySlug(r.kind, r.slug) : store[r.kind].get(r.id);
  const inTrash = doc && doc.trashed && !doc.erased && !ctx.bySlug;
  if (!alive(doc) && !inTrash) throw new Problem(404, `There is no such ${SCHEMAS[r.kind].one}.`);
  if (reading) {
    if (inTrash) {
      if (!ctx.user || (ctx.user.role !== 'editor' && ownerOf(doc) !== ctx.user.id)) throw new Problem(404, `There is no such ${SCHEMAS[r.kind].one}.`);
    } else requireSee(doc, ctx);
    if (BUG === 'venue-cache-by-slug' && ctx.bySlug && r.kind === 'venues') {
      const key = `${ctx.root} ${lang} ${doc.slug}`;
      if (!slugCache.has(key)) slugCache.set(key, render(doc, ctx));
      return { status: 200, body: slugCache.get(key) };
    }
    return { status: 200, body: render(doc, ctx) };
  }
  if (!(inTrash)) requireChange(doc, ctx);
  else if (!ctx.user || ctx.user.role !== 'editor') requireChange(doc, ctx);
  if (req.headers['if-match'] !== undefined && !tagListed(req.headers['if-match'], tagOf(JSON.stringify(render(doc, ctx))))) {
    throw new Problem(412, 'The record has changed.');
  }
  if (method === 'DELETE') {
    if (inTrash) { doc.erased = true; doc.trashed = false; return { status: 204 }; }
    return remove(doc, ctx);
  }
  if (inTrash) throw new Problem(409, 'The record is in the trash.');
  if (BUG === 'concurrent-lost-update') {
    const before = { ...doc, f: { ...doc.f }, tr: { ...doc.tr } };
    await new Promise((done) => setTimeout(done, 8));
    if (!alive(doc)) throw new Problem(404, `There is no such ${SCHEMAS[r.kind].one}.`);
    return update(doc, ctx, method, before);
  }
  return update(doc, ctx, method);
}

function send(req, res, out) {
  const headers = { 'Cache-Control': 'no-cache', ...out.headers };
  let status = out.status;
  if (out.body === undefined) {
    res.writeHead(status, headers);
    res.end();
    return;
  }
  let payload = JSON.stringify(out.body);
  headers['Content-Type'] = status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8';
  if (status === 200 && (req.method === 'GET' || req.method === 'HEAD')) {
    headers.ETag = tagOf(payload);
    const known = req.headers['if-none-match'];
    if (known !== undefined && tagListed(known, headers.ETag)) {
      delete headers['Content-Type'];
      res.writeHead(304, headers);
      res.end();
      return;
    }
  }
  headers['Content-Length'] = Buffer.byteLength(payload);
  if (BUG === 'content-length-chars') { // the transport sends no more octets than announced
    headers['Content-Length'] = payload.length;
    payload = Buffer.from(payload).subarray(0, payload.length);
  }
  if (BUG === 'head-length' && req.method === 'HEAD') headers['Content-Length'] = 0;
  res.writeHead(status, headers);
  res.end(req.method === 'HEAD' ? undefined : payload);
}

const TITLES = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 409: 'Conflict', 412: 'Precondition Failed', 413: 'Content Too Large', 415: 'Unsupported Media Type', 422: 'Unprocessable Content', 500: 'Internal Server Error' };

const server = http.createServer({ keepAliveTimeout: 30000 }, (req, res) => {
  res.on('error', () => {});
  handle(req).catch((e) => {
    if (!(e instanceof Problem)) {
      if (e && e.message !== 'aborted') console.error(e);
      e = new Problem(500, 'Something went wrong.');
    }
    const body = { type: 'about:blank', title: TITLES[e.status], status: e.status, detail: e.message };
    if (e.errors) body.errors = e.errors;
    return { status: e.status, body, headers: e.headers };
  }).then((out) => { if (!res.destroyed) send(req, res, out); }).catch((e) => {
    console.error(e);
    res.destroy();
  });
});
server.on('clientError', (err, socket) => {
  if (socket.writable && err.code !== 'ECONNRESET') socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  else socket.destroy();
});
server.listen(PORT, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`));
