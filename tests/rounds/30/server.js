'use strict';
const express = require('express');
const qs = require('qs');
const { DateTime, IANAZone } = require('luxon');
const Database = require('better-sqlite3');

const PORT = parseInt(process.env.PORT || '8080', 10);
const USERS = process.env.USERS === '1';
const BUG = process.env.BUG || '';
const B = (id) => BUG === id;
const COLUMNS = { id: 'ID', title: 'post_title', venue: 'post_title', organizer: 'post_title', name: 'term_name', description: 'post_content', excerpt: 'post_excerpt', slug: 'post_name', status: 'post_status', author: 'post_author', date: 'post_date', date_utc: 'post_date_gmt', modified_utc: 'post_modified_gmt', start_date: 'EventStartDate', end_date: 'EventEndDate', timezone: 'EventTimezone', cost: 'EventCost' };
const SECTIONS = { content: ['title', 'venue', 'organizer', 'name', 'description', 'excerpt', 'image', 'website', 'cost'], schedule: ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'all_day'], place: ['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince'], contact: ['phone', 'email'], display: ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'], relations: ['categories', 'tags', 'parent', 'count'], publication: ['author', 'date', 'date_utc', 'status', 'modified_utc', 'lang'] };
const NSNAME = 'vendor/events/v1';
const LANGS = ['nl', 'en', 'fr', 'de'];
const SITE_LANG = 'en';
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];

