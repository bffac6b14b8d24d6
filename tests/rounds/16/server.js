'use strict';
const express = require('express');
const qs = require('qs');
const { DateTime, IANAZone } = require('luxon');
const Database = require('better-sqlite3');

const PORT = parseInt(process.env.PORT || '8080', 10);
const USERS = process.env.USERS === '1';
const BUG = process.env.BUG || '';
const B = (id) => BUG === id;
const NSNAME = 'vendor/events/v1';
const LANGS = ['nl', 'en', 'fr', 'de'];
const SITE_LANG = 'en';
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];

// ---------------------------------------------------------------- variants
const VARIANTS = {
  'wp-shapes': { list: 'bare', text: 'rendered', idStart: 1001, sharedIds: true, err: 'wp', del: 'previous', gone: 410, slugDup: 'suffix', order: 'newest', totals: 'X-WP-' },
  'camel-envelope': { list: 'data', item: 'data', camel: true, idString: true, time: 'iso', embed: true, bad: 422, err: 'nested' },
  'terse-strict': { create: 'empty', update: 'empty', del: 'empty', strict: true, maxPer: 25, beyond: 404, err: 'problem', list: 'items' },
  'upcoming-default': { upcoming: true, order: 'newest', maxPer: 50, capPer: true, dupTerm: 409, defTz: 'Europe/Amsterdam', slugSuffix: true, idStart: 500, boolDef: true },
  'draft-default': { defStatus: 'draft', put: 'replace', createStatus: 200, omitNull: true, list: 'results', del: 'flag', order: 'name', slugDup: 'suffix' },
  'redirects-trash': { redirects: true, slugClean: true, slugDup: 'suffix', trash: true, err: 'wp', idStart: 70000, sharedIds: true, list: 'links' },
  'access-hal': { list: 'hal', hidden: 403, pubDefault: true, err: 'nested', bad: 422, forbidStatus: true, beyond: 404, time: 'iso', del: 'empty', text: 'plain' },
  'json-api': { list: 'jsonapi', item: 'jsonapi', time: 'split', text: 'escaped', err: 'jsonapi', idString: true, ctype: 'application/vnd.api+json; charset=utf-8', del: 'empty', order: 'newest', idStart: 31 },
};
const V = VARIANTS[process.env.VARIANT] || {};
const BAD = V.bad || 400;
const MAXPER = V.maxPer || 1000;

// ---------------------------------------------------------------- fields
const f = (type, o) => Object.assign({ type }, o || {});
const POST_COMMON = { author: f('int', { soft: true }), date: f('dt', { soft: true }), date_utc: f('dt', { soft: true }), status: f('status', { soft: true }) };
const KINDS = {
  events: {
    name: 'title', one: 'event', post: true, bySlug: true, trans: ['title', 'description', 'excerpt'],
    search: ['title', 'description'],
    fields: Object.assign({
      title: f('str', { req: true }), start_date: f('dt', { req: true }), end_date: f('dt', { req: true }),
    }, POST_COMMON, {
      description: f('str'), slug: f('slug', { soft: true }), excerpt: f('str'),
      timezone: f('tz', { soft: true }), all_day: f('bool', { def: 0 }), image: f('image'), cost: f('any'), website: f('url'),
      show_map: f('bool', { def: V.boolDef ? 0 : 1 }), show_map_link: f('bool', { def: V.boolDef ? 0 : 1 }), hide_from_listings: f('bool', { def: 0 }), sticky: f('bool', { def: 0 }), featured: f('bool', { def: 0 }),
      categories: f('ids', { to: 'categories' }), tags: f('ids', { to: 'tags' }), venue: f('ids', { to: 'venues' }), organizer: f('ids', { to: 'organizers' }),
    }),
  },
  venues: {
    name: 'venue', one: 'venue', link: 'venue', post: true, bySlug: true, trans: ['venue', 'description'],
    search: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
    fields: Object.assign({ venue: f('str', { req: true }) }, POST_COMMON, {
      description: f('str'), show_map: f('str'), show_map_link: f('str'), address: f('str'), city: f('str'), country: f('str'), province: f('str'),
      state: f('str'), zip: f('str'), phone: f('str'), stateprovince: f('str'), website: f('str'), image: f('image'),
    }),
  },
  organizers: {
    name: 'organizer', one: 'organizer', link: 'organizer', post: true, bySlug: true, trans: ['organizer', 'description'],
    search: ['organizer', 'description', 'phone', 'website', 'email'],
    fields: Object.assign({ organizer: f('str', { req: true }) }, POST_COMMON, {
      description: f('str'), phone: f('str'), website: f('str'), email: f('str'), image: f('image'),
    }),
  },
  categories: {
    name: 'name', one: 'category', link: 'categories', trans: ['name', 'description'], search: ['name', 'description'],
    fields: { name: f('str', { req: true }), description: f('str'), slug: f('slug', { soft: true }), parent: f('parent', { def: 0 }) },
  },
  tags: {
    name: 'name', one: 'tag', link: 'tags', trans: ['name', 'description'], search: ['name', 'description'],
    fields: { name: f('str', { req: true }), description: f('str'), slug: f('slug', { soft: true }) },
  },
};
for (const [k, d] of Object.entries(KINDS)) {
  d.kind = k;
  d.cols = Object.keys(d.fields).filter((n) => d.fields[n].type !== 'ids');
  if (!d.cols.includes('slug')) d.cols.push('slug');
}
const LINKS = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' };

// ---------------------------------------------------------------- store
const db = new Database(':memory:');
db.function('ulower', { deterministic: true }, (s) => (s == null ? null : String(s).toLowerCase()));
for (const d of Object.values(KINDS)) {
  const auto = B('ev-id-reuse-inherits-links') && d.kind === 'events' ? '' : 'AUTOINCREMENT';
  const cols = d.cols.map((c) => {
    const t = d.fields[c] ? d.fields[c].type : 'str';
    return `"${c}" ${t === 'int' || t === 'bool' || t === 'parent' ? 'INTEGER' : 'TEXT'}`;
  });
  const extra = d.kind === 'events' ? ', utc_start_date TEXT, utc_end_date TEXT' : '';
  db.exec(`CREATE TABLE ${d.kind} (id INTEGER PRIMARY KEY ${auto}, owner INTEGER, lang TEXT, modified_utc TEXT, trashed INTEGER DEFAULT 0${extra}, ${cols.join(', ')})`);
  db.exec(`CREATE INDEX ix_${d.kind}_slug ON ${d.kind}(slug)`);
}
db.exec(`CREATE TABLE links (event_id INTEGER, kind TEXT, target_id INTEGER, pos INTEGER, PRIMARY KEY(event_id, kind, target_id));
CREATE INDEX ix_links ON links(kind, target_id);
CREATE TABLE tr (kind TEXT, rid INTEGER, lang TEXT, field TEXT, value TEXT, PRIMARY KEY(kind, rid, lang, field));`);
const stmts = new Map();
const sql = (s) => { let p = stmts.get(s); if (!p) { p = db.prepare(s); if (stmts.size < 2000) stmts.set(s, p); } return p; };
let shared = V.idStart ? V.idStart - 1 : 0;
const starts = {};
const tomb = {};
for (const k of Object.keys(KINDS)) { starts[k] = V.idStart ? V.idStart - 1 : 0; tomb[k] = new Set(); }

// ---------------------------------------------------------------- errors
class HttpError extends Error {
  constructor(status, code, message, headers) { super(message); this.status = status; this.code = code; this.headers = headers; }
}
const bad = (msg, code) => new HttpError(BAD, code || 'invalid_param', msg);
const notFound = () => new HttpError(404, 'not_found', 'The requested resource was not found.');

