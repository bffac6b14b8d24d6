// Calendar events service: an append-only log of changes and the read models projected from it.
import http from 'node:http';
import { createHash } from 'node:crypto';

const BUG = process.env.BUG || '';
const VARIANT = process.env.VARIANT || '';
const USERS = process.env.USERS === '1';
const PORT = Number(process.env.PORT || 8080);

const NAMESPACE = 'vendor/events/v1';
const LANGS = ['nl', 'en', 'fr', 'de'];
const DEFAULT_LANG = 'en';
const SITE_TZ = 'Europe/Amsterdam';
const STATUSES = ['publish', 'draft', 'pending', 'private'];
const MAX_PER_PAGE = VARIANT === 'strict-limits' ? 50 : 100;
const DAY = 86400000;
const ACCOUNTS = {
  editor: { id: 1, name: 'editor', password: 'editor', role: 'editor' },
  author: { id: 2, name: 'author', password: 'author', role: 'author' },
  reader: { id: 3, name: 'reader', password: 'reader', role: 'reader' },
};

class Problem extends Error {
  constructor(status, code, detail, extra = {}) {
    super(detail);
    this.status = status; this.code = code; this.extra = extra;
  }
}
const invalid = (field, detail) =>
  new Problem(VARIANT === 'strict-limits' ? 400 : 422, 'invalid_field', detail, { field });
const badQuery = (param, detail) => new Problem(400, 'invalid_parameter', detail, { parameter: param });

// ---------------------------------------------------------------- time

