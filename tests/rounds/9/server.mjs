// Calendar events service: a small framework (router, middlewares, schemas, models with hooks,
// indexed tables, serializers, response cache) and the application on top of it.
import http from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';

const PORT = Number(process.env.PORT || 0);
const BUG = process.env.BUG || '';
const VARIANT = process.env.VARIANT || '';
const USERS = process.env.USERS === '1';
const B = (id) => BUG === id;
const V = (id) => VARIANT === id;
const NS = '/vendor/events/v1';
const SITE_TZ = 'Europe/Amsterdam';
const LANGS = ['nl', 'en', 'fr', 'de'];
const SEGMENTS = ['nl', 'de', 'fr'];
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/* ------------------------------------------------------------------ errors */
class HttpError extends Error {
  constructor(status, code, message, fields, headers) { super(message); Object.assign(this, { status, code, fields, headers }); }
}
const bad = (message, fields) => new HttpError(V('strict-validation') ? 422 : 400, 'invalid_parameter', message, fields);
const notFound = (what) => new HttpError(404, 'not_found', `${what} not found`);

/* -------------------------------------------------------------------- time */
const pad = (n, w = 2) => String(n).padStart(w, '0');
const fmtMs = (ms) => { const d = new Date(ms); return `${pad(d.getUTCFullYear(), 4)}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())} ${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())}`; };
const utcMs = (y, mo, d, h, mi, s) => { const t = new Date(Date.UTC(2000, mo - 1, 1, h, mi, s)); t.setUTCFullYear(y, mo - 1, d); return t.getTime(); };
const msOf = (s) => { const m = /^(-?\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)$/.exec(s); return utcMs(...m.slice(1).map(Number)); };
const dtfs = new Map();
function dtf(tz) {
  if (!dtfs.has(tz)) dtfs.set(tz, new Intl.DateTimeFormat('en-US', { timeZone: tz, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }));
  return dtfs.get(tz);
}
function utcToLocal(utc, tz) {
  const p = {}; for (const x of dtf(tz).formatToParts(new Date(msOf(utc)))) p[x.type] = x.value;
  return `${pad(p.year, 4)}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`;
}
const offsetAt = (ms, tz) => msOf(utcToLocal(fmtMs(ms), tz)) - ms;
function localToUtc(local, tz) {
  const ms = msOf(local);
  let utc = ms - offsetAt(ms, tz);
  utc = ms - offsetAt(utc, tz);
  return fmtMs(utc);
}
const nowUtc = () => fmtMs(Date.now());
const validTz = (tz) => { try { dtf(tz); return true; } catch { return false; } };
/** parses a date(-time) to a wall clock time of tz; null when it is not one */
function parseDate(v, tz) {
  const m = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(String(v).trim());
  if (!m) return null;
  const [, y, mo, d, h = '00', mi = '00', s = '00', off] = m;
  if (+h > 23 || +mi > 59 || +s > 59 || y === '0000') return null;
  const ms = utcMs(+y, +mo, +d, +h, +mi, +s);
  const out = `${y}-${mo}-${d} ${h}:${mi}:${s}`;
  if (fmtMs(ms) !== out) return null;
  if (!off) return out;
  const delta = off === 'Z' ? 0 : (off[0] === '-' ? -1 : 1) * (Number(off.slice(1, 3)) * 60 + Number(off.slice(-2))) * 60000;
  return utcToLocal(fmtMs(ms - delta), tz);
}

/* ------------------------------------------------------------------ tables */
class Table {
  constructor(name, indexes = {}) { this.name = name; this.rows = new Map(); this.idx = {}; for (const k of Object.keys(indexes)) this.idx[k] = { keys: indexes[k], map: new Map() }; }
  get(id) { return this.rows.get(Number(id)); }
  find(index, key) { return [...(this.idx[index].map.get(key) || [])]; }
  reindex(row, updating) {
    for (const [name, ix] of Object.entries(this.idx)) {
      if (updating && name === 'slug' && this.name === 'events' && B('events-slug-index-stale')) continue;
      const old = row._keys[name] || [], now = ix.keys(row);
      const keepOld = updating && name === 'tags' && B('tags-index-after-unassign');
      if (!keepOld) for (const k of old) { ix.map.get(k)?.delete(row); }
      for (const k of now) { if (!ix.map.has(k)) ix.map.set(k, new Set()); ix.map.get(k).add(row); }
      row._keys[name] = keepOld ? [...new Set([...old, ...now])] : now;
    }
  }
  insert(row) { Object.defineProperty(row, '_keys', { value: {}, enumerable: false, writable: true }); this.rows.set(row.id, row); this.reindex(row, false); return row; }
  update(row, values) { Object.assign(row, values); this.reindex(row, true); return row; }
  remove(row) {
    this.rows.delete(row.id);
    for (const [name, ix] of Object.entries(this.idx)) {
      if (name === 'slug' && this.name === 'organizers' && B('organizers-slug-index-after-delete')) continue;
      for (const k of row._keys[name] || []) ix.map.get(k)?.delete(row);
    }
  }
}
const db = {
  seq: 0, version: 0,
  events: new Table('events', { slug: (r) => [r.slug], status: (r) => [r.status], categories: (r) => r.categories, tags: (r) => r.tags, venue: (r) => r.venue, organizer: (r) => r.organizer, featured: (r) => [r.featured] }),
  venues: new Table('venues', { slug: (r) => [r.slug], status: (r) => [r.status] }),
  organizers: new Table('organizers', { slug: (r) => [r.slug], status: (r) => [r.status] }),
  categories: new Table('categories', { slug: (r) => [r.slug], parent: (r) => [r.parent] }),
  tags: new Table('tags', { slug: (r) => [r.slug] }),
};

class Query {
  constructor(table) { this.table = table; this.set = null; this.tests = []; this.cmp = (a, b) => a.id - b.id; }
  whereIndex(index, keys) {
    const hit = new Set(); for (const k of keys) for (const r of this.table.find(index, k)) hit.add(r);
    this.set = this.set ? new Set([...this.set].filter((r) => hit.has(r))) : hit; return this;
  }
  where(fn) { this.tests.push(fn); return this; }
  order(cmp) { this.cmp = cmp; return this; }
  all() { return [...(this.set || this.table.rows.values())].filter((r) => this.table.rows.has(r.id) && this.tests.every((t) => t(r))).sort(this.cmp); }
}