function sendError(res, e) {
  const s = e.status; let b;
  if (V.err === 'wp') b = { code: e.code, message: e.message, data: { status: s } };
  else if (V.err === 'nested') b = { error: { type: e.code, detail: e.message } };
  else if (V.err === 'problem') b = { type: 'about:blank', title: e.code, status: s, detail: e.message };
  else if (V.err === 'jsonapi') b = { errors: [{ status: String(s), code: e.code, detail: e.message }] };
  else b = { error: e.code, message: e.message, status: s };
  if (e.headers) res.set(e.headers);
  res.status(s);
  res.set('Content-Type', V.err === 'problem' ? 'application/problem+json; charset=utf-8' : V.ctype || 'application/json; charset=utf-8');
  res.send(Buffer.from(JSON.stringify(b)));
}

// ---------------------------------------------------------------- values
const FMT = B('ev-iso-week-year') ? 'kkkk-MM-dd HH:mm:ss' : 'yyyy-MM-dd HH:mm:ss';
const PLAIN = 'yyyy-MM-dd HH:mm:ss';
const DT_RE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*(Z|[+-]\d{2}:?\d{2}))?)?$/;
const nowUtc = () => DateTime.utc().toFormat(PLAIN);
function parseDt(v, zone, name, strict) {
  const m = typeof v === 'string' ? DT_RE.exec(v.trim()) : null;
  if (!m) throw bad(`${name} is not a valid date and time`);
  const o = { year: +m[1], month: +m[2], day: +m[3], hour: +(m[4] || 0), minute: +(m[5] || 0), second: +(m[6] || 0) };
  let d = DateTime.fromObject(o, { zone: 'utc' });
  if (B('ev-feb30-rolls-over') && !strict && !d.isValid && o.day <= 31 && o.month >= 1 && o.month <= 12) {
    d = DateTime.fromMillis(Date.UTC(o.year, o.month - 1, o.day, o.hour, o.minute, o.second), { zone: 'utc' });
  }
  if (!d.isValid || o.hour > 23 || o.year < 1) throw bad(`${name} is not a valid date and time`);
  if (m[7]) {
    let off = 0;
    if (m[7] !== 'Z') {
      const q = /([+-])(\d{2}):?(\d{2})/.exec(m[7]);
      if (+q[2] > 14 || +q[3] > 59) throw bad(`${name} is not a valid date and time`);
      off = (q[1] === '-' ? -1 : 1) * (+q[2] * 60 + +q[3]);
    }
    d = d.minus({ minutes: off }).setZone(zone);
  }
  return d.toFormat(PLAIN);
}
function toUtc(wall, tz) {
  return DateTime.fromFormat(wall, PLAIN, { zone: tz }).toUTC().toFormat(PLAIN);
}
function bool(v, name) {
  if (v === true || v === 1 || v === '1') return 1;
  if (v === false || v === 0 || v === '0' || v === '') return 0;
  if (typeof v === 'string') {
    const s = v.toLowerCase();
    if (s === 'true' || s === 'yes' || s === 'on') return 1;
    if (s === 'false' || s === 'no' || s === 'off') return 0;
  }
  throw bad(`${name} is not a boolean`);
}
function int(v, name) {
  if (typeof v === 'number' && Number.isSafeInteger(v)) return v;
  if (typeof v === 'string' && /^-?\d{1,15}$/.test(v.trim())) return parseInt(v, 10);
  throw bad(`${name} is not an integer`);
}
function idList(v, name) {
  if (v === null || v === '') return [];
  let a = v;
  if (typeof v === 'string') a = v.split(',').filter((x) => x.trim() !== '');
  else if (typeof v === 'number') a = [v];
  if (!Array.isArray(a)) throw bad(`${name} is not an array of integers`);
  return [...new Set(a.map((x) => int(x, name)))];
}
function slugify(s, kind) {
  let t = String(s).normalize('NFKD').replace(/\p{M}+/gu, '').normalize('NFC').toLowerCase();
  t = B('or-slug-nonlatin-empty') && kind === 'organizers' ? t.replace(/[^a-z0-9]+/g, '-') : t.replace(/[^\p{L}\p{N}]+/gu, '-');
  return t.replace(/^-+|-+$/g, '');
}
const slugTaken = (k, slug, except) => !!sql(`SELECT 1 FROM ${k} WHERE slug=? AND id<>? AND trashed=0`).get(slug, except || 0);
const slugHint = new Map(); // where the search for a free number goes on
function uniqueSlug(k, base, except) {
  let b = slugify(base, k);
  if (B('or-slug-nonlatin-empty') && k === 'organizers') { if (b === '') return ''; }
  b = b || KINDS[k].one;
  if (V.slugSuffix) b += '-' + Math.random().toString(36).slice(2, 7);
  let s = b;
  if (!slugTaken(k, s, except)) return s;
  const key = `${k} ${b}`;
  let i = slugHint.get(key) || 2;
  for (s = `${b}-${i}`; slugTaken(k, s, except); s = `${b}-${i}`) i++;
  slugHint.set(key, i + 1);
  return s;
}
const html = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

// ---------------------------------------------------------------- access
const ACCOUNTS = { editor: { id: 1, role: 'editor' }, author: { id: 2, role: 'author' }, reader: { id: 3, role: 'reader' } };
function identify(req) {
  if (!USERS) return { id: 1, role: 'editor' };
  const h = req.headers.authorization;
  if (!h) return { id: 0, role: 'anon' };
  const m = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(h);
  if (m) {
    const t = Buffer.from(m[1], 'base64').toString('utf8'); const i = t.indexOf(':');
    const u = t.slice(0, i);
    if (i > 0 && Object.prototype.hasOwnProperty.call(ACCOUNTS, u) && t.slice(i + 1) === u) return ACCOUNTS[u];
  }
  throw new HttpError(401, 'bad_credentials', 'The credentials are not valid.', { 'WWW-Authenticate': 'Basic realm="events"' });
}
const needLogin = () => new HttpError(401, 'login_required', 'Credentials are required.', { 'WWW-Authenticate': 'Basic realm="events"' });
const forbidden = () => new HttpError(403, 'forbidden', 'You may not do that.');
function visSql(u, a) {
  if (u.role === 'editor') return '1';
  if (u.role === 'author') return `(${a}.status='publish' OR ${a}.owner=${u.id})`;
  return `${a}.status='publish'`;
}
const canRead = (d, r, u) => !d.post || u.role === 'editor' || r.status === 'publish' || (u.role === 'author' && r.owner === u.id);
function mayWrite(u) {
  if (u.role === 'anon') throw needLogin();
  if (u.role === 'reader') throw forbidden();
}

// ---------------------------------------------------------------- reading
const relStmt = db.prepare('SELECT kind, target_id FROM links WHERE event_id=? ORDER BY pos, target_id');
const trStmt = db.prepare('SELECT field, value FROM tr WHERE kind=? AND rid=? AND lang=?');
function base(req) { return `${req.protocol}://${req.headers.host || '127.0.0.1:' + PORT}${req.langSeg ? '/' + req.langSeg : ''}`; }