const formatters = new Map();
function formatter(tz) {
  let f = formatters.get(tz);
  if (!f) {
    f = new Intl.DateTimeFormat('en-US', {
      timeZone: tz, calendar: 'gregory', numberingSystem: 'latn',
      year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
      ...(BUG === 'date-midnight-24' ? { hour12: false } : { hourCycle: 'h23' }),
    });
    formatters.set(tz, f);
  }
  return f;
}
function fixedOffset(tz) {
  const m = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(tz);
  if (!m || Number(m[2]) > 14 || Number(m[3] || 0) > 59) return null;
  return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3] || 0)) * 60000;
}
function validTz(tz) {
  if (fixedOffset(tz) !== null) return true;
  try { formatter(tz); return true; } catch { return false; }
}
/** Wall clock of an instant, as the milliseconds UTC would have at that wall clock. */
function wallOf(utc, tz) {
  const fixed = fixedOffset(tz);
  if (fixed !== null) return utc + fixed;
  const p = {};
  for (const { type, value } of formatter(tz).formatToParts(utc)) p[type] = value;
  return Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second);
}
const offsetAt = (utc, tz) => wallOf(utc, tz) - Math.floor(utc / 1000) * 1000;
function toUtc(wall, tz) {
  const before = offsetAt(wall - DAY, tz);
  if (offsetAt(wall - before, tz) === before) return wall - before;
  const after = offsetAt(wall + DAY, tz);
  if (offsetAt(wall - after, tz) === after) return wall - after;
  return wall - before; // inside a gap: the clock was put forward
}
function eventUtc(wall, tz) {
  if (BUG === 'event-utc-offset-of-today') return wall - offsetAt(Date.now(), tz);
  return toUtc(wall, tz);
}
const stamp = (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const DATE_RE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/;
/** {wall} or, with an offset, {utc}; null when it is no date. */
function parseDate(v) {
  if (typeof v !== 'string') return null;
  const m = DATE_RE.exec(v.trim());
  if (!m) return null;
  const [y, mo, d, h, mi, s] = [1, 2, 3, 4, 5, 6].map((i) => Number(m[i] || 0));
  if (y < 1000 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59) return null;
  const wall = Date.UTC(y, mo - 1, d, h, mi, s);
  if (new Date(wall).getUTCDate() !== d) return null;
  if (!m[7]) return { wall };
  const off = m[7] === 'Z' ? 0 : fixedOffset(m[7]);
  return off === null ? null : { utc: wall - off };
}

// ---------------------------------------------------------------- resources

const text = { type: 'text', def: null };
const flag = (def) => ({ type: 'bool', def });
const ids = (to) => ({ type: 'ids', to, def: null });
const POST_FIELDS = {
  author: { type: 'int', def: null }, date: { type: 'date', def: null }, date_utc: { type: 'date', def: null },
  status: { type: 'status', def: 'publish' },
};
const RESOURCES = {
  events: {
    one: 'event', name: 'title', slugs: true, post: true,
    fields: {
      title: { type: 'text', required: true, tr: true },
      start_date: { type: 'date', required: true }, end_date: { type: 'date', required: true },
      ...POST_FIELDS,
      description: { ...text, tr: true }, slug: { type: 'slug' }, excerpt: { ...text, tr: true },
      timezone: { type: 'tz', def: SITE_TZ }, all_day: flag(false), image: text, cost: { type: 'any', def: null },
      website: text, show_map: flag(true), show_map_link: flag(true), hide_from_listings: flag(false),
      sticky: flag(false), featured: flag(false),
      categories: ids('categories'), tags: ids('tags'), venue: ids('venues'), organizer: ids('organizers'),
      password: { type: 'text', def: null },
    },
  },
  venues: {
    one: 'venue', name: 'venue', slugs: true, post: true,
    fields: {
      venue: { type: 'text', required: true, tr: true }, ...POST_FIELDS, description: { ...text, tr: true },
      show_map: text, show_map_link: text, address: text, city: text, country: text, province: text, state: text,
      zip: text, phone: text, stateprovince: text, website: text, image: text,
    },
    custom: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
  },
  organizers: {
    one: 'organizer', name: 'organizer', slugs: true, post: true,
    fields: {
      organizer: { type: 'text', required: true, tr: true }, ...POST_FIELDS, description: { ...text, tr: true },
      phone: text, website: text, email: text, image: text,
    },
    custom: ['phone', 'website', 'email'],
  },
  categories: {
    one: 'category', name: 'name',
    fields: {
      name: { type: 'text', required: true, tr: true }, description: { ...text, tr: true }, slug: { type: 'slug' },
      parent: { type: 'int', def: 0 },
    },
  },
  tags: {
    one: 'tag', name: 'name',
    fields: {
      name: { type: 'text', required: true, tr: true }, description: { ...text, tr: true }, slug: { type: 'slug' },
    },
  },
};
const COLLS = Object.keys(RESOURCES);
const RELATIONS = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' };
const RELATION_OF = Object.fromEntries(Object.entries(RELATIONS).map(([f, c]) => [c, f]));
const perColl = (make) => Object.fromEntries(COLLS.map((c) => [c, make()]));

// ---------------------------------------------------------------- log and projections

const log = [];
const sequences = perColl(() => 0);
const records = perColl(() => new Map()); // id -> record
const slugIndex = perColl(() => new Map()); // slug -> id
const statusIndex = perColl(() => new Map()); // id -> status
const translations = new Map(); // collection/id/lang -> texts
const linked = Object.fromEntries(Object.values(RELATIONS).map((c) => [c, new Map()])); // id -> Set of event ids
const timeline = []; // events in order of their start
let listCache = new Map();

const trKey = (coll, id, lang) =>
  BUG === 'lang-translations-keyed-by-id' ? `${id}/${lang}` : `${coll}/${id}/${lang}`;

function timelinePos(rec) {
  let lo = 0, hi = timeline.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1, t = timeline[mid];
    if (t.fields.startUtc < rec.fields.startUtc || (t.fields.startUtc === rec.fields.startUtc && t.id < rec.id)) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}
const timelineAdd = (rec) => timeline.splice(timelinePos(rec), 0, rec);
function timelineRemove(rec) {
  const at = timelinePos(rec);
  timeline.splice(timeline[at] === rec ? at : timeline.indexOf(rec), 1);
}

function linkProjection(rec, before, after) {
  for (const [field, coll] of Object.entries(RELATIONS)) {
    const was = before?.[field] || [], now = after?.[field] || [];
    for (const id of was) if (!now.includes(id)) {
      if (BUG === 'tag-count-stale-after-untag' && coll === 'tags' && after) continue;
      if (BUG === 'venue-count-after-event-delete' && coll === 'venues' && !after) continue;
      linked[coll].get(id)?.delete(rec.id);
    }
    for (const id of now) {
      let set = linked[coll].get(id);
      if (!set) linked[coll].set(id, set = new Set());
      set.add(rec.id);
    }
  }
}

const linkable = (fields) => (fields.status === 'trash' ? null : fields);

function project(change) {
  const { coll, id, type, at } = change;
  if (type === 'created') {
    const rec = { coll, id, fields: { ...change.fields }, texts: change.texts, orig: change.lang, owner: change.owner,
      revision: 1, created: at, modified: at };
    records[coll].set(id, rec);
    if (!slugIndex[coll].has(rec.fields.slug)) slugIndex[coll].set(rec.fields.slug, id);
    statusIndex[coll].set(id, rec.fields.status);
    if (coll === 'events') { timelineAdd(rec); linkProjection(rec, null, rec.fields); }
  } else if (type === 'changed') {
    const rec = records[coll].get(id);
    const before = rec.fields;
    if (coll === 'events') timelineRemove(rec);
    rec.fields = { ...before, ...change.fields };
    if (change.lang === rec.orig) Object.assign(rec.texts, change.texts);
    else if (Object.keys(change.texts).length) {
      if (BUG === 'lang-update-drops-other-translations') {
        for (const l of LANGS) if (l !== change.lang) translations.delete(trKey(coll, id, l));
      }
      const key = trKey(coll, id, change.lang);
      translations.set(key, { ...translations.get(key), ...change.texts });
    }
    rec.revision++; rec.modified = at;
    if (before.slug !== rec.fields.slug && !(BUG === 'event-slug-index-stale' && coll === 'events')) {
      if (slugIndex[coll].get(before.slug) === id) slugIndex[coll].delete(before.slug);
      slugIndex[coll].set(rec.fields.slug, id);
    }
    if (!(BUG === 'organizer-status-index-stale' && coll === 'organizers')) statusIndex[coll].set(id, rec.fields.status);
    if (coll === 'events') { timelineAdd(rec); linkProjection(rec, linkable(before), linkable(rec.fields)); }
  } else if (type === 'deleted') {
    const rec = records[coll].get(id);
    const bySlugOnly = BUG === 'organizer-delete-by-slug-ghost' && coll === 'organizers' && change.via === 'slug';
    if (!bySlugOnly) {
      records[coll].delete(id);
      statusIndex[coll].delete(id);
      for (const l of LANGS) translations.delete(trKey(coll, id, l));
    }
    if (slugIndex[coll].get(rec.fields.slug) === id) slugIndex[coll].delete(rec.fields.slug);
    if (coll === 'events') { timelineRemove(rec); linkProjection(rec, linkable(rec.fields), null); }
    else linked[coll].delete(id);
  }
  if (BUG === 'event-delete-stale-list' && type === 'deleted' && coll === 'events') return;
  listCache = new Map();
}
function commit(type, coll, id, data = {}) {
  const change = { seq: log.length + 1, at: Date.now(), type, coll, id, ...data };
  log.push(change);
  project(change);
}

// ---------------------------------------------------------------- slugs

function slugify(s) {
  const flat = String(s).normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().normalize('NFC')
    .replace(/ß/g, 'ss').replace(/æ/g, 'ae').replace(/ø/g, 'o').replace(/œ/g, 'oe')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return Array.from(flat).slice(0, 100).join('').replace(/^-+|-+$/g, '');
}
const suffixHints = perColl(() => new Map());
function uniqueSlug(coll, wanted, ownId) {
  const base = slugify(wanted) || RESOURCES[coll].one;
  if (BUG === 'venue-slug-duplicates' && coll === 'venues') return base;
  const free = (s) => { const id = slugIndex[coll].get(s); return id === undefined || id === ownId; };
  if (free(base)) return base;
  let n = suffixHints[coll].get(base) || 2;
  while (!free(`${base}-${n}`)) n++;
  suffixHints[coll].set(base, n === 2 ? 2 : n);
  return `${base}-${n}`;
}

// ---------------------------------------------------------------- representations

function textsOf(rec, lang) {
  if (lang === rec.orig) return rec.texts;
  const tr = translations.get(trKey(rec.coll, rec.id, lang));
  return tr ? { ...rec.texts, ...tr } : rec.texts;
}
const idOut = (id) => (VARIANT === 'string-ids' ? String(id) : id);
const ownerOf = (rec) => rec.fields.author ?? rec.owner;
const trusted = (ctx, rec) => USERS && ctx.user && (ctx.user.role === 'editor' || ownerOf(rec) === ctx.user.id);

function relOut(ctx, coll, list) {
  if (VARIANT !== 'expanded-relations') return (list || []).map(idOut);
  return (list || []).map((id) => {
    const r = records[coll].get(id), t = textsOf(r, ctx.lang);
    return { id: idOut(id), [RESOURCES[coll].name]: t[RESOURCES[coll].name], slug: r.fields.slug };
  });
}

function show(ctx, rec, { masked = false } = {}) {
  const { coll, id, fields: f } = rec;
  const t = textsOf(rec, ctx.lang);
  const base = `${ctx.base}/${NAMESPACE}/${coll}`;
  const links = { self: `${base}/${id}`, collection: base };
  if (RESOURCES[coll].slugs) links.by_slug = `${base}/by-slug/${encodeURIComponent(f.slug)}`;
  const langs = LANGS.filter((l) => l === rec.orig || translations.has(trKey(coll, id, l)));
  const tail = { language: langs.includes(ctx.lang) ? ctx.lang : rec.orig, translations: langs, revision: rec.revision,
    modified_utc: stamp(rec.modified), links };
  const post = RESOURCES[coll].post && {
    status: f.status, author: idOut(f.author), date: stamp(f.dateWall), date_utc: stamp(f.dateUtc),
  };
  if (coll === 'events') {
    return {
      id: idOut(id), slug: f.slug, title: t.title,
      description: masked ? null : t.description, excerpt: masked ? null : t.excerpt, ...post,
      timezone: f.timezone, all_day: f.all_day,
      start_date: stamp(f.start), start_date_utc: stamp(f.startUtc),
      end_date: stamp(f.end), end_date_utc: stamp(f.endUtc),
      image: f.image, cost: f.cost, website: f.website, show_map: f.show_map, show_map_link: f.show_map_link,
      hide_from_listings: f.hide_from_listings,
      sticky: BUG === 'event-sticky-shows-featured' ? f.featured : f.sticky, featured: f.featured,
      categories: relOut(ctx, 'categories', f.categories), tags: relOut(ctx, 'tags', f.tags),
      venue: relOut(ctx, 'venues', f.venue), organizer: relOut(ctx, 'organizers', f.organizer),
      protected: f.password !== null, ...tail,
    };
  }
  const count = linked[coll].get(id)?.size || 0;
  if (coll === 'venues') {
    return {
      id: idOut(id), slug: f.slug, venue: t.venue, description: t.description, ...post,
      address: f.address, city: f.city, country: f.country, province: f.province, state: f.state,
      stateprovince: f.stateprovince, zip: f.zip, phone: f.phone, website: f.website, image: f.image,
      show_map: f.show_map, show_map_link: f.show_map_link, event_count: count, ...tail,
    };
  }
  if (coll === 'organizers') {
    return {
      id: idOut(id), slug: f.slug, organizer: t.organizer, description: t.description, ...post,
      phone: f.phone, website: BUG === 'organizer-website-shows-email' ? f.email : f.website, email: f.email,
      image: f.image, event_count: count, ...tail,
    };
  }
  const out = { id: idOut(id), slug: f.slug, name: t.name, description: t.description };
  if (coll === 'categories') out.parent = idOut(f.parent);
  return { ...out, count, ...tail };
}

// ---------------------------------------------------------------- input

const TRUE = new Set(['true', '1', 'yes', 'on']), FALSE = new Set(['false', '0', 'no', 'off', '']);
function boolOf(v) {
  if (typeof v === 'boolean') return v;
  if (v === 1 || v === 0) return v === 1;
  if (typeof v === 'string') {
    const s = v.trim().toLowerCase();
    if (TRUE.has(s)) return true;
    if (FALSE.has(s)) return false;
  }
  return undefined;
}
function intOf(v) {
  if (typeof v === 'string' && /^\s*-?\d+\s*$/.test(v)) v = Number(v);
  return Number.isSafeInteger(v) ? v : undefined;
}
function idsOf(field, v) {
  const list = Array.isArray(v) ? v : typeof v === 'string' ? v.split(',') : [v];
  const out = [];
  for (const item of list) {
    if (typeof item === 'string' && item.trim() === '') continue;
    const n = intOf(item && typeof item === 'object' ? item.id : item);
    if (n === undefined || n < 1) throw invalid(field, `${field} must be an array of integers`);
    if (!out.includes(n)) out.push(n);
  }
  return out;
}

const organizerDefaults = { phone: null, website: null, email: null, image: null };

/** Turns a body into the fields and texts of a change. */
function readBody(ctx, coll, body, rec) {
  const spec = RESOURCES[coll].fields;
  const fields = {}, texts = {};
  const has = (k) => Object.hasOwn(body, k) && body[k] !== undefined;
  for (const [k, s] of Object.entries(spec)) {
    if (!has(k)) continue;
    let v = body[k];
    if (!rec && BUG === 'event-excerpt-dropped-on-create' && coll === 'events' && k === 'excerpt') continue;
    if (rec && BUG === 'event-put-ignores-website' && coll === 'events' && k === 'website' && ctx.method === 'PUT') continue;
    if (rec && BUG === 'category-parent-update-ignored' && k === 'parent') continue;
    if (rec && BUG === 'venue-country-ignored-by-slug' && coll === 'venues' && k === 'country' && ctx.via === 'slug') continue;
    if (s.type === 'text') {
      if (v !== null && typeof v === 'object') throw invalid(k, `${k} must be a string`);
      if (v !== null) v = String(v);
      else if (rec && BUG === 'venue-null-becomes-text' && coll === 'venues' && !s.tr) v = String(v);
      if (s.required && (v === null || v.trim() === '')) throw invalid(k, `${k} must not be empty`);
      if (k === 'email' && v && !/^[^@\s]+@[^@\s]+$/.test(v)) throw invalid(k, 'email must be an e-mail address');
      if (k === 'password' && v === '') v = null;
      if (BUG === 'venue-zip-becomes-number' && k === 'zip' && v !== null && /^\d+$/.test(v)) v = String(Number(v));
      if (BUG === 'tag-emoji-becomes-question-mark' && coll === 'tags' && v) v = v.replace(/[\u{10000}-\u{10ffff}]/gu, '?');
      if (s.tr) texts[k] = v; else fields[k] = v;
    } else if (s.type === 'any') {
      fields[k] = BUG === 'event-cost-zero-is-null' && !v ? null : v;
    } else if (s.type === 'bool') {
      if (v === null) v = s.def;
      v = boolOf(v);
      if (v === undefined) throw invalid(k, `${k} must be a boolean`);
      fields[k] = v;
    } else if (s.type === 'int') {
      if (v === null || v === '') { if (k === 'parent') fields[k] = 0; continue; }
      v = intOf(v);
      if (v === undefined || v < (k === 'parent' ? 0 : 1)) throw invalid(k, `${k} must be a positive integer`);
      fields[k] = v;
    } else if (s.type === 'ids') {
      v = v === null ? [] : idsOf(k, v);
      for (const id of v) if (!alive(s.to, id)) throw invalid(k, `${k}: there is no record ${id}`);
      if (rec && BUG === 'event-organizers-appended' && k === 'organizer') v = [...new Set([...rec.fields.organizer, ...v])];
      fields[k] = v;
    } else if (s.type === 'status') {
      if (v === null) v = s.def;
      if (!STATUSES.includes(v) && !(VARIANT === 'soft-delete' && v === 'trash')) throw invalid(k, `status must be one of ${STATUSES.join(', ')}`);
      fields[k] = v;
    } else if (s.type === 'tz') {
      if (v === null || v === '') v = s.def;
      if (typeof v !== 'string' || !validTz(v)) throw invalid(k, 'timezone is unknown');
      fields[k] = v;
    } else if (s.type === 'slug') {
      if (v !== null && typeof v === 'object') throw invalid(k, 'slug must be a string');
      fields.slug = v === null ? '' : String(v);
    }
  }

  if (!rec) {
    for (const [k, s] of Object.entries(spec)) {
      if (!s.required) continue;
      if (BUG === 'event-end-date-not-required' && k === 'end_date' && !has(k) && has('start_date')) { body = { ...body, end_date: body.start_date }; continue; }
      if (!has(k)) throw invalid(k, `${k} is required`);
    }
    for (const [k, s] of Object.entries(spec)) {
      if (s.type === 'date' || s.type === 'slug' || s.required) continue;
      if (s.tr) { if (!(k in texts)) texts[k] = null; continue; }
      if (k in fields) continue;
      fields[k] = s.type === 'ids' ? [] : s.def;
    }
    if (BUG === 'organizer-defaults-leak' && coll === 'organizers') {
      for (const k of Object.keys(organizerDefaults)) {
        if (has(k)) organizerDefaults[k] = fields[k]; else fields[k] = organizerDefaults[k];
      }
    }
    if (RESOURCES[coll].post) {
      if (fields.author == null) fields.author = ctx.user ? ctx.user.id : 1;
      if (BUG === 'organizer-author-ignored' && coll === 'organizers') fields.author = ctx.user ? ctx.user.id : 1;
    }
  } else if (VARIANT === 'put-replaces' && ctx.method === 'PUT') {
    for (const [k, s] of Object.entries(spec)) {
      if (has(k) || s.required || ['date', 'slug', 'status'].includes(s.type) || k === 'author' || k === 'password') continue;
      if (s.tr) texts[k] = null; else fields[k] = s.type === 'ids' ? [] : s.def;
    }
  }

  if (RESOURCES[coll].post) {
    // publication date and its UTC twin
    for (const k of ['date_utc', 'date']) {
      if (!has(k) || body[k] === null || body[k] === '') continue;
      const d = parseDate(body[k]);
      if (!d) throw invalid(k, `${k} must be a date and time`);
      if (k === 'date' && d.utc === undefined) { fields.dateWall = d.wall; fields.dateUtc = toUtc(d.wall, SITE_TZ); }
      else { fields.dateUtc = d.utc ?? d.wall; fields.dateWall = wallOf(fields.dateUtc, SITE_TZ); }
    }
    if (!rec && fields.dateUtc === undefined) {
      fields.dateUtc = Math.floor(Date.now() / 1000) * 1000;
      fields.dateWall = wallOf(fields.dateUtc, SITE_TZ);
    }
  }
  if (coll === 'events') {
    const tz = fields.timezone ?? rec.fields.timezone;
    for (const [k, wall, utc] of [['start_date', 'start', 'startUtc'], ['end_date', 'end', 'endUtc']]) {
      if (Object.hasOwn(body, k) && body[k] !== undefined) {
        const d = parseDate(body[k]);
        if (!d) throw invalid(k, `${k} must be a date and time`);
        fields[wall] = d.wall ?? wallOf(d.utc, tz);
        fields[utc] = d.utc ?? eventUtc(d.wall, tz);
      } else if (rec && fields.timezone !== undefined && fields.timezone !== rec.fields.timezone) {
        if (BUG === 'event-timezone-change-keeps-utc') continue;
        fields[utc] = eventUtc(rec.fields[wall], tz);
      }
    }
    const start = fields.startUtc ?? rec.fields.startUtc, end = fields.endUtc ?? rec.fields.endUtc;
    if (end < start) throw invalid('end_date', 'end_date must not be before start_date');
  }
  if (coll === 'categories' && fields.parent) {
    if (!alive('categories', fields.parent)) throw invalid('parent', 'there is no such parent category');
    for (let p = fields.parent; p; p = records.categories.get(p).fields.parent) {
      if (rec && p === rec.id) throw invalid('parent', 'a category cannot be its own ancestor');
    }
  }

  const name = texts[RESOURCES[coll].name] ?? (rec && rec.texts[RESOURCES[coll].name]);
  if (!rec) fields.slug = uniqueSlug(coll, slugify(fields.slug || '') || name);
  else if (fields.slug !== undefined) fields.slug = uniqueSlug(coll, slugify(fields.slug) || name, rec.id);
  delete fields.date; delete fields.date_utc; delete fields.start_date; delete fields.end_date;
  return { fields, texts };
}

// ---------------------------------------------------------------- access

const alive = (coll, id) => { const r = records[coll].get(id); return !!r && r.fields.status !== 'trash'; };

function canSee(ctx, rec) {
  if (!USERS || !RESOURCES[rec.coll].post || rec.fields.status === 'publish') return true;
  return !!trusted(ctx, rec);
}
function unauthorized() {
  return new Problem(401, 'not_authenticated', 'Please authenticate.', { headers: { 'WWW-Authenticate': 'Basic realm="calendar", charset="UTF-8"' } });
}
function mayWrite(ctx, rec) {
  if (!USERS) return;
  if (!ctx.user) throw unauthorized();
  if (ctx.user.role === 'editor') return;
  if (ctx.user.role === 'reader') {
    if (BUG === 'users-reader-deletes-terms' && ctx.method === 'DELETE' && rec && !RESOURCES[rec.coll].post) return;
    throw new Problem(403, 'forbidden', 'This account may only read.');
  }
  if (BUG === 'users-put-skips-owner' && ctx.method === 'PUT') return;
  if (rec && ownerOf(rec) !== ctx.user.id) throw new Problem(403, 'forbidden', 'This record belongs to someone else.');
}
function mayGiveTo(ctx, fields) {
  if (USERS && ctx.user.role === 'author' && fields.author !== undefined && fields.author !== ctx.user.id) {
    throw new Problem(403, 'forbidden', 'An author cannot write in the name of someone else.');
  }
}
function checkPassword(ctx, rec, body) {
  const wanted = rec.fields.password ?? null;
  if (rec.coll !== 'events' || wanted === null || trusted(ctx, rec)) return;
  if (BUG === 'event-password-bypassed-by-slug' && ctx.via === 'slug' && ctx.method === 'GET') return;
  const given = one(ctx.query, 'password') ?? (body && body.password != null ? String(body.password) : undefined);
  if (given !== wanted) throw new Problem(403, 'password_required', 'This event is protected by a password.');
}

// ---------------------------------------------------------------- lists

const one = (query, name) => { const v = query[name]; return v && v.length ? v[v.length - 1] : undefined; };
const given = (query, name) => { const v = one(query, name); return v === undefined || v === '' ? undefined : v; };
function csv(query, name) {
  const v = query[name];
  if (!v) return undefined;
  const out = v.flatMap((s) => s.split(',')).map((s) => s.trim()).filter((s) => s !== '');
  return out.length ? out : undefined;
}
function intList(query, name) {
  const v = csv(query, name);
  return v && v.map((s) => { if (!/^\d+$/.test(s)) throw badQuery(name, `${name} must be an array of integers`); return Number(s); });
}
function intParam(query, name, min) {
  const v = given(query, name);
  if (v === undefined) return undefined;
  const n = intOf(v);
  if (n === undefined || n < min) throw badQuery(name, `${name} must be an integer of at least ${min}`);
  return n;
}
function boolParam(query, name) {
  const v = given(query, name);
  if (v === undefined) return undefined;
  const b = boolOf(v);
  if (b === undefined) throw badQuery(name, `${name} must be a boolean`);
  return b;
}
const fold = (s) => String(s).normalize('NFC').toLowerCase();
function matcher(search) {
  const needle = fold(search);
  if (BUG === 'event-search-like-wildcards') {
    const re = new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%/g, '.*').replace(/_/g, '.'), 's');
    return (s) => s != null && re.test(fold(s));
  }
  return (s) => s != null && fold(s).includes(needle);
}
function statusFilter(query, coll) {
  const v = csv(query, 'status');
  if (!v) return (r) => statusIndex[coll].get(r.id) === 'publish';
  const known = VARIANT === 'soft-delete' ? [...STATUSES, 'trash'] : STATUSES;
  for (const s of v) if (s !== 'any' && !known.includes(s)) throw badQuery('status', `unknown status ${s}`);
  if (v.includes('any')) return (r) => r.fields.status !== 'trash';
  return (r) => v.includes(statusIndex[coll].get(r.id));
}
function termFilter(query, name) {
  const v = csv(query, name);
  if (!v) return undefined;
  const want = new Set();
  for (const s of v) {
    if (/^\d+$/.test(s) && records[name].has(Number(s))) { want.add(Number(s)); continue; }
    const id = slugIndex[name].get(s);
    if (id !== undefined) want.add(id);
  }
  return want;
}