/* ----------------------------------------------------------------- schemas */
const TRUE = ['true', '1', 'yes', 'on'], FALSE = ['false', '0', 'no', 'off', ''];
let formBody = false;
const strict = () => V('strict-validation');
const strictTypes = () => strict() && !formBody;
const types = {
  string(v) { if (v === null) return ''; if (typeof v === 'object' || (strictTypes() && typeof v !== 'string')) throw 'must be a string'; return String(v); },
  nullable(v) { return v === null ? null : types.string(v); },
  required(v) { if (v === null || typeof v === 'object' || (strictTypes() && typeof v !== 'string') || String(v).trim() === '') throw 'must be a non-empty string'; return String(v); },
  int(v) { if (v === null) return undefined; if (strictTypes() && typeof v !== 'number') throw 'must be an integer'; const s = String(v).trim(); if (typeof v === 'boolean' || !/^\d+$/.test(s) || !Number.isSafeInteger(Number(s))) throw 'must be an integer'; return Number(s); },
  bool(v) { if (v === null) return false; if (typeof v === 'boolean') return v; if (strictTypes()) throw 'must be a boolean'; const s = String(v).toLowerCase(); if (TRUE.includes(s)) return true; if (FALSE.includes(s)) return false; throw 'must be a boolean'; },
  status(v) { if (v === null) return undefined; if (!STATUSES.includes(String(v))) throw `must be one of ${STATUSES.join(', ')}`; return String(v); },
  date(v) { if (v === null) return undefined; const d = typeof v === 'object' ? null : parseDate(v, SITE_TZ); if (!d) throw 'must be a date, YYYY-MM-DD HH:MM:SS'; return d; },
  utc(v) { if (v === null) return undefined; const d = typeof v === 'object' ? null : parseDate(v, 'UTC'); if (!d) throw 'must be a date, YYYY-MM-DD HH:MM:SS'; return d; },
  when(v) { if (v === null || (typeof v === 'object') || !parseDate(v, 'UTC')) throw 'must be a date, YYYY-MM-DD HH:MM:SS'; return String(v); },
  tz(v) { if (v === null) return SITE_TZ; if (typeof v === 'object' || !String(v) || !validTz(String(v))) throw 'must be a time zone'; return String(v); },
  url(v) { if (v === null || String(v) === '') return null; let u; try { u = new URL(String(v)); } catch { throw 'must be a URL'; } if (!/^https?:$/.test(u.protocol)) throw 'must be a URL'; return String(v); },
  email(v) { if (v === null || String(v) === '') return v === null ? null : ''; if (!/^[^\s@]+@[^\s@]+$/.test(String(v))) throw 'must be an e-mail address'; return String(v); },
  cost(v) { if (v === null) return null; if (typeof v === 'object') throw 'must be a string or a number'; return v; },
  ids: (table) => (v) => {
    if (v === null) return [];
    let list = Array.isArray(v) ? v : String(v).split(',').filter((x) => x.trim() !== '');
    list = list.map((x) => { const s = x !== null && typeof x === 'object' ? '' : String(x).trim(); if (!/^\d+$/.test(s)) throw 'must be an array of IDs'; if (!db[table].get(s) || db[table].get(s).status === 'trash') throw `${s} does not exist`; return Number(s); });
    return [...new Set(list)];
  },
};

const S = types;
const post = { author: S.int, date: S.date, date_utc: S.utc, status: S.status };
const models = {
  events: {
    one: 'event', title: 'title', tr: ['title', 'description', 'excerpt'], required: ['title', 'start_date', 'end_date'],
    schema: { title: S.required, start_date: S.when, end_date: S.when, ...post, description: S.string, slug: S.string, excerpt: S.string, timezone: S.tz, all_day: S.bool, image: S.nullable, cost: S.cost, website: S.url, show_map: S.bool, show_map_link: S.bool, hide_from_listings: S.bool, sticky: S.bool, featured: S.bool, categories: S.ids('categories'), tags: S.ids('tags'), venue: S.ids('venues'), organizer: S.ids('organizers'), password: S.nullable },
    defaults: () => ({ description: '', excerpt: '', timezone: SITE_TZ, all_day: false, image: null, cost: null, website: null, show_map: false, show_map_link: false, hide_from_listings: false, sticky: false, featured: false, categories: [], tags: [], venue: [], organizer: [], password: null }),
    search: (v) => [v.title, v.description],
  },
  venues: {
    one: 'venue', title: 'venue', tr: ['venue', 'description'], required: ['venue'],
    schema: { venue: S.required, ...post, description: S.nullable, show_map: S.nullable, show_map_link: S.nullable, address: S.nullable, city: S.nullable, country: S.nullable, province: S.nullable, state: S.nullable, zip: S.nullable, phone: S.nullable, stateprovince: S.nullable, website: S.url, image: S.nullable },
    defaults: () => ({ description: null, show_map: null, show_map_link: null, address: null, city: null, country: null, province: null, state: null, zip: null, phone: null, stateprovince: null, website: null, image: null }),
    search: (v) => (B('venues-search-custom-fields') ? [v.venue, v.description] : [v.venue, v.description, v.address, v.city, v.country, v.province, v.state, v.zip, v.phone, v.stateprovince, v.website]),
  },
  organizers: {
    one: 'organizer', title: 'organizer', tr: ['organizer', 'description'], required: ['organizer'],
    schema: { organizer: S.required, ...post, description: S.nullable, phone: S.nullable, website: S.url, email: S.email, image: S.nullable },
    defaults: () => ({ description: null, phone: null, website: null, email: null, image: null }),
    search: (v) => [v.organizer, v.description, v.phone, v.website, v.email],
  },
  categories: { one: 'category', title: 'name', term: true, tr: ['name', 'description'], required: ['name'], schema: { name: S.required, description: S.string, slug: S.string, parent: (v) => (v === null || v === '' ? 0 : S.int(v)) }, defaults: () => ({ description: '', parent: 0 }), search: (v) => [v.name, v.description] },
  tags: { one: 'tag', title: 'name', term: true, tr: ['name', 'description'], required: ['name'], schema: { name: S.required, description: S.string, slug: S.string }, defaults: () => ({ description: '' }), search: (v) => [v.name, v.description] },
};
for (const k of Object.keys(models)) models[k].name = k;