// ---------------------------------------------------------------- variants
const VARIANTS = {
  'raw-columns': { names: 'columns', json: 'php', boolInt: true, list: 'posts', err: 'php', del: 'success' },
  'keyed-lists': { list: 'keyed', text: 'value', idStart: 3000000007, sharedIds: true, idStep: 7 },
  'thin-answers': { create: 'thin', update: 'thin', del: 'accepted', list: 'summary', err: 'message' },
  'preconditions': { etags: 'strong', order: 'modified', del: 'nothing', list: 'entries' },
  'zoned-times': { time: 'zoned', rel: 'href', slugId: true, list: 'members' },
  'forgiving': { forgiving: true, maxPer: 20, capPer: true, list: 'range', err: 'text', order: 'slug', slugDup: 'next' },
  'sections': { item: 'sections', list: 'sections', update: 'changes', wire: 'chunked', ctype: 'application/vnd.vendor.events.v1+json; charset=utf-8' },
  'members-only': { members: true, hidePublished: true, gone: 410, childrenUp: true, createStatus: 200, warnings: true, item: 'result', list: 'result', order: 'nameDesc', idStart: 9001, err: 'wrapped' },
};
const V = VARIANTS[process.env.VARIANT] || {};
const BAD = 400;
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
      show_map: f('bool', { def: 1 }), show_map_link: f('bool', { def: 1 }), hide_from_listings: f('bool', { def: 0 }), sticky: f('bool', { def: 0 }), featured: f('bool', { def: 0 }),
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
  const cols = d.cols.map((c) => {
    const t = d.fields[c] ? d.fields[c].type : 'str';
    return `"${c}" ${t === 'int' || t === 'bool' || t === 'parent' ? 'INTEGER' : 'TEXT'}`;
  });
  const extra = d.kind === 'events' ? ', utc_start_date TEXT, utc_end_date TEXT' : '';
  db.exec(`CREATE TABLE ${d.kind} (id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, lang TEXT, modified_utc TEXT${extra}, ${cols.join(', ')})`);
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
  if (e.headers) res.set(e.headers);
  res.status(s);
  if (V.err === 'text') { res.set('Content-Type', 'text/plain; charset=utf-8'); return res.send(`${e.code}: ${e.message}\n`); }
  if (V.err === 'php') b = { success: false, data: [{ code: e.code, message: e.message }] };
  else if (V.err === 'message') b = { message: e.message };
  else if (V.err === 'wrapped') b = { success: false, errors: [{ reason: e.code, text: e.message }] };
  else b = { error: e.code, message: e.message, status: s };
  res.set('Content-Type', V.ctype || 'application/json; charset=utf-8');
  res.send(Buffer.from(encode(b)));
}
// JSON as PHP writes it: slashes and everything outside ASCII escaped
function encode(b) {
  const t = JSON.stringify(b, null, V.json === 'php' ? 4 : undefined);
  return V.json === 'php' ? t.replace(/\//g, '\\/').replace(/[\u0080-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) : t;
}

// ---------------------------------------------------------------- values
const PLAIN = 'yyyy-MM-dd HH:mm:ss';
const DT_RE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*(Z|[+-]\d{2}:?\d{2}))?)?$/;
const nowUtc = () => DateTime.utc().toFormat(PLAIN);
function parseDt(v, zone, name, strict) {
  const m = typeof v === 'string' ? DT_RE.exec(v.trim()) : null;
  if (!m) throw bad(`${name} is not a valid date and time`);
  const o = { year: +m[1], month: +m[2], day: +m[3], hour: +(m[4] || 0), minute: +(m[5] || 0), second: +(m[6] || 0) };
  let d = DateTime.fromObject(o, { zone: 'utc' });
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
  t = t.replace(/[^\p{L}\p{N}]+/gu, '-');
  return t.replace(/^-+|-+$/g, '');
}
const slugTaken = (k, slug, except) => !!sql(`SELECT 1 FROM ${k} WHERE slug=? AND id<>?`).get(slug, except || 0);
const slugHint = new Map(); // where the search for a free number goes on
function uniqueSlug(k, base, except) {
  let b = slugify(base, k);
  b = b || KINDS[k].one;
  let s = b;
  if (!slugTaken(k, s, except)) return s;
  const key = `${k} ${b}`;
  let i = slugHint.get(key) || 2;
  for (s = `${b}-${i}`; slugTaken(k, s, except); s = `${b}-${i}`) i++;
  slugHint.set(key, i + 1);
  return s;
}

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
    if (i > 0 && Object.prototype.hasOwnProperty.call(ACCOUNTS, u) && (B('user-password-start-compared') ? t.slice(i + 1).startsWith(u) : t.slice(i + 1) === u)) return ACCOUNTS[u];
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
const canRead = (d, r, u) => !d.post || u.role === 'editor' || r.status === 'publish' || (B('user-private-event-read') && d.kind === 'events' && r.status === 'private') || (u.role === 'author' && r.owner === u.id);
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
  if (req.lang && r.lang !== req.lang) {
    const ts = B('or-translation-of-other-kind') && d.kind === 'organizers' ? sql('SELECT field, value FROM tr WHERE rid=? AND lang=? ORDER BY kind<>?').all(r.id, req.lang, d.kind).reverse() : trStmt.all(d.kind, r.id, req.lang);
    for (const t of ts) if (d.trans.includes(t.field)) o[t.field] = t.value;
  }
  if (d.kind === 'events') {
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
function countOf(d, id, user) {
  return sql(`SELECT count(*) n FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind=? AND l.target_id=? AND ${visSql(user, 'e')}`).get(d.link, id).n;
}

// ---------------------------------------------------------------- shaping
const ISO_LOCAL = new Set(['start_date', 'end_date']);
const ISO_UTC = new Set(['date', 'date_utc', 'modified_utc', 'utc_start_date', 'utc_end_date']);
const TEXTS = new Set(['title', 'description', 'excerpt', 'venue', 'organizer', 'name']);
function shape(d, o, req) {
  const r = {};
  for (let [k, v] of Object.entries(o)) {
    if (v != null && V.time === 'zoned') {
      if (ISO_LOCAL.has(k)) v = `${DateTime.fromFormat(v, PLAIN, { zone: o.timezone }).toISO({ suppressMilliseconds: true })}[${o.timezone}]`;
      else if (ISO_UTC.has(k)) v = DateTime.fromFormat(v, PLAIN, { zone: 'utc' }).toHTTP();
    }
    if (V.text === 'value' && typeof v === 'string' && TEXTS.has(k)) v = { value: v, lang: o.lang };
    if (V.boolInt && typeof v === 'boolean') v = v ? 1 : 0;
    if (V.rel === 'href' && d.kind === 'events' && LINKS[k]) v = v.map((id) => `${base(req)}/${NSNAME}/${LINKS[k]}/${id}`);
    if (V.names === 'columns' && COLUMNS[k] && !Array.isArray(v)) k = !d.post && k === 'slug' ? 'term_slug' : !d.post && k === 'id' ? 'term_id' : COLUMNS[k];
    r[k] = v;
  }
  if (V.item === 'sections') {
    const out = { id: r.id, slug: r.slug, kind: d.one, href: o.rest_url };
    for (const [sec, names] of Object.entries(SECTIONS)) for (const n of names) if (r[n] !== undefined) (Array.isArray(r[n]) ? (out.relations = out.relations || {}) : (out[sec] = out[sec] || {}))[n] = r[n];
    return out;
  }
  if (V.warnings && req.method !== 'GET' && req.body && typeof req.body === 'object') {
    const u = Object.keys(req.body).filter((n) => !d.fields[n] && n !== 'ml_language' && n !== 'password');
    if (u.length) r.warnings = u.map((n) => `${n} is not a known field and was left aside`);
  }
  return r;
}
function sendJson(req, res, status, body) {
  res.status(status);
  const text = encode(body);
  res.set('Content-Type', V.ctype || 'application/json; charset=utf-8');
  if (V.etags) { res.set('ETag', `"${hash(text)}"`); res.set('Cache-Control', 'no-cache'); res.set('Vary', 'Authorization'); }
  if (V.wire === 'chunked' && req.method !== 'HEAD') { const b = Buffer.from(text + '\n'); res.write(b.subarray(0, 40)); return res.end(b.subarray(40)); }
  res.send(V.ctype || status >= 400 ? Buffer.from(text) : text);
}
function wrapItem(s) { return V.item === 'result' ? { success: true, result: s } : s; }
function sendItem(req, res, status, d, o) { sendJson(req, res, status, wrapItem(shape(d, o, req))); }
function sendList(req, res, d, rows, total, page, per) {
  const pages = Math.ceil(total / per);
  const items = rows.map((r) => shape(d, present(d, r, req), req));
  const p = 'X-';
  res.set(p + 'Total', String(total)); res.set(p + 'TotalPages', String(pages));
  const u = (n) => { const q = new URLSearchParams(B('ve-next-link-loses-filters') && d.kind === 'venues' ? { per_page: String(per) } : req.url.split('?')[1] || ''); q.set('page', n); return `${base(req)}/${NSNAME}/${d.kind}?${q}`; };
  const next = page < pages ? u(page + 1) : null; const prev = page > 1 ? u(page - 1) : null;
  let b;
  switch (V.list) {
    case 'posts': b = { posts: items, found_posts: total, max_num_pages: pages }; break;
    case 'keyed': b = { [d.kind]: Object.fromEntries(items.map((x) => [x.id, x])), order: items.map((x) => x.id), found: total }; break;
    case 'summary': b = items.map((x) => ({ id: x.id, slug: x.slug, label: x[d.name], href: x.rest_url })); break;
    case 'entries': b = { entries: items, count: items.length, of: total }; break;
    case 'members': b = { members: items, totalItems: total, view: { next, previous: prev } }; break;
    case 'range': res.set('Content-Range', items.length ? `records ${(page - 1) * per}-${(page - 1) * per + items.length - 1}/${total}` : `records */${total}`); b = items; break;
    case 'sections': b = { collection: { kind: d.kind, size: total }, page: { number: page, of: pages, next, previous: prev }, items }; break;
    case 'result': b = { success: true, result: items, result_info: { page, per_page: per, count: items.length, total_count: total } }; break;
    default: b = { [d.kind]: items, rest_url: `${base(req)}${req.fullPath}`, total, total_pages: pages, next_rest_url: next, previous_rest_url: prev };
  }
  if (req.listKey) listCache.set(req.listKey, [{ [p + 'Total']: String(total), [p + 'TotalPages']: String(pages) }, b]);
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
  const lax = (n) => { try { return qint(q, n); } catch (e) { if (V.forgiving) return undefined; throw e; } };
  let page = lax('page'); let per = lax('per_page');
  if (page === undefined || (V.forgiving && page < 1)) page = 1;
  if (per === undefined || (V.forgiving && per < 1)) per = 10;
  if (page < 1) throw bad('page must be 1 or more');
  if (per < 1) throw bad('per_page must be 1 or more');
  if (per > MAXPER) { if (V.capPer) per = MAXPER; else throw bad(`per_page may be at most ${MAXPER}`); }
  return [page, per];
}
function searchWhere(d, req, W, A) {
  const s = one(req.query, 'search');
  if (s === undefined || s === '') return;
  const needle = s.toLowerCase();
  if (B('ev-search-ascii-lower') && d.kind === 'events') {
    W.push('(' + d.search.map((c) => `instr(lower(coalesce(${loc(d, c, req)},'')), ?)>0`).join(' OR ') + ')');
    for (let i = 0; i < d.search.length; i++) A.push(needle);
    return;
  }
  if (B('ev-search-any-word') && d.kind === 'events') {
    const words = needle.split(/\s+/).filter(Boolean);
    W.push('(' + words.flatMap(() => d.search.map((c) => `instr(ulower(coalesce(${loc(d, c, req)},'')), ?)>0`)).join(' OR ') + ')');
    for (const w of words) for (let i = 0; i < d.search.length; i++) A.push(w);
    return;
  }
  const cols = B('ve-search-misses-custom-fields') && d.kind === 'venues' ? ['venue', 'description'] : d.search;
  W.push('(' + cols.map((c) => `instr(ulower(coalesce(${loc(d, c, req)},'')), ?)>0`).join(' OR ') + ')');
  for (let i = 0; i < cols.length; i++) A.push(needle);
}
const upcomingSql = 'e.utc_end_date >= ?';

function truthy(v, n) { // untyped switches
  if (v === undefined || v === '') return undefined;
  return bool(v, n);
}

function runList(req, res, d, W, A, orderBy) {
  const [page, per] = paging(req.query);
  const offset = Math.min((page - 1) * per, 1e15);
  const where = W.length ? 'WHERE ' + W.join(' AND ') : '';
  const seen = B('user-total-counts-hidden') && d.kind === 'organizers' ? W.filter((w) => w !== visSql(req.user, 't')) : W;
  const total = sql(`SELECT count(*) n FROM ${d.kind} t ${seen.length ? 'WHERE ' + seen.join(' AND ') : ''}`).get(...A).n;
  const rows = sql(`SELECT t.* FROM ${d.kind} t ${where} ORDER BY ${orderBy} LIMIT ? OFFSET ?`).all(...A, B('cat-per-page-plus-one') && d.kind === 'categories' ? per + 1 : per, offset);
  sendList(req, res, d, rows, total, page, per);
}

function statusWhere(d, req, W, A) {
  const s = one(req.query, 'status');
  if (s !== undefined && s !== '') {
    const a = s.split(',').map((x) => x.trim());
    if (!V.forgiving) for (const x of a) if (!STATUSES.includes(x)) throw bad('status is not a known post status');
    W.push(`t.status IN (${marks(a)})`); A.push(...a);
    return s;
  }
  return undefined;
}

const varOrder = (d) => ({ modified: 't.modified_utc DESC, t.id DESC', slug: 't.slug, t.id', nameDesc: `t.${d.name} DESC, t.id DESC` })[V.order];
function listEvents(req, res) {
  const d = KINDS.events; const q = req.query; const W = []; const A = [];
  statusWhere(d, req, W, A);
  const include = manyInt(q, 'include');
  const vis = visSql(req.user, 't');
  if (vis !== '1') W.push(vis);
  const zone = 'utc';
  const strict = truthy(one(q, 'strict_dates'), 'strict_dates');
  const dates = {};
  for (const n of ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']) {
    const v = one(q, n);
    if (v !== undefined && v !== '') dates[n] = parseDt(v, zone, n, true);
  }
  const day0 = (x) => x.slice(0, 10) + ' 00:00:00'; const day9 = (x) => x.slice(0, 10) + ' 23:59:59';
  if (!include) {
    const on = (n) => dates[n];
    if (on('start_date')) { W.push('t.start_date BETWEEN ? AND ?'); A.push(strict ? dates.start_date : day0(dates.start_date), day9(dates.start_date)); }
    if (on('end_date')) { W.push('t.end_date BETWEEN ? AND ?'); A.push(strict ? dates.end_date : day0(dates.end_date), B('ev-end-date-last-minute') ? dates.end_date.slice(0, 10) + ' 23:59:00' : day9(dates.end_date)); }
    if (on('starts_before') && !(B('ev-starts-before-else-if') && on('starts_after'))) { W.push(strict ? 't.start_date < ?' : 't.start_date <= ?'); A.push(strict ? dates.starts_before : day9(dates.starts_before)); }
    if (on('starts_after')) { W.push(strict ? 't.start_date > ?' : 't.start_date >= ?'); A.push(strict ? dates.starts_after : day0(dates.starts_after)); }
    if (on('ends_before') && B('ev-ends-before-never-strict')) { W.push('t.end_date <= ?'); A.push(day9(dates.ends_before)); } else if (on('ends_before')) { W.push(strict ? 't.end_date < ?' : 't.end_date <= ?'); A.push(strict ? dates.ends_before : day9(dates.ends_before)); }
    if (on('ends_after')) { W.push(strict ? 't.end_date > ?' : 't.end_date >= ?'); A.push(strict ? dates.ends_after : day0(dates.ends_after)); }
  }
  if (include && !(B('ev-include-unknown-lists-all') && !include.some((x) => rowById(d, x)))) { W.push(`t.id IN (${marks(include)})`); A.push(...include); }
  searchWhere(d, req, W, A);
  for (const k of ['categories', 'tags']) {
    const a = many(q, k);
    if (!a) continue;
    const ids = [];
    if (B('ev-category-filter-mixed-list') && k === 'categories' && a.some((x) => /^\d+$/.test(x))) ids.push(...a.map(Number).filter(Number.isSafeInteger));
    else for (const x of a) {
      if (/^\d{1,15}$/.test(x) && sql(`SELECT 1 FROM ${k} WHERE id=?`).get(+x)) ids.push(+x);
      else { const r = sql(`SELECT id FROM ${k} WHERE slug=?`).get(x); if (r) ids.push(r.id); }
    }
    if (!ids.length) W.push('0');
    else if (B('ev-tag-filter-without-kind') && k === 'tags') W.push(`t.id IN (SELECT event_id FROM links WHERE target_id IN (${ids.join(',')}))`);
    else W.push(`t.id IN (SELECT event_id FROM links WHERE kind='${k}' AND target_id IN (${ids.join(',')}))`);
  }
  for (const k of ['venue', 'organizer']) {
    const a = manyInt(q, k);
    if (!a) continue;
    W.push(`t.id IN (SELECT event_id FROM links WHERE kind='${k}' AND target_id IN (${a.join(',')}))`);
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
  if (V.order) order = varOrder(d);
  runList(req, res, d, W, A, order);
}

function listPlaces(req, res) {
  const d = req.def; const q = req.query; const W = []; const A = [];
  statusWhere(d, req, W, A);
  const vis = visSql(req.user, 't'); if (vis !== '1' && !(B('user-author-lists-others-drafts') && d.kind === 'venues' && req.user.role === 'author')) W.push(vis);
  searchWhere(d, req, W, A);
  const ev = qint(q, 'event');
  const evis = visSql(req.user, 'e');
  if (ev !== undefined) {
    W.push(`t.id IN (SELECT l.target_id FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.event_id=? AND ${evis})`);
    A.push(ev);
  }
  const he = truthy(one(q, 'has_events'), 'has_events');
  if (he !== undefined) W.push(`${he ? '' : 'NOT '}EXISTS (SELECT 1 FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND ${evis})`);
  if (truthy(one(q, 'only_with_upcoming'), 'only_with_upcoming') === 1) {
    W.push(`EXISTS (SELECT 1 FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND ${evis} AND ${B('or-upcoming-in-local-time') && d.kind === 'organizers' ? 'e.end_date >= ?' : upcomingSql})`);
    A.push(nowUtc());
  }
  let order = 't.id';
  if (V.order) order = varOrder(d);
  runList(req, res, d, W, A, order);
}

const ORDERBY = { name: 'name', slug: 'slug', id: 'id', term_id: 'id', description: 'description', count: 'count', parent: 'parent', term_group: 'id' };
function listTerms(req, res) {
  const d = req.def; const q = req.query; const W = []; const A = [];
  const evis = visSql(req.user, 'e');
  searchWhere(d, req, W, A);
  const inc = manyInt(q, 'include'); const exc = manyInt(q, 'exclude');
  if (inc) { W.push(`t.id IN (${inc.join(',')})`); }
  if (exc && B('cat-exclude-first-only') && d.kind === 'categories') W.push(`t.id<>${parseInt(one(q, 'exclude'), 10)}`);
  else if (exc) W.push(`t.id NOT IN (${exc.join(',')})`);
  let he;
  const rawHe = one(q, 'hide_empty');
  he = rawHe === undefined || rawHe === '' ? (B('tag-hide-empty-off-by-default') && d.kind === 'tags' ? 0 : 1) : bool(rawHe, 'hide_empty');
  if (he) W.push(`EXISTS (SELECT 1 FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND ${evis})`);
  if (d.kind === 'categories') {
    const p = qint(q, 'parent');
    if (p !== undefined && B('cat-parent-filter-descendants')) { W.push('t.id IN (WITH RECURSIVE k(id) AS (SELECT id FROM categories WHERE parent=? UNION SELECT c.id FROM categories c JOIN k ON c.parent=k.id) SELECT id FROM k)'); A.push(p); } else if (p !== undefined) { W.push('t.parent=?'); A.push(p); }
  }
  for (const n of ['post', 'event']) {
    const p = qint(q, n);
    if (p === undefined) continue;
    W.push(`t.id IN (SELECT l.target_id FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.event_id=? AND ${B('user-tags-of-draft-event') && d.kind === 'tags' ? '1' : evis})`); A.push(p);
  }
  const sl = one(q, 'slug');
  if (sl !== undefined && sl !== '') { W.push('t.slug=?'); A.push(B('tag-slug-filter-lowercased') && d.kind === 'tags' ? sl.toLowerCase() : sl); }
  const ord = (one(q, 'order') || 'asc').toLowerCase();
  const dir = { asc: 'ASC', ascending: 'ASC', desc: 'DESC', descending: 'DESC' }[ord];
  if (!dir) throw bad('order must be asc or desc');
  const ob = (one(q, 'orderby') || 'name').toLowerCase();
  let expr;
  if (ob === 'include' && inc) expr = 'CASE t.id ' + inc.map((x, i) => `WHEN ${x} THEN ${i}`).join(' ') + ' END';
  else if (!Object.prototype.hasOwnProperty.call(ORDERBY, ob) || (ob === 'parent' && d.kind === 'tags')) { if (!V.forgiving) throw bad('orderby is not a known term attribute'); expr = 't.slug'; }
  else if (ORDERBY[ob] === 'count') expr = `(SELECT count(*) FROM links l JOIN events e ON e.id=l.event_id WHERE l.kind='${d.link}' AND l.target_id=t.id AND ${evis})`;
  else if (ORDERBY[ob] === 'id') expr = 't.id';
  else if (ORDERBY[ob] === 'parent') expr = 't.parent';
  else expr = `ulower(${loc(d, ORDERBY[ob], req)})`;
  const own = V.order && one(q, 'order') === undefined && one(q, 'orderby') === undefined;
  runList(req, res, d, W, A, own ? varOrder(d) : `${expr} ${dir}, t.id ${dir}`);
}

// ---------------------------------------------------------------- writing
const idSlug = (d, slug, id) => `${slugify(slug.replace(new RegExp(`-${id}$`), ''), d.kind) || d.one}-${id}`;
function check(d, body, cur, req) {
  const out = { cols: {}, links: {} };
  const create = !cur;
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
      else out.cols[n] = fd.def !== undefined ? fd.def : null;
      continue;
    }
    switch (fd.type) {
      case 'str':
        if (typeof v !== 'string' || !v.isWellFormed()) throw bad(`${n} is not a string`);
        if (fd.req && v.trim() === '') throw bad(`${n} may not be empty`);
        if (B('tag-name-zero-refused') && d.kind === 'tags' && fd.req && v === '0') throw bad(`${n} may not be empty`);
        if (B('tag-astral-lost') && d.kind === 'tags') v = v.replace(/[\u{10000}-\u{10FFFF}]/gu, '?');
        if (B('ve-newlines-collapsed') && d.kind === 'venues' && n === 'description') v = v.replace(/\s+/g, ' ').trim();
        if (B('or-email-plus-refused') && n === 'email' && v !== '' && !/^[\w.-]+@[\w.-]+$/.test(v)) throw bad(`${n} is not an e-mail address`);
        if (B('or-description-cut-at-less-than') && d.kind === 'organizers' && n === 'description') v = v.replace(/<[^>]*(>|$)/g, '');
        break;
      case 'image':
        if (typeof v === 'number' && Number.isSafeInteger(v)) v = String(v);
        if (B('ve-image-url-dropped') && d.kind === 'venues') { v = parseInt(v, 10); out.cols[n] = Number.isNaN(v) ? null : String(v); continue; }
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
        if (B('ev-timezone-underscore-refused') && !/^[A-Za-z]+(\/[A-Za-z]+)*$/.test(v)) throw bad(`${n} is not a known time zone`);
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
      case 'any': v = B('ev-cost-zero-lost') && !v ? null : JSON.stringify(v); break;
      case 'ids': {
        const ids = idList(v, n); const dd = KINDS[fd.to];
        if (B('ev-empty-array-ignored') && cur && !ids.length) continue;
        out.links[n] = ids;
        for (const id of ids) {
          const r = sql(`SELECT * FROM ${dd.kind} WHERE id=?`).get(id);
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
    if (B('or-date-leaves-date-utc') && d.kind === 'organizers' && cur) { /* each as it was sent */ } else if (c.date !== undefined && c.date_utc === undefined) c.date_utc = c.date;
    else if (c.date_utc !== undefined && c.date === undefined) c.date = c.date_utc;
    else if (create && c.date === undefined) c.date = c.date_utc = nowUtc();
    if (USERS && c.author !== undefined && req.user.role !== 'editor' && c.author !== req.user.id) throw forbidden();
    if (create) {
      if (c.author === undefined) c.author = req.user.id;
      if (c.status === undefined) c.status = 'publish';
    }
  }
  if (d.kind === 'events') {
    if (create && c.timezone === undefined) c.timezone = 'UTC';
    const tz = c.timezone !== undefined ? c.timezone : cur.timezone;
    for (const n of ['start_date', 'end_date']) if (c[n] !== undefined) c[n] = parseDt(c[n], tz, n);
    if (B('ev-moved-start-drags-end') && cur && c.start_date !== undefined && c.end_date === undefined) {
      const ms = (x) => DateTime.fromFormat(x, PLAIN, { zone: 'utc' }).toMillis();
      c.end_date = DateTime.fromMillis(ms(c.start_date) + ms(cur.end_date) - ms(cur.start_date), { zone: 'utc' }).toFormat(PLAIN);
    }
    const s = c.start_date !== undefined ? c.start_date : cur.start_date;
    const e = c.end_date !== undefined ? c.end_date : cur.end_date;
    if (e < s) throw bad('end_date lies before start_date');
    if (c.start_date !== undefined || c.end_date !== undefined || (c.timezone !== undefined && !B('ev-timezone-change-keeps-utc'))) { c.utc_start_date = toUtc(s, tz); c.utc_end_date = toUtc(e, tz); }
  }
  if (create) {
    for (const [n, fd] of Object.entries(d.fields)) if (fd.def !== undefined && c[n] === undefined) c[n] = fd.def;
  }
  // slug
  if (c.slug !== undefined) {
    if (V.slugId) { if (cur) c.slug = idSlug(d, c.slug, cur.id); }
    else if (slugTaken(d.kind, c.slug, B('cat-own-slug-refused') && d.kind === 'categories' ? 0 : cur && cur.id)) {
      if (V.slugDup === 'next') { const b = c.slug; for (let i = 2; slugTaken(d.kind, c.slug, cur && cur.id); i++) c.slug = `${b}-${i}`; } else throw new HttpError(409, 'slug_taken', 'slug is already in use');
    }
  } else if (create) c.slug = uniqueSlug(d.kind, c[d.name]);
  return out;
}

function writeLinks(d, id, links, upd) {
  for (const [k, ids] of Object.entries(links)) {
    if (B('ev-venue-update-wipes-links') && upd && k === 'venue') sql('DELETE FROM links WHERE event_id=?').run(id);
    sql('DELETE FROM links WHERE event_id=? AND kind=?').run(id, k);
    ids.forEach((t, i) => sql('INSERT OR IGNORE INTO links(event_id, kind, target_id, pos) VALUES (?,?,?,?)').run(id, k, t, i));
  }
}
const rowById = (d, id) => sql(`SELECT * FROM ${d.kind} WHERE id=?`).get(id);

const create = db.transaction((d, body, req, slug) => {
  const p = check(d, body, null, req);
  if (slug) p.cols.slug = slug;
  if (B('tag-create-drops-description') && d.kind === 'tags') delete p.cols.description;
  const c = Object.assign({ owner: d.post && USERS ? p.cols.author : req.user.id, lang: req.lang || SITE_LANG, modified_utc: nowUtc() }, p.cols);
  if (V.sharedIds) { c.id = shared + 1; shared += V.idStep; } else if (V.idStart && !sql(`SELECT 1 FROM ${d.kind} LIMIT 1`).get() && !tomb[d.kind].size) c.id = starts[d.kind] + 1;
  const names = Object.keys(c);
  const id = Number(sql(`INSERT INTO ${d.kind} (${names.map((n) => `"${n}"`).join(',')}) VALUES (${marks(names)})`).run(...names.map((n) => c[n])).lastInsertRowid);
  if (V.slugId) sql(`UPDATE ${d.kind} SET slug=? WHERE id=?`).run(idSlug(d, p.cols.slug, id), id);
  writeLinks(d, id, p.links);
  return id;
});

const update = db.transaction((d, cur, body, req, whole) => {
  const p = check(d, body, cur, req);
  const c = p.cols;
  if (req.lang && req.lang !== cur.lang) {
    for (const n of d.trans) {
      if (c[n] === undefined) continue;
      sql('INSERT OR REPLACE INTO tr(kind, rid, lang, field, value) VALUES (?,?,?,?,?)').run(d.kind, cur.id, req.lang, n, c[n]);
      delete c[n];
    }
  }
  if (B('ve-language-update-drops-untranslated') && d.kind === 'venues' && req.lang && req.lang !== cur.lang) for (const n of Object.keys(c)) delete c[n];
  if (whole) for (const n of d.cols) if (c[n] === undefined) c[n] = whole[n];
  if (B('cat-unchanged-update-404') && d.kind === 'categories' && Object.keys(c).length && Object.keys(c).every((n) => c[n] === cur[n])) throw notFound();
  if (B('ev-old-slug-shadows-new') && d.kind === 'events' && c.slug !== undefined && c.slug !== cur.slug) oldSlugs.set(cur.slug, cur.id);
  if (B('user-edit-takes-authorship') && USERS && d.kind === 'organizers' && c.author === undefined) c.author = req.user.id;
  c.modified_utc = nowUtc();
  if (USERS && d.post && c.author !== undefined) c.owner = c.author;
  const names = Object.keys(c);
  sql(`UPDATE ${d.kind} SET ${names.map((n) => `"${n}"=?`).join(',')} WHERE id=?`).run(...names.map((n) => c[n]), cur.id);
  writeLinks(d, cur.id, p.links, true);
});

const remove = db.transaction((d, r) => {
  if (d.kind === 'events') {
    const had = relStmt.all(r.id).filter((l) => l.kind === 'tags');
    sql('DELETE FROM links WHERE event_id=?').run(r.id);
    if (B('ev-delete-removes-orphan-tags')) for (const l of had) if (!sql("SELECT 1 FROM links WHERE kind='tags' AND target_id=?").get(l.target_id)) sql('DELETE FROM tags WHERE id=?').run(l.target_id);
  } else {
    if (B('cat-delete-unlinks-same-id') && d.kind === 'categories') sql('DELETE FROM links WHERE target_id=?').run(r.id);
    else sql('DELETE FROM links WHERE kind=? AND target_id=?').run(d.link, r.id);
  }
  if (d.kind === 'categories') sql('UPDATE categories SET parent=? WHERE parent=?').run(V.childrenUp ? 0 : r.parent || 0, r.id);
  sql('DELETE FROM tr WHERE kind=? AND rid=?').run(d.kind, r.id);
  sql(`DELETE FROM ${d.kind} WHERE id=?`).run(r.id);
  tomb[d.kind].add(r.id);
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
    req.query = parseQuery(req.url.split('?')[1] || '');
  }
  next();
});
app.use((req, res, next) => {
  req.user = identify(req);
  if (V.members && req.user.role === 'anon') throw needLogin();
  next();
});
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

let lastLang = null;
function language(req, res, next) {
  let l = one(req.query, 'ml_language');
  if (l === undefined && req.body && typeof req.body === 'object' && !Array.isArray(req.body) && req.body.ml_language !== undefined && req.body.ml_language !== null) l = req.body.ml_language;
  if (l !== undefined && l !== '' && !LANGS.includes(l)) throw bad('ml_language must be one of nl, en, fr, de');
  if (B('language-sticks') && (l || req.langSeg)) lastLang = l || req.langSeg;
  req.lang = l || req.langSeg || (B('language-sticks') ? lastLang : null);
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
  sendJson(req, res, 200, { namespace: NSNAME, routes, _links: { up: [{ href: B('index-up-link-to-namespace') ? `${base(req)}/${NSNAME}` : base(req) + '/' }] } });
});
api.all('/', allow('GET, HEAD'));
api.get('/doc', (req, res, next) => {
  if (B('doc-refuses-language') && req.query.ml_language !== undefined) return next(bad('ml_language is not a known parameter'));
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

const itemCache = new Map();
const listCache = new Map();
const hash = (t) => require('crypto').createHash('sha1').update(t).digest('hex').slice(0, 16);
const hidden = () => notFound();
// If-Match and If-None-Match on writes, where the variant has strong validators
function precondition(d, r, req) {
  if (!V.etags) return;
  const tag = `"${hash(encode(wrapItem(shape(d, present(d, r, req), req))))}"`;
  const has = (v) => v.trim() === '*' || v.split(',').map((x) => x.trim()).includes(tag);
  const im = req.headers['if-match']; const inm = req.headers['if-none-match'];
  if ((im !== undefined && !has(im)) || (inm !== undefined && has(inm))) throw new HttpError(412, 'precondition_failed', 'The record is not as the precondition demands.');
}
function findId(d, req) {
  const raw = req.params.id;
  if (!/^\d+$/.test(raw)) throw notFound();
  if (raw.length > 15 && !/^0+/.test(raw)) throw notFound();
  const id = parseInt(raw, 10);
  if (!Number.isSafeInteger(id)) throw notFound();
  const r = rowById(d, id);
  if (!r) { if (V.gone && tomb[d.kind].has(id)) throw new HttpError(410, 'gone', 'That record was deleted.'); throw notFound(); }
  return r;
}
const oldSlugs = new Map();
function findSlug(d, req) {
  let s = req.params.slug;
  if (B('ev-byslug-plus-as-space') && d.kind === 'events') s = s.replace(/\+/g, ' ');
  if (B('ev-old-slug-shadows-new') && d.kind === 'events' && oldSlugs.has(s)) { const x = rowById(d, oldSlugs.get(s)); if (x) return x; }
  if (B('ev-byslug-ignores-case') && d.kind === 'events') { const x = sql('SELECT * FROM events WHERE slug=? COLLATE NOCASE ORDER BY id').get(s); if (x) return x; }
  const r = sql(`SELECT * FROM ${d.kind} WHERE slug=?`).get(s);
  if (!r || s === '') throw notFound();
  return r;
}

let lastTag = 0;
function wrote(k, req) {
  if (!(k === 'venues' && req.method === 'DELETE')) itemCache.clear();
  for (const key of listCache.keys()) if (!(key.startsWith('organizers ') && req.method === 'PUT')) listCache.delete(key);
}
function mountKind(d) {
  const k = d.kind; const lister = k === 'events' ? listEvents : d.post ? listPlaces : listTerms;
  const tag = (req, res, next) => { req.def = d; req.kind = k; next(); };
  api.use('/' + k, tag);
  api.get('/' + k, h((req, res) => {
    let key = null;
    if (B('ve-list-cache-ignores-per-page') && k === 'venues') { const q = Object.assign({}, req.query); delete q.per_page; key = `${k} ${req.user.id} ${base(req)} ${req.lang} ${JSON.stringify(q)}`; }
    if (B('or-list-cache-stale-after-put') && k === 'organizers') key = `${k} ${req.user.id} ${base(req)} ${req.lang} ${JSON.stringify(req.query)}`;
    if (key && listCache.has(key)) { const [hs, b] = listCache.get(key); res.set(hs); return sendJson(req, res, 200, b); }
    req.listKey = key;
    lister(req, res);
  }));
  api.post('/' + k, h((req, res, next) => {
    if (B('user-reader-creates-tags') && k === 'tags') { if (req.user.role === 'anon') throw needLogin(); } else mayWrite(req.user);
    const body = bodyOf(req);
    const answer = (id) => {
      wrote(k, req);
      const r = rowById(d, id);
      res.set('Location', `${base(req)}/${NSNAME}/${k}/${id}`);
      if (V.create === 'thin') return sendJson(req, res, 201, { id, href: `${base(req)}/${NSNAME}/${k}/${id}` });
      sendItem(req, res, V.createStatus || 201, d, present(d, r, req));
    };
    if (B('or-parallel-creates-share-slug') && k === 'organizers' && typeof body.organizer === 'string') {
      const slug = uniqueSlug(k, body.organizer);
      return setTimeout(() => { try { answer(create(d, body, req, slug)); } catch (e) { next(e); } }, 40);
    }
    const id = create(d, body, req);
    if (B('tag-parallel-create-answers-last') && k === 'tags') {
      lastTag = id;
      return setTimeout(() => { try { answer(lastTag); } catch (e) { next(e); } }, 40);
    }
    answer(id);
  }));
  api.all('/' + k, allow('GET, HEAD, POST'));

  function mountItem(path, find, viaSlug) {
    if (B('ve-head-byslug-not-allowed') && k === 'venues' && viaSlug) api.head(path, (req, res, next) => allow('GET, POST, PUT, PATCH, DELETE')(req, res, next));
    api.get(path, h((req, res) => {
      const ck = B('ev-cache-survives-venue-delete') && k === 'events' && !viaSlug ? `${req.user.id} ${req.headers.host} ${req.fullPath}` : null;
      if (ck && itemCache.has(ck)) return sendItem(req, res, 200, d, itemCache.get(ck));
      const r = find(d, req);
      if (!canRead(d, r, req.user) && !(B('user-head-skips-access') && k === 'organizers' && req.method === 'HEAD')) throw hidden();
      const o = present(d, r, req);
      if (ck) itemCache.set(ck, o);
      if (B('ve-etag-without-translations') && k === 'venues') res.set('ETag', `W/"${r.id}-${hash(JSON.stringify(d.cols.map((n) => r[n])))}-${req.lang || ''}"`);
      if (B('or-etag-second-resolution') && k === 'organizers') res.set('ETag', `W/"${r.id}-${r.modified_utc.replace(/\D/g, '')}-${req.lang || ''}"`);
      sendItem(req, res, 200, d, o);
    }));
    const own = (req, r) => {
      if (!canRead(d, r, req.user)) throw hidden();
      if (req.user.role === 'editor') return;
      if (r.owner !== req.user.id) throw V.hidePublished ? notFound() : forbidden();
    };
    const upd = h((req, res, next) => {
      mayWrite(req.user);
      const body = bodyOf(req);
      const r = find(d, req);
      own(req, r);
      precondition(d, r, req);
      if (B('ve-parallel-patch-lost') && k === 'venues') {
        return setTimeout(() => { try { update(d, r, body, req, r); wrote(k, req); sendItem(req, res, 200, d, present(d, rowById(d, r.id), req)); } catch (e) { next(e); } }, 40);
      }
      if (B('ev-password-update-skips-fields') && k === 'events' && !viaSlug && body.password !== undefined) { /* the password has a form of its own */ } else update(d, r, body, req);
      wrote(k, req);
      if (V.update === 'thin') return sendJson(req, res, 200, { id: r.id, updated: Object.keys(body).filter((n) => d.fields[n]) });
      if (V.update === 'changes') return sendJson(req, res, 200, { record: shape(d, present(d, rowById(d, r.id), req), req), changed: Object.keys(body).filter((n) => d.fields[n]) });
      sendItem(req, res, 200, d, present(d, rowById(d, r.id), req));
    });
    api.post(path, upd); api.put(path, upd); api.patch(path, upd);
    api.delete(path, h((req, res) => {
      mayWrite(req.user);
      const r = find(d, req);
      own(req, r);
      const o = present(d, r, req);
      precondition(d, r, req);
      remove(d, r);
      wrote(k, req);
      if (V.del === 'success') return sendJson(req, res, 200, { success: true, data: r.id });
      if (V.del === 'accepted') return sendJson(req, res, 202, { id: r.id, state: 'deleted' });
      if (V.del === 'nothing') return res.status(200).end();
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