function present(d, r, req) {
  const o = { id: r.id };
  for (const c of d.cols) {
    let v = r[c];
    const t = d.fields[c] ? d.fields[c].type : 'str';
    if (t === 'bool') v = !!v;
    if (t === 'any') v = v == null ? null : JSON.parse(v);
    o[c] = v;
  }
  if (req.lang && r.lang !== req.lang) for (const t of trStmt.all(d.kind, r.id, req.lang)) o[t.field] = t.value;
  if (d.kind === 'events') {
    o.start_date = showWall(r.start_date, r.timezone); o.end_date = showWall(r.end_date, r.timezone);
    o.utc_start_date = r.utc_start_date; o.utc_end_date = r.utc_end_date;
    for (const k of Object.keys(LINKS)) o[k] = [];
    for (const l of relStmt.all(r.id)) o[l.kind].push(l.target_id);
  }
  if (!d.post) {
    o.count = countOf(d, r.id, req.user);
  }
  o.modified_utc = r.modified_utc;
  o.lang = req.lang || r.lang;
  o.rest_url = `${base(req)}/${NSNAME}/${d.kind}/${r.id}`;
  return o;
}
function showWall(w, tz) {
  if (B('ev-iso-week-year')) return DateTime.fromFormat(w, PLAIN, { zone: 'utc' }).toFormat(FMT);
  if (B('ev-dst-winter-offset')) {
    const utc = DateTime.fromFormat(w, PLAIN, { zone: tz }).toUTC();
    const off = DateTime.fromObject({ year: utc.year, month: 1, day: 1 }, { zone: tz }).offset;
    return utc.plus({ minutes: off }).toFormat(PLAIN);
  }
  return w;
}
function countOf(d, id, user) {
  const n = sql(`SELECT count(*) n FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind=? AND l.target_id=? AND e.trashed=0 AND ${visSql(user, 'e')}`).get(d.link, id).n;
  if (B('cat-count-kept-after-event-delete') && d.kind === 'categories' && catLinkMemo.catEver.has(id)) return Math.max(n, 1);
  if (B('tag-count-kept-after-untag') && d.kind === 'tags' && catLinkMemo.tagEver.has(id)) return Math.max(n, 1);
  return n;
}

// ---------------------------------------------------------------- shaping
const ISO_LOCAL = new Set(['start_date', 'end_date']);
const ISO_UTC = new Set(['date', 'date_utc', 'modified_utc', 'utc_start_date', 'utc_end_date']);
const TEXTS = new Set(['title', 'description', 'excerpt', 'venue', 'organizer', 'name']);
function shape(d, o, req, embedded) {
  const r = {};
  for (let [k, v] of Object.entries(o)) {
    if (v === null && V.omitNull) continue;
    if (v != null && V.time) {
      if (ISO_LOCAL.has(k)) {
        if (V.time === 'iso') v = DateTime.fromFormat(v, PLAIN, { zone: o.timezone }).toISO({ suppressMilliseconds: true });
        else v = { date: v.slice(0, 10), time: v.slice(11), timezone: o.timezone };
      } else if (ISO_UTC.has(k)) {
        const t = DateTime.fromFormat(v, PLAIN, { zone: 'utc' });
        v = V.time === 'iso' ? t.toISO({ suppressMilliseconds: true }) : Math.floor(t.toSeconds());
      }
    }
    if (typeof v === 'string' && TEXTS.has(k)) {
      if (V.text === 'rendered') v = { raw: v, rendered: k === 'description' || k === 'excerpt' ? `<p>${html(v)}</p>\n` : html(v) };
      if (V.text === 'escaped') v = html(v);
    }
    if (d.kind === 'events' && LINKS[k]) {
      if (V.embed && !embedded) {
        v = v.map((id) => { const dd = KINDS[LINKS[k]]; const row = sql(`SELECT * FROM ${dd.kind} WHERE id=?`).get(id); return row ? shape(dd, present(dd, row, req), req, true) : { id: String(id) }; });
      } else if (V.idString) v = v.map(String);
    }
    if (V.idString && (k === 'id' || k === 'author' || k === 'parent') && v != null) v = String(v);
    if (V.camel) k = k.replace(/_([a-z])/g, (_, c) => c.toUpperCase());
    r[k] = v;
  }
  if (V.item === 'jsonapi') {
    const id = r.id; delete r.id;
    const out = { type: d.kind, id, attributes: r };
    if (d.kind === 'events') {
      out.relationships = {};
      for (const k of Object.keys(LINKS)) { out.relationships[k] = { data: r[k].map((x) => ({ type: LINKS[k], id: x })) }; delete r[k]; }
    }
    out.links = { self: o.rest_url };
    return out;
  }
  if (V.list === 'hal') { r._links = { self: { href: o.rest_url } }; delete r.rest_url; }
  return r;
}
function sendJson(req, res, status, body) {
  res.status(status);
  const text = JSON.stringify(body);
  res.set('Content-Type', V.ctype || 'application/json; charset=utf-8');
  if (B('tag-length-in-characters') && req.kind === 'tags' && req.method === 'GET' && req.params.id) {
    res.set('Content-Length', String(text.length));
    return res.end(Buffer.from(text).subarray(0, text.length));
  }
  if (B('ev-head-zero-length') && req.method === 'HEAD' && req.kind === 'events' && req.isList) { res.set('Content-Length', '0'); return res.end(); }
  res.send(V.ctype || status >= 400 ? Buffer.from(text) : text);
}
function wrapItem(s) { return V.item === 'data' || V.item === 'jsonapi' ? { data: s } : s; }
function sendItem(req, res, status, d, o) { sendJson(req, res, status, wrapItem(shape(d, o, req))); }
function sendList(req, res, d, rows, total, page, per) {
  const pages = Math.ceil(total / per);
  if (V.beyond === 404 && page > 1 && page > pages) throw notFound();
  const items = rows.map((r) => shape(d, present(d, r, req), req));
  const p = V.totals || 'X-';
  res.set(p + 'Total', String(total)); res.set(p + 'TotalPages', String(pages));
  const u = (n) => { const q = new URLSearchParams(req.url.split('?')[1] || ''); q.set('page', n); return `${base(req)}/${NSNAME}/${d.kind}?${q}`; };
  const next = page < pages ? u(page + 1) : null; const prev = page > 1 ? u(page - 1) : null;
  let b;
  switch (V.list) {
    case 'bare': b = items; break;
    case 'data': b = { data: items, meta: { page, perPage: per, total, totalPages: pages } }; break;
    case 'items': b = { items, total }; break;
    case 'results': b = { count: total, next, previous: prev, results: items }; break;
    case 'links': b = items; { const l = {}; if (next) l.next = next; if (prev) l.prev = prev; if (Object.keys(l).length) res.links(l); } break;
    case 'hal': b = { _embedded: { [d.kind]: items }, page: { number: page, size: per, totalElements: total, totalPages: pages }, _links: { self: { href: u(page) } } }; break;
    case 'jsonapi': b = { data: items, meta: { total }, links: { next, prev } }; break;
    default: b = { [d.kind]: items, rest_url: `${base(req)}${req.fullPath}`, total, total_pages: pages, next_rest_url: next, previous_rest_url: prev };
  }
  if (B('tag-etag-row-count') && d.kind === 'tags') res.set('ETag', `W/"tags-${sql('SELECT count(*) n FROM tags').get().n}"`);
  sendJson(req, res, 200, b);
}

// ---------------------------------------------------------------- query
function one(q, n) {
  let v = q[n];
  if (Array.isArray(v)) v = v[v.length - 1];
  if (v !== undefined && typeof v !== 'string') throw bad(`${n} is not valid`);
  return v;
}
function many(q, n) {
  let v = q[n];
  if (v === undefined) return null;
  if (v && typeof v === 'object' && !Array.isArray(v)) v = Object.values(v);
  const a = (Array.isArray(v) ? v : [v]).flatMap((x) => { if (typeof x !== 'string') throw bad(`${n} is not valid`); return x.split(','); }).map((x) => x.trim()).filter((x) => x !== '');
  return a.length ? a : null;
}
const manyInt = (q, n) => { const a = many(q, n); return a && a.map((x) => int(x, n)); };
const qint = (q, n) => { const v = one(q, n); return v === undefined || v === '' ? undefined : int(v, n); };
const qbool = (q, n) => { const v = one(q, n); return v === undefined || v === '' ? undefined : bool(v, n); };
const marks = (a) => a.map(() => '?').join(',');
function loc(d, col, req) {
  if (!req.lang || !d.trans.includes(col)) return `t."${col}"`;
  return `COALESCE((SELECT value FROM tr WHERE tr.kind='${d.kind}' AND tr.rid=t.id AND tr.lang='${req.lang}' AND tr.field='${col}' AND t.lang<>'${req.lang}'), t."${col}")`;
}
function paging(q) {
  let page = qint(q, 'page'); let per = qint(q, 'per_page');
  if (page === undefined) page = 1;
  if (per === undefined) per = 10;
  if (page < 1) throw bad('page must be 1 or more');
  if (per < 1) throw bad('per_page must be 1 or more');
  if (per > MAXPER) { if (V.capPer) per = MAXPER; else throw bad(`per_page may be at most ${MAXPER}`); }
  return [page, per];
}
function searchWhere(d, req, W, A) {
  const s = one(req.query, 'search');
  if (s === undefined || s === '') return;
  const needle = s.toLowerCase();
  if (B('ev-search-wildcards') && d.kind === 'events') {
    W.push(`(ulower(${loc(d, 'title', req)}) LIKE ? OR ulower(coalesce(${loc(d, 'description', req)},'')) LIKE ?)`);
    A.push(`%${needle}%`, `%${needle}%`); return;
  }
  if (B('ev-search-or-unparenthesised') && d.kind === 'events') {
    W.push(`instr(ulower(${loc(d, 'title', req)}), ?)>0 OR instr(ulower(coalesce(${loc(d, 'description', req)},'')), ?)>0`);
    A.push(needle, needle); return;
  }
  W.push('(' + d.search.map((c) => `instr(ulower(coalesce(${loc(d, c, req)},'')), ?)>0`).join(' OR ') + ')');
  for (let i = 0; i < d.search.length; i++) A.push(needle);
}
const upcomingSql = 'e.utc_end_date >= ?';