function dateFilters(query) {
  const names = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];
  const strict = boolParam(query, 'strict_dates') || false;
  const tests = [];
  for (const n of names) {
    const v = given(query, n);
    if (v === undefined) continue;
    const d = parseDate(v);
    if (!d) throw badQuery(n, `${n} must be a date`);
    const field = n.startsWith('start') ? 'start' : 'end';
    tests.push((f) => {
      const at = d.wall ?? wallOf(d.utc, f.timezone);
      const floor = Math.floor(at / DAY) * DAY, last = floor + DAY - 1, x = f[field];
      if (VARIANT === 'literal-dates' && (n === 'start_date' || n === 'end_date')) return strict ? x === at : x >= floor && x <= last;
      if (n === 'start_date') return x >= (strict ? at : floor);
      if (n === 'end_date') return x <= (strict ? at : last);
      if (n.endsWith('before')) return strict ? x < at : x <= last;
      return strict ? x > at : x >= floor;
    });
  }
  if (!tests.length) {
    const today = Math.floor(wallOf(Date.now(), SITE_TZ) / DAY) * DAY;
    tests.push((f) => f.start >= today && f.end <= today + 3653 * DAY);
  }
  return tests;
}

function selectEvents(ctx) {
  const q = ctx.query, tests = [statusFilter(q, 'events'), (r) => canSee(ctx, r)];
  const include = intList(q, 'include');
  const dates = dateFilters(q);
  if (include) tests.push((r) => include.includes(r.id));
  if (!include || BUG === 'event-include-keeps-date-filters') tests.push((r) => dates.every((t) => t(r.fields)));
  const search = given(q, 'search');
  if (search !== undefined) {
    const hit = matcher(search);
    tests.push((r) => {
      const t = BUG === 'lang-search-original-only' ? r.texts : textsOf(r, ctx.lang);
      return hit(t.title) || ((r.fields.password === null || trusted(ctx, r)) && hit(t.description));
    });
  }
  let joinRows;
  for (const name of ['categories', 'tags']) {
    const want = termFilter(q, name);
    if (!want) continue;
    tests.push((r) => r.fields[name].some((id) => want.has(id)));
    if (name === 'categories') joinRows = (r) => r.fields.categories.filter((id) => want.has(id)).length;
  }
  for (const name of ['venue', 'organizer']) {
    const want = intList(q, name);
    if (!want) continue;
    if (BUG === 'event-venue-filter-first-only' && name === 'venue') tests.push((r) => want.includes(r.fields.venue[0]));
    else tests.push((r) => r.fields[name].some((id) => want.includes(id)));
  }
  let featured = boolParam(q, 'featured');
  if (BUG === 'event-featured-false-ignored') featured = featured || undefined;
  if (featured !== undefined) tests.push((r) => r.fields.featured === featured);
  // neither the geolocation nor the ticket extension is here: nothing has coordinates or tickets
  if (boolParam(q, 'geoloc')) tests.push(() => false);
  const lat = given(q, 'geoloc_lat'), lng = given(q, 'geoloc_lng');
  for (const [n, v] of [['geoloc_lat', lat], ['geoloc_lng', lng]]) {
    if (v !== undefined && !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(v)) throw badQuery(n, `${n} must be a number`);
  }
  if ((lat === undefined) !== (lng === undefined)) throw badQuery(lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'geoloc_lat and geoloc_lng must be given together');
  if (lat !== undefined) tests.push(() => false);
  if (boolParam(q, 'ticketed')) tests.push(() => false);
  const parent = intParam(q, 'post_parent', 0);
  if (parent) tests.push(() => false);
  const list = timeline.filter((r) => tests.every((t) => t(r)));
  if (BUG === 'event-total-counts-join-rows' && joinRows) list.total = list.reduce((n, r) => n + joinRows(r), 0);
  return list;
}