function validate(model, body, { creating, form }) {
  formBody = !!form;
  const errors = {}, out = {};
  for (const [k, check] of Object.entries(model.schema)) {
    if (!Object.hasOwn(body, k)) continue;
    try { const v = check(body[k]); if (v !== undefined) out[k] = v; } catch (e) { if (typeof e !== 'string') throw e; errors[k] = e; }
  }
  if (strict()) for (const k of Object.keys(body)) if (!Object.hasOwn(model.schema, k) && !['id', 'ml_language', 'slug'].includes(k)) errors[k] = 'is unknown';
  if (creating) for (const k of model.required) {
    if (k === 'end_date' && B('events-end-date-not-required')) continue;
    if (out[k] === undefined && !errors[k]) errors[k] = 'is required';
  }
  if (Object.keys(errors).length) throw bad('Invalid fields: ' + Object.entries(errors).map(([k, e]) => `${k} ${e}`).join('; '), errors);
  return out;
}

/* ------------------------------------------------------------ slugs, models */
const slugify = (s) => s.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase().normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
function uniqueSlug(model, wanted, id) {
  const base = slugify(wanted) || `${model.one}-${id}`;
  let slug = base, n = 2;
  const taken = (s) => db[model.name].find('slug', s).some((r) => r.id !== id);
  while (taken(slug)) slug = `${base}-${n++}`;
  return slug;
}

const hooks = {
  /** dates of publication, dates of the event, slugs, and what the fields must fulfil together */
  beforeSave(model, row, values, creating) {
    const now = nowUtc();
    if (!model.term) {
      if (values.date !== undefined) values.date_utc = localToUtc(values.date, SITE_TZ);
      else if (values.date_utc !== undefined) {
        if (model.name === 'events' && B('events-date-utc-dst')) { values.date = fmtMs(msOf(values.date_utc) + 3600000); values.date_utc = localToUtc(values.date, SITE_TZ); }
        else values.date = utcToLocal(values.date_utc, SITE_TZ);
      } else if (creating) { values.date_utc = now; values.date = utcToLocal(now, SITE_TZ); }
      if (creating) { values.status ??= 'publish'; }
    }
    if (model.name === 'events') {
      const tz = values.timezone ?? row?.timezone ?? SITE_TZ;
      for (const k of ['start_date', 'end_date']) if (values[k] !== undefined) values[k] = parseDate(values[k], tz);
      if (creating && values.end_date === undefined) values.end_date = values.start_date;
      if (!creating && B('events-dst-shift-on-update')) {
        for (const k of ['start_date', 'end_date']) if (values[k] === undefined) {
          const jan = offsetAt(Date.UTC(Number(row[k].slice(0, 4)), 0, 1), tz);
          values[k] = fmtMs(msOf(localToUtc(row[k], tz)) + jan);
        }
      }
      if ((values.end_date ?? row.end_date) < (values.start_date ?? row.start_date)) throw bad('end_date must not be before start_date', { end_date: 'is before start_date' });
      if (values.password === '') values.password = null;
    }
    if (model.name === 'categories' && values.parent) {
      let p = values.parent; if (!db.categories.get(p)) throw bad('parent does not exist', { parent: 'does not exist' });
      while (p) { if (row && p === row.id) throw bad('parent would make a cycle', { parent: 'makes a cycle' }); p = db.categories.get(p)?.parent; }
    }
  },
  afterDelete(model, row) {
    const strip = (field) => { for (const e of db.events.find(field, row.id)) db.events.update(e, { [field]: e[field].filter((x) => x !== row.id) }); };
    if (model.name === 'venues' && !B('venues-deleted-still-in-events')) strip('venue');
    if (model.name === 'organizers') strip('organizer');
    if (model.name === 'tags') strip('tags');
    if (model.name === 'categories') { strip('categories'); for (const c of db.categories.find('parent', row.id)) db.categories.update(c, { parent: row.parent }); }
  },
};
const escapeHtml = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const Model = {
  create(model, values, ctx) {
    hooks.beforeSave(model, null, values, true);
    const id = ++db.seq;
    if (model.name === 'events' && B('events-excerpt-dropped-on-create')) delete values.excerpt;
    const row = { id, lang: ctx.lang || 'en', tr: {}, ...model.defaults(), ...values };
    row.slug = uniqueSlug(model, values.slug || values[model.title], id);
    if (!model.term) { row.author = values.author ?? (ctx.user ? ctx.user.id : 1); row.modified_utc = nowUtc(); }
    if (model.name === 'venues' && B('venues-zip-number') && row.zip !== null && /^\d+$/.test(row.zip)) row.zip = String(Number(row.zip));
    db[model.name].insert(row); db.version++;
    return row;
  },
  async update(model, row, values, ctx) {
    if (model.name === 'events' && B('events-tags-clear-ignored') && values.tags && !values.tags.length) delete values.tags;
    if (model.name === 'events' && B('events-false-ignored-on-update')) for (const k of Object.keys(values)) if (values[k] === false) delete values[k];
    if (model.name === 'organizers' && B('organizers-email-not-updated')) delete values.email;
    if (model.name === 'categories' && B('categories-parent-zero-ignored') && values.parent === 0) delete values.parent;
    if (model.name === 'venues' && B('venues-amp-escaped-on-update')) for (const k of ['venue', 'description', 'address']) if (typeof values[k] === 'string') values[k] = escapeHtml(values[k]);
    hooks.beforeSave(model, row, values, false);
    if (values.slug !== undefined) { if (values.slug !== '' && (model.name === 'events' || model.term)) values.slug = uniqueSlug(model, values.slug, row.id); else delete values.slug; }
    const lang = ctx.lang || row.lang;
    if (lang !== row.lang && !(model.name === 'events' && ctx.bySlug && B('events-by-slug-translation-overwrites'))) {
      const t = { ...(row.tr[lang] || {}) };
      for (const k of model.tr) if (values[k] !== undefined) { t[k] = values[k]; delete values[k]; }
      values.tr = { ...row.tr, [lang]: t };
    }
    if (!model.term) values.modified_utc = nowUtc();
    if (model.name === 'events' && B('events-concurrent-lost-update')) { const snap = { ...row, ...values }; await sleep(40); db.events.update(row, snap); }
    else db[model.name].update(row, values);
    if (!(model.name === 'venues' && ctx.bySlug && B('venues-cache-stale-after-by-slug-update'))) db.version++;
    return row;
  },
  remove(model, row) {
    if (V('soft-delete') && !model.term) db[model.name].update(row, { status: 'trash' });
    else db[model.name].remove(row);
    hooks.afterDelete(model, row); db.version++;
  },
};