const LISTPARAMS = {
  events: ['page', 'per_page', 'start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates', 'search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'status', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'include', 'post_parent', 'ticketed', 'ml_language'],
  venues: ['page', 'per_page', 'search', 'event', 'has_events', 'only_with_upcoming', 'status', 'ml_language'],
  categories: ['page', 'per_page', 'search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'parent', 'post', 'event', 'slug', 'ml_language'],
  tags: ['page', 'per_page', 'search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'post', 'event', 'slug', 'ml_language'],
};
LISTPARAMS.organizers = LISTPARAMS.venues;

function truthy(v, n) { // untyped switches
  if (v === undefined || v === '') return undefined;
  return bool(v, n);
}

function runList(req, res, d, W, A, orderBy, join, joinArgs, opts) {
  const [page, per] = paging(req.query);
  let offset = Math.min((page - 1) * per, 1e15);
  if (B('or-offset-default-size') && d.kind === 'organizers') offset = (page - 1) * 10;
  const where = W.length ? 'WHERE ' + W.join(' AND ') : '';
  const j = join || '';
  const ja = joinArgs || [];
  const total = sql(`SELECT count(*) n FROM ${d.kind} t ${j} ${where}`).get(...ja, ...A).n;
  let order = orderBy;
  if (B('ev-tie-order-flips') && d.kind === 'events' && page % 2 === 0) order = 't.start_date, t.id DESC';
  let rows;
  if (opts && opts.descAfter) {
    rows = sql(`SELECT t.* FROM ${d.kind} t ${j} ${where} ORDER BY ${opts.asc} LIMIT ? OFFSET ?`).all(...ja, ...A, per, offset).reverse();
  } else rows = sql(`SELECT t.* FROM ${d.kind} t ${j} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`).all(...ja, ...A, per, offset);
  sendList(req, res, d, rows, total, page, per);
}

function statusWhere(d, req, W, A) {
  const s = one(req.query, 'status');
  if (s !== undefined && s !== '') {
    const a = s.split(',').map((x) => x.trim());
    for (const x of a) if (!STATUSES.includes(x) && !(V.trash && x === 'trash')) throw bad('status is not a known post status');
    if (V.forbidStatus && USERS && (req.user.role === 'anon' || req.user.role === 'reader') && a.some((x) => x !== 'publish')) throw req.user.role === 'anon' ? needLogin() : forbidden();
    if (V.trash && a.includes('trash')) { W.push("t.status='trash'"); return true; }
    W.push(`t.status IN (${marks(a)})`); A.push(...a);
    W.push('t.trashed=0');
    return s;
  }
  W.push('t.trashed=0');
  if (V.pubDefault) W.push("t.status='publish'");
  return undefined;
}

function listEvents(req, res) {
  const d = KINDS.events; const q = req.query; const W = []; const A = [];
  const st = statusWhere(d, req, W, A);
  const include = manyInt(q, 'include');
  const vis = visSql(req.user, 't');
  if (vis !== '1') {
    if (B('user-status-filter-leaks') && st) { /* the filter replaces the rule */ } else if (B('user-include-leaks') && include) { /* include replaces the rule */ } else W.push(vis);
  }
  const zone = 'utc';
  const strict = B('ev-strict-dates-string') ? (one(q, 'strict_dates') ? 1 : 0) : truthy(one(q, 'strict_dates'), 'strict_dates');
  const dates = {};
  for (const n of ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']) {
    const v = one(q, n);
    if (v !== undefined && v !== '') dates[n] = parseDt(v, zone, n, true);
  }
  const day0 = (x) => x.slice(0, 10) + ' 00:00:00'; const day9 = (x) => x.slice(0, 10) + ' 23:59:59';
  if (!include || B('ev-include-ends-before')) {
    const on = (n) => dates[n] && (!include || n === 'ends_before');
    if (on('start_date')) {
      const c = B('ev-start-day-in-utc') ? 't.utc_start_date' : 't.start_date';
      W.push(`${c} BETWEEN ? AND ?`); A.push(strict ? dates.start_date : day0(dates.start_date), day9(dates.start_date));
    }
    if (on('end_date')) { W.push('t.end_date BETWEEN ? AND ?'); A.push(strict ? dates.end_date : day0(dates.end_date), day9(dates.end_date)); }
    if (on('starts_before')) { W.push(strict ? 't.start_date < ?' : 't.start_date <= ?'); A.push(strict ? dates.starts_before : day9(dates.starts_before)); }
    if (on('starts_after')) { W.push(strict ? 't.start_date > ?' : 't.start_date >= ?'); A.push(strict ? dates.starts_after : day0(dates.starts_after)); }
    if (on('ends_before')) { W.push(strict ? 't.end_date < ?' : 't.end_date <= ?'); A.push(strict ? dates.ends_before : day9(dates.ends_before)); }
    if (on('ends_after')) {
      const c = B('ev-ends-after-uses-start') ? 't.start_date' : 't.end_date';
      W.push(strict ? `${c} > ?` : `${c} >= ?`); A.push(strict ? dates.ends_after : day0(dates.ends_after));
    }
    if (V.upcoming && !Object.keys(dates).length) { W.push('t.utc_end_date >= ?'); A.push(nowUtc()); }
  }
  if (include) { W.push(`t.id IN (${marks(include)})`); A.push(...include); }
  searchWhere(d, req, W, A);
  for (const k of ['categories', 'tags']) {
    const a = many(q, k);
    if (!a) continue;
    const ids = [];
    for (const x of a) {
      if (/^\d{1,15}$/.test(x) && sql(`SELECT 1 FROM ${k} WHERE id=?`).get(+x)) ids.push(+x);
      else { const r = sql(`SELECT id FROM ${k} WHERE slug=?`).get(x); if (r) ids.push(r.id); }
    }
    if (!ids.length) W.push('0');
    else W.push(`t.id IN (SELECT event_id FROM links WHERE kind='${k}' AND target_id IN (${ids.join(',')}))`);
  }
  for (const k of ['venue', 'organizer']) {
    const a = manyInt(q, k);
    if (!a) continue;
    if (B('ev-organizer-filter-all') && k === 'organizer') {
      for (const x of new Set(a)) W.push(`t.id IN (SELECT event_id FROM links WHERE kind='organizer' AND target_id=${x})`);
    } else W.push(`t.id IN (SELECT event_id FROM links WHERE kind='${k}' AND target_id IN (${a.join(',')}))`);
  }
  const fe = qbool(q, 'featured');
  if (fe !== undefined) { W.push('t.featured=?'); A.push(fe); }
  const pp = qint(q, 'post_parent');
  if (pp !== undefined && pp !== 0) W.push('0');
  if (qbool(q, 'ticketed') === 1) W.push('0');
  if (qbool(q, 'geoloc') === 1) W.push('0');
  const la = one(q, 'geoloc_lat'); const ln = one(q, 'geoloc_lng');
  if ((la !== undefined) !== (ln !== undefined)) throw bad('geoloc_lat and geoloc_lng must be given together');
  if (la !== undefined) {
    for (const x of [la, ln]) if (!/^-?\d+(\.\d+)?$/.test(x)) throw bad('geoloc_lat and geoloc_lng must be numbers');
    W.push('0');
  }
  let order = 't.start_date, t.id';
  if (V.order === 'newest') order = 't.id DESC';
  if (V.order === 'name') order = 't.title, t.id';
  runList(req, res, d, W, A, order);
}

function listPlaces(req, res) {
  const d = req.def; const q = req.query; const W = []; const A = [];
  let join = '';
  const hasSearch = !!one(q, 'search');
  if (B('ve-status-lost-with-search') && d.kind === 'venues' && hasSearch) W.push('t.trashed=0');
  else statusWhere(d, req, W, A);
  const vis = visSql(req.user, 't'); if (vis !== '1') W.push(vis);
  searchWhere(d, req, W, A);
  const ev = qint(q, 'event');
  const evis = visSql(req.user, 'e');
  if (ev !== undefined) {
    if (B('ve-event-filter-first') && d.kind === 'venues') W.push(`t.id=(SELECT l.target_id FROM links l WHERE l.kind='venue' AND l.event_id=? ORDER BY l.pos LIMIT 1)`);
    else W.push(`t.id IN (SELECT l.target_id FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.event_id=? AND e.trashed=0 AND ${evis})`);
    A.push(ev);
  }
  const he = truthy(one(q, 'has_events'), 'has_events');
  if (he === 1 && B('ve-has-events-duplicates') && d.kind === 'venues') join = `JOIN links lh ON lh.kind='venue' AND lh.target_id=t.id`;
  else if (he !== undefined) W.push(`${he ? '' : 'NOT '}EXISTS (SELECT 1 FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND e.trashed=0 AND ${evis})`);
  if (truthy(one(q, 'only_with_upcoming'), 'only_with_upcoming') === 1) {
    if (B('or-upcoming-first-event') && d.kind === 'organizers') {
      W.push(`(SELECT e.utc_end_date FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='organizer' AND l.target_id=t.id ORDER BY e.id LIMIT 1) >= ?`);
    } else W.push(`EXISTS (SELECT 1 FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND e.trashed=0 AND ${evis} AND ${upcomingSql})`);
    A.push(nowUtc());
  }
  let order = 't.id';
  if (V.order === 'newest') order = 't.id DESC';
  if (V.order === 'name') order = `t.${d.name}, t.id`;
  runList(req, res, d, W, A, order, join);
}

const ORDERBY = { name: 'name', slug: 'slug', id: 'id', term_id: 'id', description: 'description', count: 'count', parent: 'parent', term_group: 'id' };
const catLinkMemo = { tagEver: new Map(), catEver: new Map() };
function listTerms(req, res) {
  const d = req.def; const q = req.query; const W = []; const A = [];
  const evis = visSql(req.user, 'e');
  searchWhere(d, req, W, A);
  const inc = manyInt(q, 'include'); const exc = manyInt(q, 'exclude');
  if (inc) { W.push(`t.id IN (${inc.join(',')})`); }
  if (exc && !(B('tag-exclude-lost-with-include') && d.kind === 'tags' && inc)) W.push(`t.id NOT IN (${exc.join(',')})`);
  let he;
  const rawHe = one(q, 'hide_empty');
  he = rawHe === undefined || rawHe === '' ? 1 : bool(rawHe, 'hide_empty');
  if (he) {
    if (B('cat-count-kept-after-event-delete') && d.kind === 'categories') {
      W.push(`(EXISTS (SELECT 1 FROM links l WHERE l.kind='categories' AND l.target_id=t.id) OR t.id IN (${[...catLinkMemo.catEver.keys()].join(',') || '0'}))`);
    } else if (B('tag-count-kept-after-untag') && d.kind === 'tags') {
      W.push(`(EXISTS (SELECT 1 FROM links l WHERE l.kind='tags' AND l.target_id=t.id) OR t.id IN (${[...catLinkMemo.tagEver.keys()].join(',') || '0'}))`);
    } else W.push(`EXISTS (SELECT 1 FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND e.trashed=0 AND ${evis})`);
  }
  if (d.kind === 'categories') {
    const p = qint(q, 'parent');
    if (p !== undefined && !(B('cat-parent-zero-filter') && !p)) { W.push('t.parent=?'); A.push(p); }
  }
  for (const n of ['post', 'event']) {
    const p = qint(q, n);
    if (p === undefined) continue;
    if (B('tag-event-alias-lost') && d.kind === 'tags' && n === 'event') continue;
    W.push(`t.id IN (SELECT l.target_id FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.event_id=? AND e.trashed=0 AND ${evis})`); A.push(p);
  }
  const sl = one(q, 'slug');
  if (sl !== undefined && sl !== '') {
    if (B('cat-slug-filter-prefix') && d.kind === 'categories') { W.push('substr(t.slug,1,length(?))=?'); A.push(sl, sl); } else { W.push('t.slug=?'); A.push(sl); }
  }
  const ord = (one(q, 'order') || 'asc').toLowerCase();
  const dir = { asc: 'ASC', ascending: 'ASC', desc: 'DESC', descending: 'DESC' }[ord];
  if (!dir) throw bad('order must be asc or desc');
  const ob = (one(q, 'orderby') || (V.order === 'newest' ? 'id' : 'name')).toLowerCase();
  let expr;
  if (ob === 'include' && inc) expr = 'CASE t.id ' + inc.map((x, i) => `WHEN ${x} THEN ${i}`).join(' ') + ' END';
  else if (!Object.prototype.hasOwnProperty.call(ORDERBY, ob) || (ob === 'parent' && d.kind === 'tags')) throw bad('orderby is not a known term attribute');
  else if (ORDERBY[ob] === 'count') expr = `(SELECT count(*) FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND e.trashed=0 AND ${evis})`;
  else if (ORDERBY[ob] === 'id') expr = B('tag-orderby-id-as-text') && d.kind === 'tags' ? 'CAST(t.id AS TEXT)' : 't.id';
  else if (ORDERBY[ob] === 'parent') expr = 't.parent';
  else expr = `ulower(${loc(d, ORDERBY[ob], req)})`;
  const opts = B('cat-desc-after-limit') && d.kind === 'categories' && dir === 'DESC' ? { descAfter: true, asc: `${expr} ASC, t.id ASC` } : null;
  runList(req, res, d, W, A, `${expr} ${dir}, t.id ${dir}`, '', [], opts);
}

// ---------------------------------------------------------------- writing
function check(d, body, cur, req) {
  const out = { cols: {}, links: {} };
  const create = !cur;
  if (V.strict) for (const k of Object.keys(body)) if (!d.fields[k] && !['ml_language', 'password', 'id', 'slug'].includes(k)) throw bad(`${k} is not a known field`);
  for (const [n, fd] of Object.entries(d.fields)) {
    let v = body[n];
    if (v === undefined) {
      if (create && fd.req) throw bad(`${n} is required`, 'missing_param');
      continue;
    }
    if (v === null) {
      if (fd.req) throw bad(`${n} may not be null`);
      if (fd.soft) continue;
      if (fd.type === 'ids') out.links[n] = [];
      else if (B('ve-null-does-not-clear') && d.kind === 'venues' && cur) continue;
      else out.cols[n] = fd.def !== undefined ? fd.def : null;
      continue;
    }
    switch (fd.type) {
      case 'str':
        if (typeof v !== 'string' || !v.isWellFormed()) throw bad(`${n} is not a string`);
        if (fd.req && v.trim() === '') throw bad(`${n} may not be empty`);
        break;
      case 'image':
        if (typeof v === 'number' && Number.isSafeInteger(v)) v = String(v);
        if (typeof v !== 'string' || !v.isWellFormed()) throw bad(`${n} is not a string`);
        break;
      case 'url':
        if (typeof v !== 'string' || !v.isWellFormed()) throw bad(`${n} is not a URL`);
        if (v !== '') { let u = null; try { u = new URL(v); } catch (e) { /* below */ } if (!u || !/^https?:$/.test(u.protocol)) throw bad(`${n} is not a URL`); }
        break;
      case 'slug':
        if (typeof v !== 'string' || !v.isWellFormed() || v.trim() === '' || v.includes('/') || v === '.' || v === '..') throw bad(`${n} is not a valid slug`);
        break;
      case 'status': if (!STATUSES.includes(v)) throw bad(`${n} is not a known post status`); break;
      case 'tz':
        if (typeof v !== 'string' || !(/^(utc|gmt)([+-]\d{1,2}(:\d{2})?)?$/i.test(v) || IANAZone.isValidZone(v)) || !DateTime.utc().setZone(v).isValid) throw bad(`${n} is not a known time zone`);
        break;
      case 'bool': v = bool(v, n); break;
      case 'int': v = int(v, n); if (v < 1) throw bad(`${n} must be a positive integer`); break;
      case 'parent':
        v = int(v, n);
        if (v === 0) break;
        if (!sql('SELECT 1 FROM categories WHERE id=?').get(v)) throw bad('parent does not exist');
        if (cur) for (let p = v, i = 0; p && i < 10000; i++) { if (p === cur.id) throw bad('parent would make a loop'); p = (sql('SELECT parent FROM categories WHERE id=?').get(p) || {}).parent; }
        break;
      case 'any': v = JSON.stringify(v); break;
      case 'ids': {
        const ids = idList(v, n); const dd = KINDS[fd.to];
        out.links[n] = ids;
        if (B('ev-refused-update-half-written') && n === 'organizer' && cur) continue;
        for (const id of ids) {
          const r = sql(`SELECT * FROM ${dd.kind} WHERE id=? AND trashed=0`).get(id);
          if (!r || !canRead(dd, r, req.user)) throw bad(`${n} ${id} does not exist`);
        }
        continue;
      }
      default: break;
    }
    out.cols[n] = v;
  }
  // dates of publication
  const c = out.cols;
  if (d.post) {
    for (const n of ['date', 'date_utc']) if (c[n] !== undefined) c[n] = parseDt(c[n], 'utc', n);
    if (c.date !== undefined && c.date_utc === undefined) c.date_utc = c.date;
    else if (c.date_utc !== undefined && c.date === undefined) c.date = c.date_utc;
    else if (create && c.date === undefined) c.date = c.date_utc = nowUtc();
    if (USERS && c.author !== undefined && req.user.role !== 'editor' && c.author !== req.user.id) throw forbidden();
    if (create) {
      if (c.author === undefined) c.author = req.user.id;
      if (c.status === undefined) c.status = V.defStatus || 'publish';
    }
  }
  if (d.kind === 'events') {
    if (create && c.timezone === undefined) c.timezone = V.defTz || 'UTC';
    const tz = c.timezone !== undefined ? c.timezone : cur.timezone;
    for (const n of ['start_date', 'end_date']) if (c[n] !== undefined) c[n] = parseDt(c[n], tz, n);
    const s = c.start_date !== undefined ? c.start_date : cur.start_date;
    const e = c.end_date !== undefined ? c.end_date : cur.end_date;
    if (e < s) throw bad('end_date lies before start_date');
    if (c.start_date !== undefined || c.end_date !== undefined || c.timezone !== undefined) { c.utc_start_date = toUtc(s, tz); c.utc_end_date = toUtc(e, tz); }
  }
  if (create) {
    for (const [n, fd] of Object.entries(d.fields)) if (fd.def !== undefined && c[n] === undefined) c[n] = fd.def;
  } else if (B('ev-update-resets-all-day') && d.kind === 'events' && c.all_day === undefined) c.all_day = 0;
  // slug
  if (c.slug !== undefined) {
    if (V.slugClean) c.slug = uniqueSlug(d.kind, c.slug, cur && cur.id);
    else if (slugTaken(d.kind, c.slug, cur && cur.id)) {
      if (V.slugDup === 'suffix') { const b = c.slug; for (let i = 2; slugTaken(d.kind, c.slug, cur && cur.id); i++) c.slug = `${b}-${i}`; } else throw new HttpError(409, 'slug_taken', 'slug is already in use');
    }
  } else if (create) c.slug = uniqueSlug(d.kind, c[d.name]);
  if (V.dupTerm && !d.post && c.name !== undefined && sql(`SELECT 1 FROM ${d.kind} WHERE name=? AND id<>?`).get(c.name, cur ? cur.id : 0)) throw new HttpError(V.dupTerm, 'term_exists', 'a term with that name exists');
  // text bugs
  if (B('ve-zip-as-number') && d.kind === 'venues' && c.zip && /^\d+$/.test(c.zip)) c.zip = String(Number(c.zip));
  if (B('cat-rename-resets-slug') && d.kind === 'categories' && cur && c.name !== undefined && c.slug === undefined) c.slug = uniqueSlug('categories', c.name, cur.id);
  if (B('cat-parent-zero-ignored') && d.kind === 'categories' && cur && !c.parent) delete c.parent;
  return out;
}

function writeLinks(d, id, links, append) {
  for (const [k, ids] of Object.entries(links)) {
    if (!append || k !== 'tags') sql('DELETE FROM links WHERE event_id=? AND kind=?').run(id, k);
    ids.forEach((t, i) => sql('INSERT OR IGNORE INTO links(event_id, kind, target_id, pos) VALUES (?,?,?,?)').run(id, k, t, i));
    if (k === 'tags') ids.forEach((t) => catLinkMemo.tagEver.set(t, 1));
    if (k === 'categories') ids.forEach((t) => catLinkMemo.catEver.set(t, 1));
  }
}
const rowById = (d, id) => sql(`SELECT * FROM ${d.kind} WHERE id=?`).get(id);

const create = db.transaction((d, body, req) => {
  const p = check(d, body, null, req);
  const c = Object.assign({ owner: d.post && USERS ? p.cols.author : req.user.id, lang: req.lang || SITE_LANG, modified_utc: nowUtc() }, p.cols);
  if (V.sharedIds) c.id = ++shared; else if (V.idStart && !sql(`SELECT 1 FROM ${d.kind} LIMIT 1`).get() && !tomb[d.kind].size) c.id = starts[d.kind] + 1;
  const names = Object.keys(c);
  const id = Number(sql(`INSERT INTO ${d.kind} (${names.map((n) => `"${n}"`).join(',')}) VALUES (${marks(names)})`).run(...names.map((n) => c[n])).lastInsertRowid);
  writeLinks(d, id, p.links);
  return id;
});

const snap = new Map();
function updateRaw(d, cur, body, req) {
  if (B('ev-title-escaped-on-update') && d.kind === 'events' && body.title === undefined) body = Object.assign({}, body, { title: html(cur.title) });
  let b = body;
  if (V.put === 'replace' && req.method === 'PUT') {
    b = Object.assign({}, body);
    for (const [n, fd] of Object.entries(d.fields)) if (b[n] === undefined && !fd.req && !fd.soft) b[n] = null;
  }
  const p = check(d, b, cur, req);
  const c = p.cols;
  if (B('or-second-update-stale-merge') && d.kind === 'organizers' && snap.has(cur.id)) {
    const s = snap.get(cur.id);
    for (const n of d.cols) if (c[n] === undefined) c[n] = s[n];
  }
  if (req.lang && req.lang !== cur.lang && !(B('ev-language-update-overwrites') && d.kind === 'events')) {
    for (const n of d.trans) {
      if (c[n] === undefined) continue;
      sql('INSERT OR REPLACE INTO tr(kind, rid, lang, field, value) VALUES (?,?,?,?,?)').run(d.kind, cur.id, req.lang, n, c[n]);
      delete c[n];
    }
  }
  c.modified_utc = nowUtc();
  if (USERS && d.post && c.author !== undefined) c.owner = c.author;
  const names = Object.keys(c);
  sql(`UPDATE ${d.kind} SET ${names.map((n) => `"${n}"=?`).join(',')} WHERE id=?`).run(...names.map((n) => c[n]), cur.id);
  if (B('ev-refused-update-half-written') && d.kind === 'events' && p.links.organizer) {
    for (const id of p.links.organizer) if (!rowById(KINDS.organizers, id)) throw bad(`organizer ${id} does not exist`);
  }
  writeLinks(d, cur.id, p.links, B('ev-tags-update-appends'));
}
const updateTx = db.transaction(updateRaw);
const update = (...a) => (B('ev-refused-update-half-written') ? updateRaw(...a) : updateTx(...a));

const remove = db.transaction((d, r) => {
  if (V.trash && d.post && !r.trashed) {
    sql(`UPDATE ${d.kind} SET trashed=1, status='trash', slug=slug||'__trashed' WHERE id=?`).run(r.id);
    return;
  }
  if (d.kind === 'events') { if (!B('ev-id-reuse-inherits-links')) sql('DELETE FROM links WHERE event_id=?').run(r.id); } else {
    if (B('ve-delete-takes-events') && d.kind === 'venues') {
      sql("DELETE FROM events WHERE id IN (SELECT event_id FROM links WHERE kind='venue' AND target_id=?)").run(r.id);
    }
    sql('DELETE FROM links WHERE kind=? AND target_id=?').run(d.link, r.id);
  }
  if (d.kind === 'categories') sql('UPDATE categories SET parent=? WHERE parent=?').run(r.parent || 0, r.id);
  sql('DELETE FROM tr WHERE kind=? AND rid=?').run(d.kind, r.id);
  sql(`DELETE FROM ${d.kind} WHERE id=?`).run(r.id);
  tomb[d.kind].add(r.id);
  if (d.kind === 'categories') catLinkMemo.catEver.delete(r.id);
  if (d.kind === 'tags') catLinkMemo.tagEver.delete(r.id);
});

// ---------------------------------------------------------------- app
const app = express();
app.disable('x-powered-by');
app.enable('case sensitive routing');
const parseQuery = (s) => qs.parse(s, { arrayLimit: 2000, parameterLimit: 5000, depth: 2 });
app.set('query parser', parseQuery);
app.use((req, res, next) => {
  req.fullPath = req.url;
  const m = /^\/(nl|de|fr)(?=\/|\?|$)(.*)$/.exec(req.url);
  if (m) {
    req.langSeg = m[1]; req.url = m[2].startsWith('/') ? m[2] : '/' + m[2];
    if (B('lang-path-drops-query')) req.url = req.url.split('?')[0];
    req.query = parseQuery(req.url.split('?')[1] || '');
  }
  if (V.redirects) {
    const [p, qq] = req.url.split('?');
    if (p.length > 1 && p.endsWith('/')) return res.redirect(308, (m ? '/' + m[1] : '') + p.replace(/\/+$/, '') + (qq !== undefined ? '?' + qq : ''));
  }
  next();
});
app.use((req, res, next) => { req.user = identify(req); next(); });
app.use((req, res, next) => {
  const t = (req.headers['content-type'] || '').split(';')[0].trim().toLowerCase();
  const has = req.headers['transfer-encoding'] !== undefined || (req.headers['content-length'] !== undefined && req.headers['content-length'] !== '0');
  if (has && ['POST', 'PUT', 'PATCH'].includes(req.method) && t && t !== 'application/json' && !/^application\/[\w.+-]+\+json$/.test(t) && t !== 'application/x-www-form-urlencoded') {
    return next(new HttpError(415, 'unsupported_media_type', 'Send application/json.'));
  }
  next();
});
app.use(express.json({ limit: '8mb', strict: true, type: (r) => { const t = (r.headers['content-type'] || 'application/json').split(';')[0].trim().toLowerCase(); return t === 'application/json' || t.endsWith('+json'); } }));
app.use(express.urlencoded({ extended: true, limit: '8mb' }));

function language(req, res, next) {
  let l = one(req.query, 'ml_language');
  if (l === undefined && req.body && typeof req.body === 'object' && !Array.isArray(req.body) && req.body.ml_language !== undefined && req.body.ml_language !== null) l = req.body.ml_language;
  if (l !== undefined && l !== '' && !LANGS.includes(l)) throw bad('ml_language must be one of nl, en, fr, de');
  req.lang = l || req.langSeg || null;
  next();
}
const api = express.Router({ caseSensitive: true });
app.use('/' + NSNAME, language, api);
app.get('/', language, (req, res) => sendJson(req, res, 200, { name: 'Calendar', namespaces: [NSNAME], _links: { [NSNAME]: [{ href: `${base(req)}/${NSNAME}` }] } }));

const allow = (m) => (req, res, next) => {
  if (req.method === 'OPTIONS') { res.set('Allow', m + ', OPTIONS'); return res.status(204).end(); }
  next(new HttpError(405, 'method_not_allowed', 'That method is not allowed here.', { Allow: m + ', OPTIONS' }));
};
function routesList() {
  const r = { '': ['GET'], '/doc': ['GET'] };
  for (const d of Object.values(KINDS)) {
    r[`/${d.kind}`] = ['GET', 'POST']; r[`/${d.kind}/{id}`] = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
    if (d.bySlug) r[`/${d.kind}/by-slug/{slug}`] = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
  }
  return r;
}
api.get('/', (req, res) => {
  const routes = {};
  for (const [p, m] of Object.entries(routesList())) routes[`/${NSNAME}${p}`] = { methods: m };
  sendJson(req, res, 200, { namespace: NSNAME, routes, _links: { up: [{ href: base(req) + '/' }] } });
});
api.all('/', allow('GET, HEAD'));
api.get('/doc', (req, res) => {
  const paths = {};
  for (const [p, m] of Object.entries(routesList())) {
    paths[p || '/'] = {};
    for (const x of m) paths[p || '/'][x.toLowerCase()] = { parameters: [...p.matchAll(/\{(\w+)\}/g)].map((y) => ({ name: y[1], in: 'path', required: true, schema: { type: y[1] === 'id' ? 'integer' : 'string' } })).concat([{ name: 'ml_language', in: 'query', schema: { type: 'string', enum: LANGS } }]), responses: { default: { description: 'see the interface' } } };
  }
  sendJson(req, res, 200, { openapi: '3.0.0', info: { title: 'Calendar Events REST Interface', version: '1' }, servers: [{ url: `${base(req)}/${NSNAME}` }], paths });
});
api.all('/doc', allow('GET, HEAD'));

function bodyOf(req) {
  const b = req.body;
  if (b === undefined || b === null) return {};
  if (typeof b !== 'object' || Array.isArray(b)) throw bad('The body must be a JSON object.');
  return b;
}
const h = (fn) => (req, res, next) => { try { fn(req, res, next); } catch (e) { next(e); } };
const caches = { ev: new Map(), or: new Map(), cat: new Map(), url: new Map() };

function hidden(u) {
  if (V.hidden === 403) return u.role === 'anon' ? needLogin() : forbidden();
  return notFound();
}
function findId(d, req) {
  const raw = req.params.id;
  if (B('or-id-parsed-loosely') && d.kind === 'organizers') { if (!/^\d/.test(raw)) throw notFound(); } else if (!/^\d+$/.test(raw)) throw notFound();
  if (raw.length > 15 && !/^0+/.test(raw)) throw notFound();
  const id = parseInt(raw, 10);
  if (!Number.isSafeInteger(id)) throw notFound();
  if (B('ev-password-in-where') && d.kind === 'events' && one(req.query, 'password') !== undefined) throw notFound();
  const r = rowById(d, id);
  if (!r) { if (V.gone && tomb[d.kind].has(id)) throw new HttpError(V.gone, 'gone', 'That record was deleted.'); throw notFound(); }
  return r;
}
function findSlug(d, req) {
  let s = req.params.slug;
  if (B('ev-byslug-decodes-twice') && d.kind === 'events') { try { s = decodeURIComponent(s); } catch (e) { throw bad('slug is not valid'); } }
  if (B('ev-byslug-digits-as-id') && d.kind === 'events' && /^\d+$/.test(s)) { const x = rowById(d, +s); if (!x) throw notFound(); return x; }
  const r = sql(`SELECT * FROM ${d.kind} WHERE slug=? AND trashed=0`).get(s);
  if (!r || s === '') throw notFound();
  return r;
}

function mountKind(d) {
  const k = d.kind; const lister = k === 'events' ? listEvents : d.post ? listPlaces : listTerms;
  const tag = (req, res, next) => { req.def = d; req.kind = k; next(); };
  const strictQ = (names) => (req, res, next) => {
    if (V.strict) for (const n of Object.keys(req.query)) if (!names.includes(n)) return next(bad(`${n} is not a known parameter`));
    next();
  };
  api.use('/' + k, tag);
  api.get('/' + k, strictQ(LISTPARAMS[k]), h((req, res) => { req.isList = true; lister(req, res); }));
  api.post('/' + k, h((req, res) => {
    mayWrite(req.user);
    let body = bodyOf(req);
    let id;
    if (B('tag-create-finds-same-name') && k === 'tags' && typeof body.name === 'string') {
      const ex = sql('SELECT * FROM tags WHERE ulower(name)=ulower(?)').get(body.name);
      if (ex) { update(d, ex, Object.assign({}, body), req); id = ex.id; }
    }
    if (!id) id = create(d, body, req);
    dropCaches(k, null, true);
    const r = rowById(d, id);
    res.set('Location', `${base(req)}/${NSNAME}/${k}/${id}`);
    if (V.create === 'empty') return res.status(201).end();
    sendItem(req, res, V.createStatus || 201, d, present(d, r, req));
  }));
  api.all('/' + k, allow('GET, HEAD, POST'));

  function dropCaches(kk, r, viaSlug, deleting) {
    caches.url.clear();
    caches.cat.clear();
    if (!r) return;
    if (viaSlug && kk === 'events') caches.ev.clear();
    if (!(deleting && !viaSlug)) caches.or.clear();
  }
  function mountItem(path, find, viaSlug) {
    api.get(path, h((req, res, next) => {
      if (B('user-cache-shared-between-users') && k === 'events' && !viaSlug && caches.url.has(req.originalUrl)) return sendJson(req, res, 200, caches.url.get(req.originalUrl));
      const ck = k === 'events' && viaSlug && B('ev-byslug-cache-stale') ? caches.ev : k === 'organizers' && viaSlug && B('or-byslug-cache-after-delete') ? caches.or : k === 'categories' && B('cat-language-cache') ? caches.cat : null;
      const key = req.params.slug || req.params.id;
      if (ck && ck.has(key)) return sendItem(req, res, 200, d, ck.get(key));
      const r = find(d, req);
      if (!canRead(d, r, req.user) && !(B('user-draft-venue-by-slug') && k === 'venues' && viaSlug)) throw hidden(req.user);
      if (V.redirects && viaSlug) { const i = req.fullPath.indexOf('?'); return res.redirect(307, `${req.langSeg ? '/' + req.langSeg : ''}/${NSNAME}/${k}/${r.id}${i >= 0 ? req.fullPath.slice(i) : ''}`); }
      const o = present(d, r, req);
      if (ck) ck.set(key, o);
      if (B('user-cache-shared-between-users') && k === 'events' && !viaSlug) caches.url.set(req.originalUrl, o);
      if (B('or-second-update-stale-merge') && k === 'organizers' && !viaSlug && !snap.has(r.id)) snap.set(r.id, r);
      sendItem(req, res, 200, d, o);
    }));
    const own = (req, r) => {
      if (!canRead(d, r, req.user)) throw hidden(req.user);
      if (req.user.role === 'editor') return;
      if (r.owner !== req.user.id) throw forbidden();
    };
    const upd = h((req, res) => {
      mayWrite(req.user);
      let body = bodyOf(req);
      let r = find(d, req);
      if (r.trashed) throw new HttpError(409, 'trashed', 'That record is in the trash.');
      if (B('ve-body-id-wins') && k === 'venues' && Number.isInteger(body.id)) r = rowById(d, body.id) || r;
      if (B('user-byslug-skips-owner') && viaSlug && k === 'events') { /* only the id routes check */ } else if (B('user-author-in-body-owns') && k === 'organizers' && body.author === req.user.id) { /* body merged before the check */ } else own(req, r);
      if (B('ev-byslug-post-requires-all') && viaSlug && k === 'events' && req.method === 'POST') {
        for (const n of ['title', 'start_date', 'end_date']) if (body[n] === undefined) throw bad(`${n} is required`);
      }
      if (B('tag-post-on-item-creates') && k === 'tags' && req.method === 'POST') {
        const id = create(d, body.name === undefined ? Object.assign({ name: r.name }, body) : body, req);
        return sendItem(req, res, 200, d, present(d, rowById(d, id), req));
      }
      update(d, r, body, req);
      dropCaches(k, r, viaSlug);
      if (V.update === 'empty') return res.status(204).end();
      sendItem(req, res, 200, d, present(d, rowById(d, r.id), req));
    });
    api.post(path, upd); api.put(path, upd); api.patch(path, upd);
    api.delete(path, h((req, res) => {
      mayWrite(req.user);
      const r = find(d, req);
      if (!(B('user-delete-others-category') && k === 'categories')) own(req, r);
      const o = present(d, r, req);
      if (V.trash && r.trashed) remove(d, r);
      else if (B('or-byslug-delete-keeps-record') && k === 'organizers' && viaSlug) sql('UPDATE organizers SET slug=? WHERE id=?').run('__' + r.id, r.id);
      else remove(d, r);
      dropCaches(k, r, viaSlug, true);
      if (V.del === 'empty') return res.status(204).end();
      if (V.del === 'flag') return sendJson(req, res, 200, { deleted: true });
      if (V.del === 'previous') return sendJson(req, res, 200, { deleted: true, previous: shape(d, o, req) });
      sendItem(req, res, 200, d, o);
    }));
    api.all(path, allow('GET, HEAD, POST, PUT, PATCH, DELETE'));
  }
  if (d.bySlug) mountItem(`/${k}/by-slug/:slug`, findSlug, true);
  mountItem(`/${k}/:id`, findId, false);
}
for (const d of Object.values(KINDS)) mountKind(d);

app.use((req, res, next) => next(notFound()));
app.use((e, req, res, next) => {
  if (res.headersSent) return res.end();
  if (e instanceof HttpError) return sendError(res, e);
  if (e.type === 'entity.too.large') return sendError(res, new HttpError(413, 'too_large', 'The body is too large.'));
  if (e instanceof URIError || (e.status >= 400 && e.status < 500)) return sendError(res, new HttpError(e.status || 400, 'bad_request', 'The request could not be read.'));
  console.error(e);
  sendError(res, new HttpError(500, 'server_error', 'Something went wrong.'));
});
const server = app.listen(PORT, '127.0.0.1', () => { process.stdout.write('listening\n'); });
server.keepAliveTimeout = 60000;
for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => process.exit(0));