function eventRelations(ctx, coll, eventId) {
  const e = records.events.get(eventId);
  if (!e || e.fields.status === 'trash' || !canSee(ctx, e)) return [];
  return e.fields[RELATION_OF[coll]];
}
const hasUpcoming = (coll, id) => {
  const now = Date.now();
  for (const e of linked[coll].get(id) || []) if (records.events.get(e)?.fields.endUtc >= now) return true;
  return false;
};

function selectPlaces(ctx, coll) { // venues and organizers
  const q = ctx.query, tests = [statusFilter(q, coll), (r) => canSee(ctx, r)];
  const search = given(q, 'search');
  if (search !== undefined && !(BUG === 'organizers-search-lost-on-page-2' && coll === 'organizers' && ctx.page > 1)) {
    const hit = matcher(search);
    tests.push((r) => {
      const t = textsOf(r, ctx.lang);
      return hit(t[coll.slice(0, -1)]) || hit(t.description) || RESOURCES[coll].custom.some((k) => hit(r.fields[k]));
    });
  }
  const event = intParam(q, 'event', 0);
  if (event !== undefined) { const rel = eventRelations(ctx, coll, event); tests.push((r) => rel.includes(r.id)); }
  const hasEvents = boolParam(q, 'has_events');
  if (hasEvents !== undefined) tests.push((r) => (linked[coll].get(r.id)?.size > 0) === hasEvents);
  let upcoming = boolParam(q, 'only_with_upcoming');
  if (BUG === 'venue-upcoming-false-is-true' && coll === 'venues') upcoming = !!given(q, 'only_with_upcoming');
  if (upcoming) tests.push((r) => hasUpcoming(coll, r.id));
  return [...records[coll].values()].filter((r) => tests.every((t) => t(r)));
}