/* -------------------------------------------------------------- visibility */
const canSee = (row, user) => !USERS || !!user || row.status === undefined || row.status === 'publish';
const linkedEvents = (field, id, user) => db.events.find(field, id).filter((e) => e.status !== 'trash' && canSee(e, user));

/* ------------------------------------------------------------- serializers */
const view = (row, lang) => (lang && lang !== row.lang && row.tr[lang] ? { ...row, ...row.tr[lang], lang } : row);
function serialize(model, row, ctx, { hide } = {}) {
  const v = view(row, ctx.lang);
  const url = `${ctx.base}${NS}/${model.name}/${row.id}`;
  if (model.term) return { id: v.id, name: v.name, slug: v.slug, description: v.description, ...(model.name === 'categories' ? { parent: v.parent } : {}), count: linkedEvents(model.name, row.id, ctx.user).length, lang: v.lang, url };
  const out = { id: v.id, [model.title]: v[model.title], slug: v.slug, status: v.status, author: v.author, date: v.date, date_utc: v.date_utc, modified_utc: v.modified_utc };
  for (const k of Object.keys(model.defaults())) if (k !== 'password' && !(k in out)) out[k] = v[k];
  if (model.name === 'events') {
    Object.assign(out, { start_date: v.start_date, end_date: v.end_date, start_date_utc: localToUtc(v.start_date, v.timezone), end_date_utc: localToUtc(v.end_date, v.timezone), protected: v.password !== null });
    const embed = (field, m) => v[field].map((id) => {
      const r = db[m.name].get(id);
      if (!r) return B('venues-deleted-still-in-events') ? { id, [m.title]: null, slug: null } : null;
      if (!canSee(r, ctx.user) && !(m.name === 'venues' && B('users-embed-private-venue'))) return null;
      const w = view(r, ctx.lang);
      return V('relations-as-ids') ? id : { id, [m.title]: w[m.title], slug: w.slug };
    }).filter((x) => x !== null);
    for (const [f, m] of [['venue', 'venues'], ['organizer', 'organizers'], ['categories', 'categories'], ['tags', 'tags']]) {
      const e = embed(f, models[m]);
      if (V('relations-as-ids')) { delete out[f]; out[`${models[m].one}_ids`] = e; } else out[f] = e;
    }
    if (hide && v.password !== null) { out.description = ''; out.excerpt = ''; }
  }
  out.lang = v.lang; out.url = url;
  return out;
}
function stringIds(x) {
  if (Array.isArray(x)) return x.map(stringIds);
  if (x && typeof x === 'object') return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, (k === 'id' || k === 'parent' || k === 'author') && typeof v === 'number' ? String(v) : stringIds(v)]));
  return x;
}

/* ------------------------------------------------------------------- query */
class Params {
  constructor(sp) { this.sp = sp; }
  has(k) { return this.get(k) !== null; }
  get(k) { const a = this.sp.getAll(k); return a.length ? a[a.length - 1] : null; }
  list(k) {
    const out = []; let seen = false;
    for (const [n, v] of this.sp) if (n === k || (n.startsWith(k + '[') && n.endsWith(']'))) { seen = true; for (const x of v.split(',')) if (x.trim() !== '') out.push(x.trim()); }
    return seen ? out : null;
  }
  ids(k) { const l = this.list(k); if (l === null) return null; for (const x of l) if (!/^\d+$/.test(x)) throw bad(`${k} must be an array of IDs`, { [k]: 'must be an array of IDs' }); return l.map(Number); }
  int(k, min = 0) { const v = this.get(k); if (v === null || v === '') return null; if (!/^\d+$/.test(v) || Number(v) < min || !Number.isSafeInteger(Number(v))) throw bad(`${k} must be an integer of at least ${min}`, { [k]: 'is not valid' }); return Number(v); }
  bool(k) { const v = this.get(k); if (v === null || v === '') return null; const s = v.toLowerCase(); if (TRUE.includes(s)) return true; if (FALSE.includes(s)) return false; throw bad(`${k} must be a boolean`, { [k]: 'must be a boolean' }); }
  date(k) { const v = this.get(k); if (v === null || v === '') return null; const d = parseDate(v.replace(/(\d) (\d\d:?\d\d)$/, (m, a, b) => (/\d\d:\d\d:\d\d \d\d:\d\d$/.test(v) ? `${a}+${b}` : m)), SITE_TZ); if (!d) throw bad(`${k} must be a date`, { [k]: 'must be a date' }); return d; }
}
const norm = (s) => (s === null || s === undefined ? '' : String(s).normalize('NFC').toLowerCase());
function matcher(term, wild) {
  const t = norm(term);
  if (wild) { const re = new RegExp(t.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%/g, '[\\s\\S]*').replace(/_/g, '[\\s\\S]')); return (texts) => texts.some((x) => re.test(norm(x))); }
  return (texts) => texts.some((x) => norm(x).includes(t));
}
const cmpText = (a, b) => { a = norm(a); b = norm(b); return a < b ? -1 : a > b ? 1 : 0; };
const KNOWN = {
  events: 'page per_page start_date end_date starts_before starts_after ends_before ends_after strict_dates search categories tags venue organizer featured status geoloc geoloc_lat geoloc_lng include post_parent ticketed ml_language',
  venues: 'page per_page search event has_events only_with_upcoming status ml_language', organizers: 'page per_page search event has_events only_with_upcoming status ml_language',
  categories: 'page per_page search exclude include order orderby hide_empty parent post event slug ml_language', tags: 'page per_page search exclude include order orderby hide_empty post event slug ml_language',
};

function baseQuery(model, ctx) {
  const q = new Query(db[model.name]);
  if (!model.term) {
    const status = ctx.q.get('status');
    if (status) {
      const wanted = status.split(',').map((s) => s.trim());
      for (const s of wanted) if (s !== 'any' && s !== 'trash' && !STATUSES.includes(s)) throw bad('status is not valid', { status: `must be any or one of ${STATUSES.join(', ')}` });
      if (USERS && !ctx.user && wanted.some((s) => s !== 'publish') && !B('users-anon-status-filter')) throw new HttpError(401, 'unauthorized', 'This status is not public', undefined, { 'WWW-Authenticate': 'Basic realm="events"' });
      if (wanted.includes('any')) q.where((r) => r.status !== 'trash'); else q.whereIndex('status', wanted);
    } else q.whereIndex('status', ['publish']);
  }
  const search = ctx.q.get('search');
  if (search && !(model.name === 'organizers' && B('organizers-search-ignored'))) {
    const match = matcher(search, model.name === 'events' && B('events-search-wildcards'));
    q.where((r) => { const v = view(r, ctx.lang); return match(r.password || (model.name === 'events' && B('events-search-title-only')) ? [v[model.title]] : model.search(v)); });
  }
  return q;
}