function selectTerms(ctx, coll) {
  const q = ctx.query, tests = [];
  const search = given(q, 'search');
  if (search !== undefined) {
    const hit = matcher(search);
    tests.push((r) => { const t = textsOf(r, ctx.lang); return hit(t.name) || hit(t.description); });
  }
  const exclude = intList(q, 'exclude'), include = intList(q, 'include');
  if (exclude && !(BUG === 'category-exclude-lost-with-search' && coll === 'categories' && search !== undefined)) tests.push((r) => !exclude.includes(r.id));
  if (include) tests.push((r) => include.includes(r.id));
  const hideDefault = !(BUG === 'tags-hide-empty-off-by-default' && coll === 'tags');
  if (boolParam(q, 'hide_empty') ?? hideDefault) tests.push((r) => linked[coll].get(r.id)?.size > 0);
  if (coll === 'categories') {
    const parent = intParam(q, 'parent', 0);
    if (parent !== undefined) tests.push((r) => r.fields.parent === parent);
  }
  for (const n of ['post', 'event']) {
    if (BUG === 'category-post-filter-ignored' && coll === 'categories' && n === 'post') continue;
    const event = intParam(q, n, 0);
    if (event === undefined) continue;
    let rel = eventRelations(ctx, coll, event);
    if (BUG === 'tag-event-filter-mixes-taxonomies' && coll === 'tags') rel = [...rel, ...eventRelations(ctx, 'categories', event)];
    tests.push((r) => rel.includes(r.id));
  }
  const slugs = csv(q, 'slug');
  if (slugs) tests.push((r) => slugs.includes(r.fields.slug));
  const list = [...records[coll].values()].filter((r) => tests.every((t) => t(r)));
  const sort = termSort(ctx, coll, include);
  return BUG === 'tags-sorted-after-paging' && coll === 'tags' ? list : list.sort(sort);
}
function termSort(ctx, coll, include) {
  const orderby = given(ctx.query, 'orderby') || 'name', order = (given(ctx.query, 'order') || 'asc').toLowerCase();
  const keys = {
    name: (r) => fold(textsOf(r, ctx.lang).name), id: (r) => r.id, slug: (r) => r.fields.slug,
    count: (r) => linked[coll].get(r.id)?.size || 0, description: (r) => fold(textsOf(r, ctx.lang).description ?? ''),
    include: (r) => (include ? include.indexOf(r.id) : 0),
    ...(coll === 'categories' ? { parent: (r) => r.fields.parent } : {}),
  };
  keys.term_id = keys.id;
  if (BUG === 'category-ids-sorted-as-text' && coll === 'categories') keys.id = (r) => String(r.id);
  if (!Object.hasOwn(keys, orderby)) throw badQuery('orderby', `orderby must be one of ${Object.keys(keys).join(', ')}`);
  if (!['asc', 'desc', 'ascending', 'descending'].includes(order)) throw badQuery('order', 'order must be asc or desc');
  const key = keys[orderby], dir = order.startsWith('desc') ? -1 : 1;
  return (a, b) => { const x = key(a), y = key(b); return (x < y ? -1 : x > y ? 1 : a.id - b.id) * dir; };
}

function select(ctx, coll) {
  if (coll === 'events') return selectEvents(ctx);
  return RESOURCES[coll].post ? selectPlaces(ctx, coll) : selectTerms(ctx, coll);
}

function list(ctx, coll) {
  const q = ctx.query;
  const page = ctx.page = intParam(q, 'page', 1) ?? 1;
  const perDefault = BUG === 'organizers-default-page-size' && coll === 'organizers' ? 20 : 10;
  let perPage = intParam(q, 'per_page', 1) ?? perDefault;
  if (perPage > MAX_PER_PAGE) {
    if (VARIANT === 'strict-limits') throw badQuery('per_page', `per_page must be at most ${MAX_PER_PAGE}`);
    perPage = MAX_PER_PAGE;
  }
  const filters = Object.entries(q).filter(([k]) => k !== 'page' && k !== 'per_page').sort(([a], [b]) => (a < b ? -1 : 1));
  let rows;
  if (q.only_with_upcoming || BUG === 'organizers-search-lost-on-page-2') rows = select(ctx, coll);
  else {
    const who = BUG === 'users-list-cache-shared' ? '' : ctx.user?.name || '';
    const key = JSON.stringify([coll, ctx.lang, who, Math.floor(Date.now() / 60000), filters]);
    rows = listCache.get(key);
    if (!rows) {
      if (listCache.size >= 300) listCache.clear();
      rows = select(ctx, coll);
      listCache.set(key, rows);
    }
  }
  let offset = (page - 1) * perPage;
  if (BUG === 'page-2-overlaps-page-1' && page > 1) offset -= 1;
  let slice = rows.slice(offset, offset + perPage);
  if (BUG === 'tags-sorted-after-paging' && coll === 'tags') slice = slice.sort(termSort(ctx, coll, intList(q, 'include')));
  let total = rows.total ?? rows.length;
  if (BUG === 'total-is-page-length') total = slice.length;
  const totalPages = Math.ceil(total / perPage);
  if (VARIANT === 'strict-limits' && page > Math.max(totalPages, 1)) throw new Problem(404, 'no_such_page', 'There is no such page.');
  const items = slice.map((r) => show(ctx, r, { masked: r.fields.password != null && !trusted(ctx, r) }));
  const pageUrl = (n) => {
    const p = new URLSearchParams();
    if (!(BUG === 'events-next-link-drops-filters' && coll === 'events')) {
      for (const [k, vs] of ctx.pairs) if (k !== 'page' && k !== 'per_page') p.append(k, vs);
    }
    p.append('page', n); p.append('per_page', perPage);
    return `${ctx.base}/${NAMESPACE}/${coll}?${p}`;
  };
  const links = { self: pageUrl(page), next: page < totalPages ? pageUrl(page + 1) : null, prev: page > 1 ? pageUrl(Math.max(1, Math.min(page - 1, totalPages))) : null };
  const headers = { 'X-Total-Count': String(total) };
  const linkHeader = ['next', 'prev'].filter((k) => links[k]).map((k) => `<${links[k]}>; rel="${k}"`).join(', ');
  if (linkHeader) headers.Link = linkHeader;
  if (VARIANT === 'hal-envelope') {
    const l = {};
    for (const k of Object.keys(links)) if (links[k]) l[k] = { href: links[k] };
    return { status: 200, headers, body: { _embedded: { [coll]: items }, page: { size: perPage, totalElements: total, totalPages, number: page }, _links: l } };
  }
  return { status: 200, headers, body: { data: items, meta: { page, per_page: perPage, total, total_pages: totalPages }, links } };
}

// ---------------------------------------------------------------- items

const pause = (ms) => new Promise((r) => setTimeout(r, ms));

async function create(ctx, coll) {
  mayWrite(ctx, null);
  const { fields, texts } = readBody(ctx, coll, ctx.body, null);
  mayGiveTo(ctx, fields);
  let id;
  if (BUG === 'organizer-id-race' && coll === 'organizers') {
    id = sequences[coll] + 1;
    await pause(3); // the store acknowledges the write
    sequences[coll] = id;
  } else id = ++sequences[coll];
  commit('created', coll, id, { fields, texts, lang: ctx.lang, owner: ctx.user ? ctx.user.id : 1 });
  const rec = records[coll].get(id);
  let location = `${ctx.base}/${NAMESPACE}/${coll}/${id}`;
  if (BUG === 'category-location-broken' && coll === 'categories') location = `${ctx.base}/${coll}/${id}`;
  return { status: 201, headers: { Location: location }, body: VARIANT === 'terse-writes' ? { id: idOut(id) } : show(ctx, rec) };
}

function find(ctx, coll, ref) {
  let id;
  if (ctx.via === 'slug') id = slugIndex[coll].get(ref);
  else id = Number(ref);
  const rec = records[coll].get(id);
  const hidden = rec && !canSee(ctx, rec) && !(BUG === 'users-drafts-open-by-slug' && ctx.via === 'slug' && ctx.method === 'GET');
  if (!rec || hidden) throw new Problem(404, 'not_found', `There is no such ${RESOURCES[coll].one}.`);
  return rec;
}
function etagOf(rec, body) {
  if (BUG === 'event-etag-per-second' && rec && rec.coll === 'events') return `"e${rec.id}-${Math.floor(rec.modified / 1000)}"`;
  return `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`;
}
function precondition(ctx, rec) {
  const m = ctx.req.headers['if-match'];
  if (m === undefined || m.trim() === '*') return;
  const tag = etagOf(rec, JSON.stringify(show(ctx, rec)));
  if (!m.split(',').map((s) => s.trim()).includes(tag)) throw new Problem(412, 'precondition_failed', 'The record has changed since.');
}

async function update(ctx, coll, ref) {
  if (USERS && !ctx.user) throw unauthorized();
  const rec = find(ctx, coll, ref);
  mayWrite(ctx, rec);
  const body = ctx.body;
  checkPassword(ctx, rec, body);
  if (BUG === 'venue-post-by-slug-creates' && coll === 'venues' && ctx.via === 'slug' && ctx.method === 'POST') {
    return create({ ...ctx, body: { venue: rec.texts.venue, ...body } }, coll);
  }
  precondition(ctx, rec);
  let { fields, texts } = readBody(ctx, coll, body, rec);
  mayGiveTo(ctx, fields);
  if (BUG === 'event-lost-update' && coll === 'events') {
    const snapshot = { fields: { ...rec.fields }, texts: { ...textsOf(rec, ctx.lang) } };
    await pause(3); // the store acknowledges the read
    if (!records[coll].has(rec.id)) throw new Problem(404, 'not_found', 'There is no such event.');
    fields = { ...snapshot.fields, ...fields };
    if (ctx.lang === rec.orig) texts = { ...snapshot.texts, ...texts };
  }
  if (Object.keys(fields).length || Object.keys(texts).length) {
    if (fields.status === 'trash' && rec.fields.status !== 'trash') unlink(rec);
    commit('changed', coll, rec.id, { fields, texts, lang: ctx.lang });
  }
  if (VARIANT === 'terse-writes') return { status: 204 };
  return { status: 200, body: show(ctx, rec) };
}