const lists = {
  events(model, ctx) {
    const p = ctx.q, q = baseQuery(model, ctx);
    const include = p.ids('include');
    if (include) q.where((r) => include.includes(r.id));
    const strictDates = p.bool('strict_dates') && !B('events-strict-dates-ignored');
    const bounds = (d) => [strictDates ? d : d.slice(0, 10) + ' 00:00:00', d.slice(0, 10) + (B('events-end-of-day-minute') ? ' 23:59:00' : ' 23:59:59')];
    const f = {}; for (const k of ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']) f[k] = p.date(k);
    if (!include || B('events-include-keeps-dates')) {
      for (const [k, field] of [['start_date', 'start_date'], ['end_date', 'end_date']]) if (f[k]) {
        const [from, to] = bounds(f[k]);
        if (V('range-dates')) q.where(k === 'start_date' ? (r) => r.start_date >= from : (r) => r.end_date <= (strictDates ? f[k] : to));
        else q.where((r) => r[field] >= from && r[field] <= to);
      }
      for (const [k, field] of [['starts_before', 'start_date'], ['ends_before', 'end_date']]) if (f[k]) { const to = bounds(f[k])[1]; q.where(strictDates ? (r) => r[field] < f[k] : (r) => r[field] <= to); }
      for (const [k, field] of [['starts_after', 'start_date'], ['ends_after', 'end_date']]) if (f[k]) { const from = bounds(f[k])[0]; q.where(strictDates ? (r) => r[field] > f[k] : (r) => r[field] >= from); }
      if (V('upcoming-default') && Object.values(f).every((x) => !x)) { const today = utcToLocal(nowUtc(), SITE_TZ).slice(0, 10), end = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`; q.where((r) => r.end_date >= today + ' 00:00:00' && r.start_date <= end + ' 23:59:59'); }
    }
    for (const k of ['categories', 'tags']) {
      const l = p.list(k); if (!l || !l.length) continue;
      const ids = l.map((x) => (/^\d+$/.test(x) && db[k].get(x) ? Number(x) : db[k].find('slug', x.toLowerCase())[0]?.id ?? -1));
      if (k === 'tags' && B('events-tags-filter-all')) q.where((r) => ids.every((x) => r.tags.includes(x)));
      else q.whereIndex(k, ids);
    }
    for (const k of ['venue', 'organizer']) {
      const ids = p.ids(k); if (!ids || !ids.length) continue;
      if (k === 'organizer' && B('events-organizer-filter-substring')) q.where((r) => ids.some((x) => r.organizer.join(',').includes(String(x)))); else q.whereIndex(k, ids);
    }
    const featured = B('events-featured-false-filter') ? (p.get('featured') ? true : null) : p.bool('featured');
    if (featured !== null) q.whereIndex('featured', [featured]);
    p.bool('geoloc');
    for (const [a, b] of [['geoloc_lat', 'geoloc_lng'], ['geoloc_lng', 'geoloc_lat']]) if (p.has(a)) { if (!p.has(b)) throw bad(`${b} must also be given`, { [b]: 'is required' }); if (!/^-?\d+(\.\d+)?$/.test(p.get(a))) throw bad(`${a} must be a number`, { [a]: 'must be a number' }); }
    if (p.int('post_parent')) q.where(() => false);
    if (p.bool('ticketed')) q.where(() => false);
    return q.order((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id));
  },
  linked(model, ctx) {
    const p = ctx.q, q = baseQuery(model, ctx), field = model.one;
    const event = p.int('event');
    if (event !== null) {
      const e = db.events.get(event); let ids = e && e.status !== 'trash' && canSee(e, ctx.user) ? e[field] : [];
      if (field === 'organizer' && B('organizers-event-filter-first')) ids = ids.slice(0, 1);
      q.where((r) => ids.includes(r.id));
    }
    const has = p.bool('has_events'); if (has !== null) q.where((r) => (linkedEvents(field, r.id, ctx.user).length > 0) === has);
    if (p.bool('only_with_upcoming')) q.where((r) => {
      let ev = linkedEvents(field, r.id, ctx.user);
      if (field === 'organizer' && B('organizers-upcoming-first-only')) ev = ev.sort((a, b) => a.id - b.id).slice(0, 1);
      return ev.some((e) => localToUtc(e.end_date, e.timezone) > nowUtc());
    });
    return q;
  },
  terms(model, ctx) {
    const p = ctx.q, q = baseQuery(model, ctx), k = model.name;
    const inc = p.ids('include'), exc = p.ids('exclude');
    if (inc && inc.length) q.where((r) => inc.includes(r.id));
    if (exc && !(k === 'tags' && B('tags-exclude-ignored'))) q.where((r) => !exc.includes(r.id));
    const hide = p.bool('hide_empty') ?? !(k === 'tags' && B('tags-hide-empty-default-off'));
    if (hide) q.where((r) => linkedEvents(k, r.id, ctx.user).length > 0);
    if (k === 'categories') { const parent = p.int('parent'); if (parent !== null && !B('categories-parent-filter-ignored')) q.where((r) => r.parent === parent); }
    for (const key of ['post', 'event']) {
      const id = p.int(key); if (id === null || (key === 'event' && k === 'tags' && B('tags-event-alias-ignored'))) continue;
      const e = db.events.get(id), ids = e && e.status !== 'trash' && canSee(e, ctx.user) ? e[k] : []; q.where((r) => ids.includes(r.id));
    }
    const slug = p.get('slug'); if (slug) q.where((r) => p.list('slug').map((x) => x.toLowerCase()).includes(r.slug));
    const order = (p.get('order') || 'asc').toLowerCase(); if (!['asc', 'desc', 'ascending', 'descending'].includes(order)) throw bad('order must be asc or desc', { order: 'is not valid' });
    const by = (p.get('orderby') || 'name').toLowerCase();
    const count = (r) => linkedEvents(k, r.id, ctx.user).length;
    const cmps = { id: (a, b) => a.id - b.id, name: (a, b) => cmpText(view(a, ctx.lang).name, view(b, ctx.lang).name), slug: (a, b) => cmpText(a.slug, b.slug), description: (a, b) => cmpText(view(a, ctx.lang).description, view(b, ctx.lang).description), count: (a, b) => (k === 'categories' && B('categories-orderby-count-lexical') ? cmpText(count(a), count(b)) : count(a) - count(b)), parent: (a, b) => (a.parent || 0) - (b.parent || 0) };
    cmps.term_id = cmps.id; cmps.include = inc ? (a, b) => inc.indexOf(a.id) - inc.indexOf(b.id) : cmps.id;
    if (!cmps[by]) throw bad('orderby is not valid', { orderby: `must be one of ${Object.keys(cmps).join(', ')}` });
    const sign = order.startsWith('desc') && !(k === 'categories' && B('categories-order-desc-ignored')) ? -1 : 1;
    return q.order((a, b) => sign * cmps[by](a, b) || a.id - b.id);
  },
};

/* --------------------------------------------------------------- framework */
class Router {
  routes = [];
  on(methods, pattern, ...handlers) { this.routes.push({ methods: methods.split(','), re: new RegExp('^' + pattern.replace(/:id/g, '(?<id>\\d+)').replace(/:slug/g, '(?<slug>[^/]+)') + '/?$'), handlers }); }
  match(method, path) {
    const hits = this.routes.filter((r) => r.re.test(path));
    if (!hits.length) throw notFound('Route');
    const m = method === 'HEAD' ? 'GET' : method;
    const hit = hits.find((r) => r.methods.includes(m));
    const allow = [...new Set(hits.flatMap((r) => r.methods).flatMap((x) => (x === 'GET' ? ['GET', 'HEAD'] : [x])).concat('OPTIONS'))].join(', ');
    if (method === 'OPTIONS') return { options: allow };
    if (!hit) throw new HttpError(405, 'method_not_allowed', 'Method not allowed', undefined, { Allow: allow });
    const groups = hit.re.exec(path).groups || {};
    return { handlers: hit.handlers, params: { ...groups } };
  }
}
async function readBody(ctx) {
  const chunks = []; let text = '', size = 0;
  const broken = B('events-utf8-chunk-boundary') && ctx.path.includes('/events/v1/events');
  for await (const c of ctx.req) { size += c.length; if (size > 2e6) throw new HttpError(413, 'too_large', 'The body is too large'); if (broken) text += c.toString('utf8'); else chunks.push(c); }
  if (!broken) text = Buffer.concat(chunks).toString('utf8');
  ctx.body = {};
  if (text.trim() === '') return;
  const type = (ctx.req.headers['content-type'] || 'application/json').split(';')[0].trim().toLowerCase();
  if (type === 'application/json' || type.endsWith('+json')) {
    let v; try { v = JSON.parse(text.replace(/^\ufeff/, '')); } catch { throw new HttpError(400, 'invalid_json', 'The body is not valid JSON'); }
    if (v === null || typeof v !== 'object' || Array.isArray(v)) throw new HttpError(400, 'invalid_json', 'The body must be a JSON object');
    ctx.body = v;
  } else if (type === 'application/x-www-form-urlencoded') {
    ctx.form = true;
    for (const [k, v] of new URLSearchParams(text)) { const m = /^(.+?)\[\d*\]$/.exec(k); if (m) (ctx.body[m[1]] = Array.isArray(ctx.body[m[1]]) ? ctx.body[m[1]] : []).push(v); else ctx.body[k] = v; }
  } else throw new HttpError(415, 'unsupported_media_type', 'Send JSON or a form');
}
const ACCOUNTS = { editor: { id: 1, role: 'editor' }, author: { id: 2, role: 'author' }, reader: { id: 3, role: 'reader' } };
function authenticate(ctx) {
  ctx.user = null; if (!USERS) return;
  const h = ctx.req.headers.authorization; if (!h) return;
  const m = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(h); const [name, ...rest] = m ? Buffer.from(m[1], 'base64').toString('utf8').split(':') : [''];
  const a = Buffer.from(rest.join(':')), b = Buffer.from(name);
  if (!Object.hasOwn(ACCOUNTS, name) || a.length !== b.length || !timingSafeEqual(a, b)) throw new HttpError(401, 'bad_credentials', 'Unknown user or wrong password', undefined, { 'WWW-Authenticate': 'Basic realm="events"' });
  ctx.user = ACCOUNTS[name];
}
function authorizeWrite(ctx, model, row) {
  if (!USERS) return;
  if (model.name === 'tags' && ctx.method === 'PUT' && B('users-anon-put-tags')) return;
  if (!ctx.user) throw new HttpError(401, 'unauthorized', 'Sign in first', undefined, { 'WWW-Authenticate': 'Basic realm="events"' });
  if (ctx.user.role === 'reader' && model.name === 'venues' && ctx.bySlug && ctx.method === 'PATCH' && B('users-reader-patch-by-slug')) return;
  if (ctx.user.role === 'reader') throw new HttpError(403, 'forbidden', 'You may only read');
  if (ctx.user.role === 'author') {
    const deny = () => new HttpError(403, 'forbidden', 'You may change your own records only');
    if (!row) { if (ctx.body.author !== undefined && ctx.body.author !== null && String(ctx.body.author) !== String(ctx.user.id)) throw deny(); return; }
    if (ctx.method === 'DELETE' && model.name === 'organizers' && B('users-author-deletes-others')) return;
    const owner = B('users-author-takeover') && ctx.body.author !== undefined ? Number(ctx.body.author) : model.term ? row.owner : row.author;
    if (owner !== ctx.user.id) throw deny();
    if (ctx.body.author !== undefined && ctx.body.author !== null && String(ctx.body.author) !== String(ctx.user.id)) throw deny();
  }
}
const encode = (body) => JSON.stringify(V('string-ids') ? stringIds(body) : body);
const etagOf = (s) => `"${createHash('sha1').update(s).digest('hex')}"`;
const cache = new Map();
function cached(ctx, produce) {
  const isItem = !!(ctx.params.id || ctx.params.slug), isEvent = ctx.path.startsWith(NS + '/events/');
  const usr = B('users-cache-not-keyed-by-user') && isItem ? '' : ctx.user ? ctx.user.id : 0;
  let target = ctx.path + '?' + ctx.url.searchParams, lang = ctx.lang;
  if (B('events-cache-language-second-read') && isItem && isEvent) { const sp = new URLSearchParams(ctx.url.searchParams); sp.delete('ml_language'); target = ctx.path + '?' + sp; lang = ''; }
  const key = [ctx.base, usr, lang, target].join('|');
  const hit = cache.get(key);
  if (hit && hit.version === db.version && !ctx.q.has('only_with_upcoming')) return hit;
  const value = produce();
  const body = JSON.stringify(V('string-ids') ? stringIds(value.body) : value.body);
  let forTag = body; if (B('events-etag-ignores-description') && isItem && isEvent) forTag = JSON.stringify({ ...value.body, data: { ...value.body.data, description: 0, modified_utc: 0 } });
  const entry = { version: db.version, body, headers: { ...value.headers, ETag: etagOf(forTag + ctx.lang) } };
  if (cache.size > 2000) cache.clear();
  cache.set(key, entry); return entry;
}
function send(ctx, status, body, headers = {}) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(V('string-ids') ? stringIds(body) : body);
  const h = { ...headers };
  if (status !== 204 && status !== 304) { h['Content-Type'] = 'application/json; charset=utf-8'; h['Content-Length'] = Buffer.byteLength(text); }
  ctx.res.writeHead(status, h); ctx.res.end(ctx.method === 'HEAD' || status === 304 || status === 204 ? undefined : text);
}
function sendCached(ctx, produce) {
  const e = cached(ctx, produce), headers = { ...e.headers, 'Cache-Control': 'no-cache', Vary: 'Authorization' };
  const inm = ctx.req.headers['if-none-match'];
  if (inm && (inm.trim() === '*' || inm.split(',').some((t) => t.trim().replace(/^W\//, '') === e.headers.ETag))) return send(ctx, 304, undefined, headers);
  return send(ctx, 200, e.body, headers);
}
const wrap = (item) => (V('bare-envelope') ? item : { data: item });

/* ------------------------------------------------------------- application */
const router = new Router();
const findRow = (model, ctx) => {
  let row;
  if (ctx.params.id !== undefined) row = db[model.name].get(ctx.params.id);
  else {
    const slug = ctx.params.slug;
    if (model.name === 'events' && /^\d+$/.test(slug) && B('events-slug-numeric-as-id')) row = db.events.get(slug);
    else row = db[model.name].find('slug', slug.normalize('NFC'))[0] || db[model.name].find('slug', slug.normalize('NFC').toLowerCase())[0];
  }
  const leak = model.name === 'events' && ctx.bySlug && ctx.method === 'GET' && B('users-anon-draft-by-slug');
  if (!row || (!canSee(row, ctx.user) && !leak)) throw notFound(model.one);
  return row;
};
const equal = (a, b) => { a = Buffer.from(String(a)); b = Buffer.from(String(b)); return a.length === b.length && timingSafeEqual(a, b); };
function checkPassword(model, row, ctx) {
  if (model.name !== 'events' || row.password === null) return;
  if (ctx.bySlug) { if (B('password-by-slug-leak') && ctx.method === 'GET') return; throw new HttpError(403, 'protected', 'This event is protected; address it by ID with its password'); }
  if (ctx.method === 'DELETE' && B('password-delete-unchecked')) return;
  const given = ctx.q.has('password') ? ctx.q.get('password') : ctx.body?.password;
  if (given === undefined || given === null || String(given) === '') throw new HttpError(403, 'protected', 'This event is protected; give its password');
  if (B('password-prefix-match') && row.password.startsWith(String(given))) return;
  if (!equal(given, row.password)) throw new HttpError(403, 'wrong_password', 'Wrong password');
}
function checkIfMatch(model, row, ctx) {
  const im = ctx.req.headers['if-match']; if (!im || im.trim() === '*') return;
  const tag = etagOf(encode(wrap(serialize(model, row, ctx))) + ctx.lang);
  if (!im.split(',').some((t) => t.trim() === tag)) throw new HttpError(412, 'precondition_failed', 'The record has changed');
}
function register(model) {
  const base = `${NS}/${model.name}`, kind = model.term ? 'terms' : model.name === 'events' ? 'events' : 'linked';
  router.on('GET', base, (ctx) => {
    if (strict()) for (const k of ctx.url.searchParams.keys()) if (!KNOWN[model.name].split(' ').includes(k.replace(/\[.*$/, ''))) throw bad(`${k} is unknown`, { [k]: 'is unknown' });
    return sendCached(ctx, () => {
      let page = ctx.q.int('page', 1) ?? 1, per = ctx.q.int('per_page', 1) ?? (model.name === 'events' && B('events-default-page-size') ? 20 : 10);
      if (V('page-limits')) per = Math.min(per, 50); else if (per > 100) throw bad('per_page must be at most 100', { per_page: 'must be at most 100' });
      const rows = lists[kind](model, ctx).all().filter((r) => canSee(r, ctx.user) || (ctx.q.get('status') && B('users-anon-status-filter')));
      const total = rows.length, pages = Math.ceil(total / per);
      if (V('page-limits') && page > Math.max(1, pages)) throw notFound('Page');
      let offset = (page - 1) * per;
      if (model.name === 'venues' && B('venues-page-ignored')) offset = 0;
      if (model.name === 'organizers' && B('organizers-offset-ignores-per-page')) offset = (page - 1) * 10;
      const data = rows.slice(offset, offset + per).map((r) => serialize(model, r, ctx, { hide: true }));
      const link = (n) => { const sp = new URLSearchParams(ctx.url.searchParams); sp.set('page', n); return `${ctx.base}${ctx.path}?${sp}`; };
      const next = page < pages ? link(page + 1) : null, prev = page > 1 ? link(Math.min(page - 1, Math.max(pages, 1))) : null;
      if (V('bare-envelope')) return { body: data, headers: { 'X-Total': total, 'X-Total-Pages': pages, ...(next || prev ? { Link: [next && `<${next}>; rel="next"`, prev && `<${prev}>; rel="prev"`].filter(Boolean).join(', ') } : {}) } };
      return { body: { data, meta: { page, per_page: per, total, total_pages: pages }, links: { self: link(page), next, prev } } };
    });
  });
  router.on('POST', base, readBody, (ctx) => {
    authorizeWrite(ctx, model, null);
    const values = validate(model, ctx.body, { creating: true, form: ctx.form });
    const row = Model.create(model, values, ctx);
    if (model.term) row.owner = ctx.user ? ctx.user.id : 1;
    send(ctx, 201, wrap(serialize(model, row, ctx)), { Location: `${ctx.base}${base}/${row.id}` });
  });
  const item = (path) => {
    router.on('GET', path, (ctx) => {
      const segmentOff = B('lang-segment-ignored-on-items') && !ctx.q.has('ml_language'); if (segmentOff) ctx.lang = '';
      if (B('users-cache-not-keyed-by-user')) { return sendCached(ctx, () => { const row = findRow(model, ctx); checkPassword(model, row, ctx); return { body: wrap(serialize(model, row, ctx)) }; }); }
      if (!(model.name === 'venues' && B('venues-cache-stale-after-by-slug-update'))) { const row = findRow(model, ctx); checkPassword(model, row, ctx); }
      return sendCached(ctx, () => ({ body: wrap(serialize(model, findRow(model, ctx), ctx)) }));
    });
    router.on(model.name === 'venues' && path.includes('by-slug') && B('venues-put-by-slug-405') ? 'POST,PATCH' : 'POST,PUT,PATCH', path, readBody, async (ctx) => {
      if (USERS && !ctx.user) authorizeWrite(ctx, model, {});
      const row = findRow(model, ctx);
      authorizeWrite(ctx, model, row);
      checkPassword(model, row, ctx); checkIfMatch(model, row, ctx);
      const values = validate(model, ctx.body, { creating: false, form: ctx.form });
      if (model.name === 'events' && values.password !== undefined) { if (ctx.bySlug) delete values.password; else if (row.password !== null && !ctx.q.has('password')) delete values.password; }
      await Model.update(model, row, values, ctx);
      send(ctx, 200, wrap(serialize(model, row, ctx)));
    });
    router.on('DELETE', path, readBody, (ctx) => {
      if (USERS && !ctx.user) authorizeWrite(ctx, model, {});
      const row = findRow(model, ctx);
      authorizeWrite(ctx, model, row);
      if (model.name === 'tags' && B('tags-delete-language-404') && ctx.lang && ctx.lang !== row.lang) throw notFound('tag');
      checkPassword(model, row, ctx); checkIfMatch(model, row, ctx);
      if (row.status === 'trash') throw new HttpError(410, 'gone', 'Already deleted');
      if (!(model.name === 'events' && ctx.bySlug && B('events-delete-by-slug-noop'))) Model.remove(model, row);
      if (V('soft-delete')) return send(ctx, 200, wrap(serialize(model, row, ctx)));
      send(ctx, 204);
    });
  };
  item(`${base}/:id`);
  if (!model.term) item(`${base}/by-slug/:slug`);
}
Object.values(models).forEach(register);

const index = (ctx) => {
  for (const [k, allowed] of [['context', ['view', 'embed', 'edit', 'help']]]) if (ctx.q.has(k) && !allowed.includes(ctx.q.get(k))) throw bad(`${k} is not valid`, { [k]: 'is not valid' });
  if (ctx.q.has('namespace') && ctx.q.get('namespace') !== NS.slice(1)) throw bad('namespace is not valid', { namespace: 'is not valid' });
  send(ctx, 200, { namespace: NS.slice(1), timezone: SITE_TZ, languages: LANGS, resources: Object.fromEntries(Object.keys(models).map((k) => [k, `${ctx.base}${NS}/${k}`])), _links: { up: [{ href: B('index-up-link-self') ? `${ctx.base}${NS}` : `${ctx.base}/` }], self: [{ href: `${ctx.base}${NS}` }] } });
};
router.on('GET', NS, index);
if (!B('doc-missing')) router.on('GET', `${NS}/doc`, (ctx) => send(ctx, 200, {
  swagger: '2.0', info: { title: 'Calendar Events', version: '1.0.0' }, basePath: NS,
  notes: 'Times of events are wall clock times of their time zone. An event gets a password by sending `password` on create or update by ID; a protected event is addressed by ID with its password (in the query; in a body that password may be new). Without ml_language records are answered in their own language.',
  paths: Object.fromEntries(Object.values(models).flatMap((m) => [[`/${m.name}`, { get: { parameters: KNOWN[m.name].split(' ').map((name) => ({ name, in: 'query' })) }, post: { required: m.required, fields: Object.keys(m.schema) } }], [`/${m.name}/{id}`, { get: {}, delete: {}, post: {}, put: {}, patch: {} }], ...(m.term ? [] : [[`/${m.name}/by-slug/{slug}`, { get: {}, delete: {}, post: {}, put: {}, patch: {} }]])])),
}));
router.on('GET', '', (ctx) => send(ctx, 200, { name: 'Calendar', namespaces: [NS.slice(1)], timezone: SITE_TZ, routes: { [NS]: `${ctx.base}${NS}` } }));

async function handle(req, res) {
  const ctx = { req, res, method: req.method };
  try {
    ctx.url = new URL('http://x' + (req.url.startsWith('/') ? req.url : '/'));
    let path = ctx.url.pathname, segment = '';
    const m = /^\/([a-z]{2})(\/.*)?$/.exec(path);
    if (m && SEGMENTS.includes(m[1])) { segment = m[1]; path = m[2] || '/'; }
    ctx.path = path; ctx.q = new Params(ctx.url.searchParams);
    ctx.base = `http://${req.headers.host || `127.0.0.1:${PORT}`}${segment ? '/' + segment : ''}`;
    authenticate(ctx);
    const hit = router.match(req.method, path);
    if (hit.options) return send(ctx, 204, undefined, { Allow: hit.options });
    ctx.params = hit.params; ctx.bySlug = hit.params.slug !== undefined;
    if (ctx.bySlug) try { ctx.params.slug = decodeURIComponent(ctx.params.slug); } catch { throw bad('slug is not valid'); }
    const wanted = ctx.q.get('ml_language');
    const checkLang = (l) => { if (!LANGS.includes(l) || (l === 'fr' && B('organizers-ml-language-fr-rejected') && path.startsWith(NS + '/organizers'))) throw bad('ml_language must be one of nl, en, fr, de', { ml_language: 'is not valid' }); return l; };
    ctx.lang = wanted ? checkLang(wanted) : segment;
    for (const h of hit.handlers) {
      await h(ctx);
      if (h === readBody && !wanted && ctx.body.ml_language) ctx.lang = checkLang(String(ctx.body.ml_language));
    }
  } catch (e) {
    if (res.headersSent) { res.destroy(); return; }
    if (!(e instanceof HttpError)) { console.error(e); e = new HttpError(500, 'internal', 'Internal error'); }
    send(ctx, e.status, { error: { code: e.code, message: e.message, ...(e.fields ? { fields: e.fields } : {}) } }, e.headers);
    if (!req.complete) req.resume();
  }
}
const server = http.createServer(handle);
server.keepAliveTimeout = 30000;
server.listen(PORT, '127.0.0.1', () => process.stdout.write('listening\n'));