/** Takes a record out of everything that refers to it. */
function unlink(rec) {
  const { coll, id } = rec;
  if (coll === 'events') return;
  const field = RELATION_OF[coll];
  for (const e of [...(linked[coll].get(id) || [])]) {
    const ev = records.events.get(e);
    if (!ev) continue;
    commit('changed', 'events', e, { fields: { [field]: ev.fields[field].filter((x) => x !== id) }, texts: {}, lang: ev.orig });
  }
  if (VARIANT === 'soft-delete') for (const ev of records.events.values()) {
    if (ev.fields[field].includes(id)) commit('changed', 'events', ev.id, { fields: { [field]: ev.fields[field].filter((x) => x !== id) }, texts: {}, lang: ev.orig });
  }
  if (coll === 'categories') {
    for (const c of records.categories.values()) {
      if (c.fields.parent === id) commit('changed', coll, c.id, { fields: { parent: rec.fields.parent }, texts: {}, lang: c.orig });
    }
  }
}
function remove(ctx, coll, ref) {
  if (USERS && !ctx.user) throw unauthorized();
  const rec = find(ctx, coll, ref);
  mayWrite(ctx, rec);
  checkPassword(ctx, rec, null);
  precondition(ctx, rec);
  if (BUG === 'tag-delete-does-nothing' && coll === 'tags') return { status: 204 };
  const last = VARIANT === 'strict-limits' ? show(ctx, rec) : null;
  unlink(rec);
  if (VARIANT === 'soft-delete' && RESOURCES[coll].post && rec.fields.status !== 'trash') {
    const slug = uniqueSlug(coll, `${rec.fields.slug}-trashed`, rec.id);
    commit('changed', coll, rec.id, { fields: { status: 'trash', slug }, texts: {}, lang: rec.orig });
    return { status: 200, body: show(ctx, rec) };
  }
  commit('deleted', coll, rec.id, { via: ctx.via });
  return last ? { status: 200, body: last } : { status: 204 };
}

function read(ctx, coll, ref) {
  const rec = find(ctx, coll, ref);
  checkPassword(ctx, rec, null);
  return { status: 200, body: show(ctx, rec), rec };
}

// ---------------------------------------------------------------- index and documentation

function index(ctx) {
  const here = `${ctx.base}/${NAMESPACE}`;
  const up = BUG === 'index-up-points-to-itself' ? here : `${ctx.base}/`;
  return {
    status: 200,
    headers: { Link: `<${up}>; rel="up"` },
    body: {
      namespace: NAMESPACE, description: 'Calendar of events', languages: LANGS,
      links: { up: { href: up }, self: { href: here }, doc: { href: `${here}/doc` }, ...Object.fromEntries(COLLS.map((c) => [c, { href: `${here}/${c}` }])) },
    },
  };
}
function root(ctx) {
  const ns = `${ctx.base}/${NAMESPACE}`;
  return { status: 200, body: { name: 'Calendar', namespaces: [NAMESPACE], links: { self: { href: `${ctx.base}/` }, [NAMESPACE]: { href: ns } } } };
}
const LIST_PARAMS = {
  events: { page: 'integer', per_page: 'integer', start_date: 'string', end_date: 'string', starts_before: 'string', starts_after: 'string', ends_before: 'string', ends_after: 'string', strict_dates: 'boolean', search: 'string', categories: 'array', tags: 'array', venue: 'array', organizer: 'array', featured: 'boolean', status: 'string', geoloc: 'boolean', geoloc_lat: 'number', geoloc_lng: 'number', include: 'array', post_parent: 'integer', ticketed: 'boolean' },
  venues: { page: 'integer', per_page: 'integer', search: 'string', event: 'integer', has_events: 'boolean', only_with_upcoming: 'boolean', status: 'string' },
  tags: { page: 'integer', per_page: 'integer', search: 'string', exclude: 'array', include: 'array', order: 'string', orderby: 'string', hide_empty: 'boolean', post: 'integer', event: 'integer', slug: 'string' },
};
LIST_PARAMS.organizers = LIST_PARAMS.venues;
LIST_PARAMS.categories = { ...LIST_PARAMS.tags, parent: 'integer' };
let docCache;
function doc(ctx) {
  if (!docCache) {
    const lang = { name: 'ml_language', in: 'query', required: false, schema: { type: 'string', enum: LANGS } };
    const password = { name: 'password', in: 'query', required: false, schema: { type: 'string' } };
    const schemaOf = (t) => (t === 'array' ? { type: 'array', items: { type: 'string' } } : { type: t });
    const typeOf = (s) => ({ text: { type: 'string', nullable: !s.required }, bool: { type: 'boolean' }, int: { type: 'integer' }, ids: { type: 'array', items: { type: 'integer' }, nullable: true }, date: { type: 'string' }, any: {}, status: { type: 'string', enum: STATUSES }, tz: { type: 'string' }, slug: { type: 'string' } })[s.type];
    const answers = (...codes) => Object.fromEntries(codes.map((c) => [c, { description: http.STATUS_CODES[c] }]));
    const paths = {
      [`/${NAMESPACE}`]: { get: { operationId: 'index', parameters: [{ name: 'namespace', in: 'query', schema: { type: 'string', default: NAMESPACE } }, { name: 'context', in: 'query', schema: { type: 'string', default: 'view' } }, lang], responses: answers(200) } },
      [`/${NAMESPACE}/doc`]: { get: { operationId: 'doc', parameters: [lang], responses: answers(200) } },
    };
    for (const coll of COLLS) {
      const { one: single, fields, slugs } = RESOURCES[coll];
      const props = Object.fromEntries(Object.entries(fields).map(([k, s]) => [k, typeOf(s)]));
      const bodyOf = (required) => ({ required: required.length > 0, content: { 'application/json': { schema: { type: 'object', properties: props, ...(required.length ? { required } : {}) } } } });
      paths[`/${NAMESPACE}/${coll}`] = {
        get: { operationId: `list_${coll}`, parameters: [...Object.entries(LIST_PARAMS[coll]).map(([name, t]) => ({ name, in: 'query', required: false, schema: { ...schemaOf(t), ...(name === 'page' ? { default: 1 } : name === 'per_page' ? { default: 10 } : {}) } })), lang], responses: answers(200, 400) },
        post: { operationId: `create_${single}`, parameters: [lang], requestBody: bodyOf(Object.keys(fields).filter((k) => fields[k].required)), responses: answers(201, 400, 422) },
      };
      for (const [by, tail, schema] of [['id', '{id}', { type: 'integer' }], ...(slugs ? [['slug', 'by-slug/{slug}', { type: 'string' }]] : [])]) {
        const parameters = [{ name: by, in: 'path', required: true, schema }, ...(coll === 'events' ? [password] : []), lang];
        const item = { parameters };
        item.get = { operationId: `read_${single}_by_${by}`, responses: answers(200, 404) };
        item.delete = { operationId: `delete_${single}_by_${by}`, responses: answers(204, 404) };
        for (const verb of ['post', 'put', 'patch']) item[verb] = { operationId: `${verb}_${single}_by_${by}`, requestBody: bodyOf([]), responses: answers(200, 400, 404, 422) };
        paths[`/${NAMESPACE}/${coll}/${tail}`] = item;
      }
    }
    docCache = paths;
  }
  return { status: 200, body: { openapi: '3.0.3', info: { title: 'Calendar events', version: '1' }, servers: [{ url: ctx.base }], paths: docCache } };
}

// ---------------------------------------------------------------- http

const ITEM_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
function route(path) {
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  const m = /^(?:\/(nl|en|fr|de))?(?:\/(vendor\/events\/v1)(?:\/(.*))?)?\/?$/.exec(path);
  if (!m) return null;
  const segment = m[1];
  if (!m[2]) return { segment, kind: 'root', methods: READ_METHODS };
  if (m[3] === undefined) return { segment, kind: 'index', methods: READ_METHODS };
  const parts = m[3].split('/');
  if (parts.length === 1 && parts[0] === 'doc') return { segment, kind: 'doc', methods: READ_METHODS };
  const coll = parts[0];
  if (!COLLS.includes(coll)) return null;
  if (parts.length === 1) return { segment, kind: 'list', coll, methods: ['GET', 'HEAD', 'POST', 'OPTIONS'] };
  if (parts.length === 2 && /^\d+$/.test(parts[1])) {
    const methods = BUG === 'organizer-put-not-routed' && coll === 'organizers' ? ITEM_METHODS.filter((x) => x !== 'PUT') : ITEM_METHODS;
    return { segment, kind: 'item', coll, ref: parts[1], via: 'id', methods };
  }
  if (parts.length === 3 && parts[1] === 'by-slug' && RESOURCES[coll].slugs && parts[2] !== '') {
    let ref;
    try { ref = decodeURIComponent(parts[2]); } catch { throw new Problem(400, 'bad_address', 'The address is not well encoded.'); }
    return { segment, kind: 'item', coll, ref, via: 'slug', methods: ITEM_METHODS };
  }
  return null;
}

function readAll(req) {
  return new Promise((resolve, reject) => {
    const chunks = []; let size = 0;
    req.on('data', (c) => { size += c.length; if (size <= 4 << 20) chunks.push(c); });
    req.on('end', () => (size > 4 << 20 ? reject(new Problem(413, 'too_large', 'The body is too large.')) : resolve(Buffer.concat(chunks))));
    req.on('error', reject);
  });
}
function pairsToMap(pairs) {
  const map = Object.create(null);
  for (const [k, v] of pairs) {
    const name = k.replace(/\[[^\]]*\]$/, '');
    (map[name] ||= []).push(v);
  }
  return map;
}
function parseBody(req, raw) {
  if (raw.length === 0) return {};
  const type = (req.headers['content-type'] || 'application/json').split(';')[0].trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') {
    const out = Object.create(null);
    const pairs = [...new URLSearchParams(raw.toString('utf8'))];
    for (const [k, v] of pairs) {
      const name = k.replace(/\[[^\]]*\]$/, '');
      if (name !== k) (Array.isArray(out[name]) ? out[name] : (out[name] = [])).push(v); else out[name] = v;
    }
    return out;
  }
  if (type !== 'application/json' && !type.endsWith('+json')) throw new Problem(415, 'unsupported_media_type', 'Send application/json or a form.');
  let body;
  try { body = JSON.parse(raw.toString('utf8').replace(/^\uFEFF/, '')); } catch { throw new Problem(400, 'malformed_json', 'The body is not JSON.'); }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new Problem(400, 'malformed_json', 'The body must be a JSON object.');
  return body;
}
function authenticate(req) {
  if (!USERS) return null;
  const h = req.headers.authorization;
  if (h === undefined) return null;
  const m = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(h);
  const [name, ...rest] = m ? Buffer.from(m[1], 'base64').toString('utf8').split(':') : [''];
  const account = Object.hasOwn(ACCOUNTS, name) ? ACCOUNTS[name] : null;
  if (!account || account.password !== rest.join(':')) throw unauthorized();
  return account;
}

let lastLang = DEFAULT_LANG;
function languageOf(ctx, segment) {
  let asked = given(ctx.query, 'ml_language') ?? (ctx.body.ml_language == null || ctx.body.ml_language === '' ? undefined : ctx.body.ml_language) ?? segment;
  if (BUG === 'lang-sticks-to-next-request') { asked ??= lastLang; if (LANGS.includes(asked)) lastLang = asked; }
  asked ??= DEFAULT_LANG;
  if (!LANGS.includes(asked)) throw badQuery('ml_language', `ml_language must be one of ${LANGS.join(', ')}`);
  return asked;
}

async function handle(req, raw) {
  let target = req.url;
  if (/^https?:\/\//i.test(target)) target = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  if (target === '*') return { status: 204, headers: { Allow: ITEM_METHODS.join(', ') } };
  const cut = target.indexOf('?');
  const path = cut < 0 ? target : target.slice(0, cut);
  const r = route(path);
  if (!r) throw new Problem(404, 'no_such_address', 'There is nothing at this address.');
  const methods = BUG === 'head-not-supported' ? r.methods.filter((m) => m !== 'HEAD') : r.methods;
  if (!methods.includes(req.method)) throw new Problem(405, 'method_not_allowed', `${req.method} is not possible here.`, { headers: { Allow: methods.join(', ') } });
  if (req.method === 'OPTIONS') return { status: 204, headers: { Allow: methods.join(', ') } };
  const pairs = cut < 0 ? [] : [...new URLSearchParams(target.slice(cut + 1))];
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const ctx = { req, method, pairs, query: pairsToMap(pairs), via: r.via, body: {} };
  ctx.user = authenticate(req);
  if (method !== 'GET' && method !== 'DELETE') ctx.body = parseBody(req, raw);
  ctx.lang = languageOf(ctx, r.segment);
  ctx.base = `http://${req.headers.host || `127.0.0.1:${PORT}`}${r.segment ? `/${r.segment}` : ''}`;
  if (r.kind === 'root') return root(ctx);
  if (r.kind === 'index') return index(ctx);
  if (r.kind === 'doc') return doc(ctx);
  if (r.kind === 'list') return method === 'GET' ? list(ctx, r.coll) : create(ctx, r.coll);
  if (method === 'GET') return read(ctx, r.coll, r.ref);
  if (method === 'DELETE') return remove(ctx, r.coll, r.ref);
  return update(ctx, r.coll, r.ref);
}

function send(req, res, answer) {
  const headers = { ...answer.headers };
  if (answer.body === undefined) {
    if (answer.status !== 204) headers['Content-Length'] = '0';
    res.writeHead(answer.status, headers);
    return res.end();
  }
  const payload = JSON.stringify(answer.body);
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  if (answer.status === 200 && (req.method === 'GET' || req.method === 'HEAD')) {
    const tag = etagOf(answer.rec, payload);
    headers.ETag = tag;
    const m = req.headers['if-none-match'];
    if (m !== undefined && (m.trim() === '*' || m.split(',').some((s) => s.trim().replace(/^W\//, '') === tag))) {
      delete headers['Content-Type'];
      res.writeHead(304, headers);
      return res.end();
    }
  }
  headers['Content-Length'] = BUG === 'content-length-in-characters' ? payload.length : Buffer.byteLength(payload);
  res.writeHead(answer.status, headers);
  res.end(req.method === 'HEAD' ? undefined : payload);
}

const server = http.createServer((req, res) => {
  res.on('error', () => {});
  readAll(req).then((raw) => handle(req, raw)).catch((e) => {
    if (!(e instanceof Problem)) { console.error(e); e = new Problem(500, 'internal', 'Something went wrong.'); }
    const { headers, ...extra } = e.extra;
    return {
      status: e.status, headers: { ...headers, 'Content-Type': 'application/problem+json' },
      body: { type: 'about:blank', title: http.STATUS_CODES[e.status], status: e.status, code: e.code, detail: e.message, ...extra },
    };
  }).then((answer) => send(req, res, answer)).catch((e) => { console.error(e); res.destroy(); });
});
server.keepAliveTimeout = 65000;
server.on('clientError', (err, socket) => { if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'); });
process.on('uncaughtException', (e) => console.error(e));
process.on('unhandledRejection', (e) => console.error(e));
for (const sig of ['SIGTERM', 'SIGINT']) process.on(sig, () => process.exit(0));
server.listen(PORT, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${PORT}\n`));
