// Calendar Events REST service: in-memory repositories, hand-written router, response cache.
import http from 'node:http';
import { createHash } from 'node:crypto';

const PORT = Number(process.env.PORT || 8080);
const BUG = process.env.BUG || '';
const VARIANT = process.env.VARIANT || '';
const USERS_ON = process.env.USERS === '1';

const NS = ['vendor', 'events', 'v1'];
const NS_PATH = '/' + NS.join('/');
const LANGS = ['nl', 'en', 'fr', 'de'];
const SITE_LANG = 'en';
const SITE_TZ = 'Europe/Amsterdam';
const STATUSES = ['publish', 'draft', 'pending', 'private'];
const MAX_BODY = 2 * 1024 * 1024;
const MAX_PER_PAGE = VARIANT === 'strict-limits' ? 50 : 100;

/* ------------------------------------------------------------------ errors */

class Problem extends Error {
  constructor(status, code, detail, extra = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = extra.errors;
    this.headers = extra.headers || {};
  }
}
const notFound = (what) => new Problem(404, 'not_found', `No such ${what}.`);
const badParam = (name, why) => new Problem(400, 'invalid_parameter', `Query parameter "${name}" ${why}.`, { errors: [{ field: name, message: why }] });

/* ------------------------------------------------------- dates and time zones */

const formatters = new Map();
function formatterFor(zone) {
  let f = formatters.get(zone);
  if (!f) {
    f = new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23', era: 'short',
      year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
    });
    formatters.set(zone, f);
  }
  return f;
}
function fixedOffset(zone) {
  const m = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(zone);
  if (!m || Number(m[2]) > 14) return null;
  return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3] || 0)) * 60000;
}
function validZone(zone) {
  if (fixedOffset(zone) !== null) return true;
  if (/^[+-]/.test(zone)) return false;
  try { formatterFor(zone); return true; } catch { return false; }
}
// offset in milliseconds of a zone at an instant
function offsetAt(zone, ms) {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return fixed;
  const p = {};
  for (const { type, value } of formatterFor(zone).formatToParts(new Date(ms))) p[type] = value;
  return Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second) - Math.floor(ms / 1000) * 1000;
}
const pad = (n, w = 2) => String(n).padStart(w, '0');
function fmt(ms) {
  const d = new Date(ms);
  return `${pad(d.getUTCFullYear(), 4)}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())} ${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())}`;
}
const wallMs = (wall) => Date.parse(wall.replace(' ', 'T') + 'Z');
function wallToInstant(wall, zone) {
  const L = wallMs(wall);
  if (BUG === 'event-utc-no-dst') return L - offsetAt(zone, Date.UTC(Number(wall.slice(0, 4)), 0, 1));
  const before = offsetAt(zone, L - 86400000);
  const after = offsetAt(zone, L + 86400000);
  if (before === after) return L - before;
  if (offsetAt(zone, L - before) === before) return L - before;
  if (offsetAt(zone, L - after) === after) return L - after;
  return L - before; // inside a gap: the clock was moved forward
}
const instantToWall = (ms, zone) => fmt(ms + offsetAt(zone, ms));

// '2030-05-01 10:00:00' and friends; null when it is no date
function parseDateTime(text) {
  if (typeof text !== 'string') return null;
  const m = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s?(Z|[+-]\d\d:?\d\d)?$/i.exec(text.trim());
  if (!m) return null;
  const [y, mo, d, h, mi, s] = [m[1], m[2], m[3], m[4] || 0, m[5] || 0, m[6] || 0].map(Number);
  const t = new Date(Date.UTC(2000, 0, 1));
  t.setUTCFullYear(y, mo - 1, d);
  t.setUTCHours(h, mi, s);
  if (y < 1000 || t.getUTCMonth() !== mo - 1 || t.getUTCDate() !== d || h > 23 || mi > 59 || s > 59) return null;
  let offset = null;
  if (m[7]) {
    if (m[7].toUpperCase() === 'Z') offset = 0;
    else offset = (m[7][0] === '-' ? -1 : 1) * (Number(m[7].slice(1, 3)) * 60 + Number(m[7].slice(-2))) * 60000;
  }
  return { wall: fmt(t.getTime()), offset };
}
// the wall time in a zone of what a client sent
function wallIn(parsed, zone) {
  return parsed.offset === null ? parsed.wall : instantToWall(wallMs(parsed.wall) - parsed.offset, zone);
}

/* ------------------------------------------------------------------- slugs */

function slugify(value) {
  const slug = String(value).normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').toLowerCase()
    .replace(/ß/g, 'ss').replace(/ø/g, 'o').replace(/æ/g, 'ae').replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-').replace(/^-+|-+$/g, '');
  return [...slug].slice(0, 120).join('').replace(/-+$/, '');
}

/* ------------------------------------------------------------------ schemas */

const t = (extra = {}) => ({ type: 'text', def: null, ...extra });
const SCHEMA = {
  events: {
    title: t({ required: true, tr: true }),
    start_date: { type: 'wall', required: true },
    end_date: { type: 'wall', required: true },
    author: { type: 'int', def: null },
    date: { type: 'date' },
    date_utc: { type: 'date_utc' },
    description: t({ tr: true }),
    slug: { type: 'slug' },
    excerpt: t({ tr: true }),
    status: { type: 'status', def: 'publish' },
    timezone: { type: 'zone', def: SITE_TZ },
    all_day: { type: 'bool', def: false },
    image: t(),
    cost: { type: 'any', def: null },
    website: t(),
    show_map: { type: 'bool', def: true },
    show_map_link: { type: 'bool', def: true },
    hide_from_listings: { type: 'bool', def: false },
    sticky: { type: 'bool', def: false },
    featured: { type: 'bool', def: false },
    categories: { type: 'ids', kind: 'categories' },
    tags: { type: 'ids', kind: 'tags' },
    venue: { type: 'ids', kind: 'venues' },
    organizer: { type: 'ids', kind: 'organizers' },
  },
  venues: {
    venue: t({ required: true, tr: true }),
    author: { type: 'int', def: null },
    date: { type: 'date' },
    date_utc: { type: 'date_utc' },
    description: t({ tr: true }),
    status: { type: 'status', def: 'publish' },
    show_map: t({ bools: true }),
    show_map_link: t({ bools: true }),
    address: t(), city: t(), country: t(), province: t(), state: t(), zip: t(), phone: t(),
    stateprovince: t(), website: t(), image: t(),
  },
  organizers: {
    organizer: t({ required: true, tr: true }),
    author: { type: 'int', def: null },
    date: { type: 'date' },
    date_utc: { type: 'date_utc' },
    description: t({ tr: true }),
    status: { type: 'status', def: 'publish' },
    phone: t(), website: t(), email: t(), image: t(),
  },
  categories: {
    name: t({ required: true, tr: true }),
    description: t({ tr: true }),
    slug: { type: 'slug' },
    parent: { type: 'parent', def: 0 },
  },
  tags: {
    name: t({ required: true, tr: true }),
    description: t({ tr: true }),
    slug: { type: 'slug' },
  },
};
const KINDS = Object.keys(SCHEMA);
const SINGULAR = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' };
const NAME_FIELD = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' };
const BY_SLUG = new Set(['events', 'venues', 'organizers']);
const IS_TERM = new Set(['categories', 'tags']);
const SEARCH_FIELDS = {
  events: ['title', 'description'],
  venues: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
  organizers: ['organizer', 'description', 'phone', 'website', 'email'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};
const RELATIONS = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' };

/* -------------------------------------------------------------- repositories */

let postSeq = 100;
class Repo {
  constructor(kind) {
    this.kind = kind;
    this.rows = [];
    this.byId = new Map();
    this.bySlug = new Map();
    this.seq = 0;
  }
  nextId() { return IS_TERM.has(this.kind) ? ++this.seq : ++postSeq; }
  get(id) { return this.byId.get(id); }
  findSlug(slug) { const id = this.bySlug.get(slug); return id === undefined ? undefined : this.byId.get(id); }
  uniqueSlug(wanted, id) {
    if (BUG === 'venue-same-name-same-slug' && this.kind === 'venues') return wanted;
    let slug = wanted;
    for (let n = 2; this.bySlug.has(slug) && this.bySlug.get(slug) !== id; n++) slug = `${wanted}-${n}`;
    return slug;
  }
  insert(rec) {
    this.rows.push(rec);
    this.byId.set(rec.id, rec);
    this.bySlug.set(rec.slug, rec.id);
    this.link(rec);
  }
  setSlug(rec, slug) {
    if (rec.slug === slug) return;
    if (this.bySlug.get(rec.slug) === rec.id) this.bySlug.delete(rec.slug);
    rec.slug = slug;
    this.bySlug.set(slug, rec.id);
  }
  remove(rec) {
    this.unlink(rec, true);
    this.byId.delete(rec.id);
    if (this.bySlug.get(rec.slug) === rec.id) this.bySlug.delete(rec.slug);
    if (BUG === 'organizer-deleted-still-listed' && this.kind === 'organizers') return;
    this.rows.splice(this.rows.indexOf(rec), 1);
  }
  link() {}
  unlink() {}
}
class EventRepo extends Repo {
  constructor() {
    super('events');
    this.index = { venue: new Map(), organizer: new Map(), categories: new Map(), tags: new Map() };
  }
  link(rec) {
    if (rec.status === 'trash') return;
    for (const rel of Object.keys(this.index)) {
      for (const id of rec[rel]) {
        if (!this.index[rel].has(id)) this.index[rel].set(id, new Set());
        this.index[rel].get(id).add(rec.id);
      }
    }
  }
  unlink(rec, removing) {
    for (const rel of Object.keys(this.index)) {
      if (BUG === 'tag-count-stale-after-event-delete' && removing && rel === 'tags') continue;
      for (const id of rec[rel]) this.index[rel].get(id)?.delete(rec.id);
    }
  }
  idsFor(rel, id) { return this.index[rel].get(id) || new Set(); }
}
const repos = { events: new EventRepo(), venues: new Repo('venues'), organizers: new Repo('organizers'), categories: new Repo('categories'), tags: new Repo('tags') };

/* --------------------------------------------------------------- users, access */

const USERS = [
  { id: 1, name: 'editor', password: 'editor', role: 'editor' },
  { id: 2, name: 'author', password: 'author', role: 'author' },
  { id: 3, name: 'reader', password: 'reader', role: 'reader' },
];
const challenge = () => (BUG === 'users-401-no-challenge' ? {} : { 'WWW-Authenticate': 'Basic realm="calendar", charset="UTF-8"' });
function authenticate(req) {
  if (!USERS_ON) return null;
  const header = req.headers.authorization;
  if (!header) return null;
  const m = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(header);
  const [name, ...rest] = m ? Buffer.from(m[1], 'base64').toString('utf8').split(':') : [''];
  const user = USERS.find((u) => u.name === name && u.password === rest.join(':'));
  if (!user) throw new Problem(401, 'bad_credentials', 'Unknown user or wrong password.', { headers: challenge() });
  return user;
}
function canRead(rec, user) {
  if (!USERS_ON || user || IS_TERM.has(rec.kind)) return true;
  return rec.status === 'publish';
}
function requireWriter(ctx) {
  if (!USERS_ON) return;
  if (!ctx.user) throw new Problem(401, 'authentication_required', 'Sign in to change records.', { headers: challenge() });
  if (ctx.user.role === 'reader') throw new Problem(403, 'forbidden', 'This user may only read.');
}
function requireOwner(rec, ctx) {
  requireWriter(ctx);
  if (!USERS_ON || ctx.user.role === 'editor') return;
  const owner = IS_TERM.has(rec.kind) ? rec.owner : rec.author;
  if (owner !== ctx.user.id) throw new Problem(403, 'forbidden', 'This record belongs to another user.');
}

/* ---------------------------------------------------------------- input values */

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);
function toBool(v) {
  if (typeof v === 'boolean') return v;
  const s = String(v).toLowerCase();
  if (TRUE.has(s)) return true;
  if (FALSE.has(s)) return false;
  return undefined;
}
function toInt(v) {
  if (typeof v === 'number') return Number.isSafeInteger(v) ? v : undefined;
  if (typeof v === 'string' && /^-?\d{1,15}$/.test(v.trim())) return Number(v);
  return undefined;
}

// reads the client's fields of one kind into a patch of clean values
function readFields(kind, input, rec, ctx) {
  const patch = {};
  const errors = [];
  const fail = (field, message) => errors.push({ field, message });
  const creating = !rec;
  const sent = {};
  for (const [field, def] of Object.entries(SCHEMA[kind])) {
    const has = Object.hasOwn(input, field);
    let v = has ? input[field] : undefined;
    if (!has || v === undefined) {
      if (creating && def.required) fail(field, 'is required');
      continue;
    }
    if (v === null) {
      if (def.required) { fail(field, 'must not be null'); continue; }
      if (def.type === 'date' || def.type === 'date_utc') continue;
      if (def.type === 'ids') patch[field] = [];
      else if (def.type === 'slug') patch.slug = null;
      else patch[field] = def.def;
      continue;
    }
    switch (def.type) {
      case 'text':
        if (typeof v === 'number' || (def.bools && typeof v === 'boolean')) v = String(v);
        if (typeof v !== 'string') fail(field, 'must be a string');
        else if (def.required && v.trim() === '') fail(field, 'must not be empty');
        else patch[field] = v;
        break;
      case 'any':
        patch[field] = v;
        break;
      case 'int': {
        if (v === '') { patch[field] = def.def; break; }
        const n = toInt(v);
        if (n === undefined || n < 0) fail(field, 'must be a whole number');
        else patch[field] = n;
        break;
      }
      case 'bool': {
        if (v === '') { patch[field] = def.def; break; }
        const b = typeof v === 'object' ? undefined : toBool(v);
        if (b === undefined) fail(field, 'must be true or false');
        else patch[field] = b;
        break;
      }
      case 'status':
        if (v === '') { patch[field] = def.def; break; }
        if (!STATUSES.includes(v)) fail(field, `must be one of ${STATUSES.join(', ')}`);
        else patch[field] = v;
        break;
      case 'zone':
        if (v === '') { patch[field] = def.def; break; }
        if (typeof v !== 'string' || !validZone(v)) fail(field, 'is no known time zone');
        else patch[field] = v;
        break;
      case 'slug': {
        if (v === '') { patch.slug = null; break; }
        const s = typeof v === 'string' || typeof v === 'number' ? slugify(v) : '';
        if (!s) fail(field, 'must contain letters or digits');
        else patch.slug = s;
        break;
      }
      case 'wall': case 'date': case 'date_utc': {
        if (v === '' && def.type !== 'wall') break;
        const d = parseDateTime(v);
        if (!d) fail(field, 'must be a date and time, YYYY-MM-DD HH:MM:SS');
        else sent[field] = d;
        break;
      }
      case 'parent': {
        const n = v === '' ? 0 : toInt(v);
        if (n === undefined || n < 0) { fail(field, 'must be a whole number'); break; }
        if (n !== 0) {
          if (!repos.categories.get(n)) { fail(field, 'is no existing category'); break; }
          let up = n;
          while (up && rec && up !== rec.id) up = repos.categories.get(up)?.parent;
          if (rec && up === rec.id) { fail(field, 'would put the category below itself'); break; }
        }
        if (BUG === 'category-parent-zero-ignored' && rec && !n) break;
        patch.parent = n;
        break;
      }
      case 'ids': {
        let list = v;
        if (typeof v === 'string') list = v.split(',').map((s) => s.trim()).filter((s) => s !== '');
        else if (!Array.isArray(v)) list = [v];
        const ids = [];
        for (const item of list) {
          const n = toInt(item);
          if (n === undefined) { fail(field, 'must be an array of integers'); break; }
          const target = repos[def.kind].get(n);
          if (!target || target.status === 'trash') { fail(field, `${n} is no existing ${SINGULAR[def.kind]}`); break; }
          if (!ids.includes(n)) ids.push(n);
        }
        patch[field] = ids;
        break;
      }
    }
  }
  // publication date: two columns, the missing one follows from the other
  if (sent.date) patch.date = wallIn(sent.date, SITE_TZ);
  if (sent.date_utc) patch.date_utc = wallIn(sent.date_utc, 'UTC');
  if (sent.date && !sent.date_utc) patch.date_utc = fmt(pubInstant(patch.date));
  if (sent.date_utc && !sent.date) patch.date = instantToWall(wallMs(patch.date_utc), SITE_TZ);
  // the event's own clock
  if (kind === 'events') {
    const zone = patch.timezone ?? rec?.timezone ?? SITE_TZ;
    if (sent.start_date) patch.start_date = wallIn(sent.start_date, zone);
    if (sent.end_date) patch.end_date = wallIn(sent.end_date, zone);
    const start = patch.start_date ?? rec?.start_date;
    const end = patch.end_date ?? rec?.end_date;
    if (start && end && end < start) fail('end_date', 'must not be before start_date');
  }
  if (errors.length) {
    const status = VARIANT === 'strict-limits' ? 400 : 422;
    throw new Problem(status, 'validation_failed', errors.map((e) => `${e.field} ${e.message}`).join('; ') + '.', { errors });
  }
  if (USERS_ON && ctx.user?.role === 'author' && patch.author != null && patch.author !== ctx.user.id) {
    throw new Problem(403, 'forbidden', 'Authors cannot give records to another user.');
  }
  // column conversions
  if (kind === 'venues') {
    if (BUG === 'venue-zip-as-number' && /^\d+$/.test(patch.zip ?? '')) patch.zip = String(Number(patch.zip));
    if (BUG === 'venue-image-url-lost' && patch.image != null) { const n = parseInt(patch.image, 10); patch.image = Number.isNaN(n) ? null : String(n); }
  }
  if (kind === 'organizers' && BUG === 'organizer-description-cut-at-emoji' && patch.description) {
    const at = patch.description.search(/[\u{10000}-\u{10FFFF}]/u);
    if (at >= 0) patch.description = patch.description.slice(0, at);
  }
  if (kind === 'tags') {
    if (BUG === 'tag-description-not-saved' && creating) delete patch.description;
    if (BUG === 'tag-slug-update-ignored' && !creating) delete patch.slug;
  }
  if (kind === 'categories' && BUG === 'category-ampersand-escaped-on-update' && !creating && patch.name) patch.name = patch.name.replace(/&/g, '&amp;');
  if (kind === 'events' && BUG === 'event-false-ignored-on-put' && !creating && ctx.method === 'PUT') {
    for (const [f, def] of Object.entries(SCHEMA.events)) if (def.type === 'bool' && !patch[f]) delete patch[f];
  }
  return patch;
}
const pubInstant = (wall) => {
  const L = wallMs(wall);
  const before = offsetAt(SITE_TZ, L - 86400000);
  const after = offsetAt(SITE_TZ, L + 86400000);
  if (before === after || offsetAt(SITE_TZ, L - before) === before) return L - before;
  return offsetAt(SITE_TZ, L - after) === after ? L - after : L - before;
};

/* ------------------------------------------------------------ representations */

// text of a record in the language asked for, else in its original one
function text(rec, field, lang) {
  const tr = lang && rec.tr[lang];
  return tr && field in tr ? tr[field] : rec[field];
}
const outId = (id) => (VARIANT === 'string-ids' ? String(id) : id);
function relationView(rec, rel, ctx) {
  const kind = RELATIONS[rel];
  const out = [];
  for (const id of rec[rel]) {
    const r = repos[kind].get(id);
    if (VARIANT === 'string-ids') { if (r && canRead(r, ctx.user)) out.push(String(id)); continue; }
    if (!r) { out.push({ id, slug: null, [NAME_FIELD[kind]]: null }); continue; }
    if (canRead(r, ctx.user)) out.push({ id, slug: r.slug, [NAME_FIELD[kind]]: text(r, NAME_FIELD[kind], ctx.lang) });
  }
  return out;
}
function termCount(rec, ctx) {
  let n = 0;
  for (const id of repos.events.idsFor(rec.kind, rec.id)) {
    const e = repos.events.get(id);
    if (!e || canRead(e, ctx.user)) n++;
  }
  return n;
}
function selfUrl(rec, ctx) { return `${ctx.root}${NS_PATH}/${rec.kind}/${rec.id}`; }
function view(rec, ctx, inList = false) {
  const L = ctx.lang;
  const links = { self: selfUrl(rec, ctx), collection: `${ctx.root}${NS_PATH}/${rec.kind}` };
  if (BY_SLUG.has(rec.kind)) links.by_slug = `${ctx.root}${NS_PATH}/${rec.kind}/by-slug/${encodeURIComponent(rec.slug)}`;
  const langs = { original_language: rec.lang, translations: Object.keys(rec.tr) };
  if (VARIANT === 'language-records') { delete langs.translations; langs.language = rec.lang; delete langs.original_language; }
  switch (rec.kind) {
    case 'events': {
      const utc = (s) => (BUG === 'event-utc-midnight-24' ? s.replace(' 00:', ' 24:') : s);
      return {
        id: outId(rec.id), type: 'event', slug: rec.slug, status: rec.status, author: rec.author,
        title: text(rec, 'title', L), description: text(rec, 'description', L),
        excerpt: text(rec, BUG === 'event-excerpt-shows-description' ? 'description' : 'excerpt', L),
        date: rec.date, date_utc: rec.date_utc, modified_utc: rec.modified_utc,
        start_date: rec.start_date, end_date: rec.end_date, timezone: rec.timezone,
        start_date_utc: utc(rec.start_utc), end_date_utc: utc(rec.end_utc), all_day: rec.all_day,
        image: rec.image, cost: BUG === 'event-cost-zero-null' ? rec.cost || null : rec.cost, website: rec.website,
        show_map: rec.show_map, show_map_link: rec.show_map_link,
        hide_from_listings: rec.hide_from_listings, sticky: rec.sticky, featured: rec.featured,
        categories: relationView(rec, 'categories', ctx), tags: relationView(rec, 'tags', ctx),
        venue: relationView(rec, 'venue', ctx), organizer: relationView(rec, 'organizer', ctx),
        ...langs, links,
      };
    }
    case 'venues':
      return {
        id: outId(rec.id), type: 'venue', slug: rec.slug, status: rec.status, author: rec.author,
        venue: text(rec, 'venue', L), description: text(rec, 'description', L),
        date: rec.date, date_utc: rec.date_utc, modified_utc: rec.modified_utc,
        show_map: rec.show_map, show_map_link: rec.show_map_link,
        address: rec.address, city: rec.city, country: rec.country,
        province: BUG === 'venue-province-shows-state' ? rec.state : rec.province, state: rec.state,
        stateprovince: rec.stateprovince, zip: rec.zip, phone: rec.phone, website: rec.website, image: rec.image,
        ...langs, links,
      };
    case 'organizers':
      return {
        id: outId(rec.id), type: 'organizer', slug: rec.slug, status: rec.status, author: rec.author,
        organizer: text(rec, 'organizer', L), description: text(rec, 'description', L),
        date: rec.date, date_utc: rec.date_utc, modified_utc: rec.modified_utc,
        phone: rec.phone, website: rec.website, email: rec.email, image: rec.image,
        ...langs, links,
      };
    case 'categories':
      return {
        id: outId(rec.id), type: 'category', slug: rec.slug, name: text(rec, 'name', L), description: text(rec, 'description', L),
        parent: outId(BUG === 'category-list-parent-zero' && inList ? 0 : rec.parent), count: termCount(rec, ctx), ...langs, links,
      };
    default:
      return {
        id: outId(rec.id), type: 'tag', slug: rec.slug, name: text(rec, 'name', L), description: text(rec, 'description', L),
        count: termCount(rec, ctx), ...langs, links,
      };
  }
}

/* -------------------------------------------------------------- query parameters */

class Query {
  constructor(search) {
    this.p = new URLSearchParams(search);
    this.raw = search;
  }
  str(name) { const v = this.p.get(name); return v === null || v === '' ? undefined : v; }
  int(name, { def, min = 0 } = {}) {
    const v = this.str(name);
    if (v === undefined) return def;
    const n = toInt(v);
    if (n === undefined || n < min) throw badParam(name, `must be a whole number of at least ${min}`);
    return n;
  }
  bool(name, def) {
    const v = this.str(name);
    if (v === undefined) return def;
    const b = toBool(v);
    if (b === undefined) throw badParam(name, 'must be true or false');
    return b;
  }
  list(name) {
    const out = [];
    for (const [k, v] of this.p) {
      if (k === name || (k.startsWith(name + '[') && /^\[\d*\]$/.test(k.slice(name.length)))) {
        for (const part of v.split(',')) if (part.trim() !== '') out.push(part.trim());
      }
    }
    return out.length ? out : undefined;
  }
  ints(name) {
    const list = this.list(name);
    return list && list.map((s) => {
      const n = toInt(s);
      if (n === undefined) throw badParam(name, 'must be a list of whole numbers');
      return n;
    });
  }
  date(name) {
    const v = this.str(name);
    if (v === undefined) return undefined;
    const d = parseDateTime(v);
    if (!d) throw badParam(name, 'must be a date, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS');
    return wallIn(d, SITE_TZ);
  }
}

/* --------------------------------------------------------------------- lists */

const fold = (s) => String(s).normalize('NFC').toLowerCase();
function searchFilter(kind, needle, ctx) {
  let fields = SEARCH_FIELDS[kind];
  if (BUG === 'event-search-title-only' && kind === 'events') fields = ['title'];
  if (BUG === 'venue-search-regex' && kind === 'venues') {
    let re;
    try { re = new RegExp(needle, 'iu'); } catch { return () => false; }
    return (rec) => fields.some((f) => text(rec, f, ctx.lang) != null && re.test(text(rec, f, ctx.lang)));
  }
  const n = fold(needle);
  return (rec) => fields.some((f) => { const v = text(rec, f, ctx.lang); return v != null && fold(v).includes(n); });
}
function statusFilter(q, ctx, kind) {
  const asked = q.list('status');
  if (asked) for (const s of asked) if (s !== 'any' && s !== 'trash' && !STATUSES.includes(s)) throw badParam('status', `must be any or one of ${STATUSES.join(', ')}`);
  const wanted = !asked ? ['publish'] : asked.includes('any') ? STATUSES : asked;
  return (rec) => wanted.includes(rec.status) && canRead(rec, ctx.user);
}
const DAY = (w) => w.slice(0, 10);
function dateFilters(q) {
  let strict = q.bool('strict_dates', false);
  if (BUG === 'event-strict-false-truthy' && q.str('strict_dates')) strict = true;
  const lo = (w) => (strict ? w : DAY(w) + ' 00:00:00');
  const hi = (w) => (strict ? w : DAY(w) + ' 23:59:59');
  const out = [];
  const add = (name, make) => { const w = q.date(name); if (w !== undefined) out.push(make(w)); };
  if (VARIANT === 'literal-dates') {
    add('start_date', (w) => (e) => (strict ? e.start_date === w : DAY(e.start_date) === DAY(w)));
    add('end_date', (w) => (e) => (strict ? e.end_date === w : DAY(e.end_date) === DAY(w)));
  } else {
    add('start_date', (w) => (e) => e.start_date >= lo(w));
    add('end_date', (w) => (e) => e.end_date <= (BUG === 'event-end-date-at-midnight' && !strict ? DAY(w) + ' 00:00:00' : hi(w)));
  }
  add('starts_before', (w) => (e) => (strict ? e.start_date < w : e.start_date <= hi(w)));
  add('starts_after', (w) => (e) => (strict ? e.start_date > w : e.start_date >= lo(w)));
  add('ends_before', (w) => (e) => (strict ? e.end_date < w : e.end_date <= hi(w)));
  add('ends_after', (w) => (e) => {
    const at = BUG === 'event-ends-after-compares-start' ? e.start_date : e.end_date;
    return strict ? at > w : at >= lo(w);
  });
  return out;
}
function termIds(kind, tokens) {
  return tokens.map((tok) => {
    if (/^\d+$/.test(tok) && repos[kind].get(Number(tok))) return Number(tok);
    return repos[kind].bySlug.get(tok) ?? repos[kind].bySlug.get(tok.toLowerCase()) ?? -1;
  });
}
function eventsOf(rel, ids) {
  const set = new Set();
  for (const id of ids) for (const e of repos.events.idsFor(rel, id)) set.add(e);
  return set;
}
function filterEvents(q, ctx) {
  const filters = [statusFilter(q, ctx, 'events')];
  const dates = dateFilters(q);
  let include = q.ints('include');
  if (include && BUG === 'event-include-first-only') include = [parseInt(q.str('include') ?? include[0], 10)];
  if (include) filters.push((e) => include.includes(e.id));
  if (!include || BUG === 'event-include-keeps-date-filters') filters.push(...dates);
  const relFilters = {};
  for (const rel of ['categories', 'tags']) {
    const tokens = q.list(rel);
    if (tokens) { const set = eventsOf(rel, termIds(rel, tokens)); relFilters[rel] = (e) => set.has(e.id); }
  }
  for (const rel of ['venue', 'organizer']) {
    const ids = q.ints(rel);
    if (ids) { const set = eventsOf(rel, ids); relFilters[rel] = (e) => set.has(e.id); }
  }
  if (BUG === 'event-venue-organizer-or' && relFilters.venue && relFilters.organizer) {
    const { venue, organizer } = relFilters;
    relFilters.venue = relFilters.organizer = (e) => venue(e) || organizer(e);
  }
  filters.push(...Object.values(relFilters));
  const featured = q.bool('featured');
  if (BUG === 'event-featured-false-ignored' ? featured : featured !== undefined) filters.push((e) => e.featured === featured);
  const search = q.str('search');
  if (search !== undefined) filters.push(searchFilter('events', search, ctx));
  const parent = q.int('post_parent');
  if (parent) filters.push(() => false); // events of this service have no parent post
  const ticketed = q.bool('ticketed');
  if (ticketed) filters.push(() => false); // no tickets are sold here
  q.bool('geoloc'); // premium extension is not installed: accepted, without effect
  return { filters, sort: (a, b) => (a.start_utc < b.start_utc ? -1 : a.start_utc > b.start_utc ? 1 : a.id - b.id) };
}
function filterPlaces(kind, q, ctx) {
  const rel = SINGULAR[kind];
  const filters = [statusFilter(q, ctx, kind)];
  const search = q.str('search');
  if (search !== undefined) {
    const f = searchFilter(kind, search, ctx);
    f.isSearch = true;
    filters.push(f);
  }
  const event = q.int('event');
  if (event !== undefined) {
    const e = repos.events.get(event);
    let ids = e && e.status !== 'trash' && canRead(e, ctx.user) ? e[rel] : [];
    if (BUG === 'organizer-event-filter-first-only' && kind === 'organizers') ids = ids.slice(0, 1);
    filters.push((r) => ids.includes(r.id));
  }
  const linked = (r) => [...repos.events.idsFor(rel, r.id)].map((id) => repos.events.get(id)).filter((e) => e && canRead(e, ctx.user));
  const has = q.bool('has_events');
  let expand;
  if (has !== undefined) {
    filters.push((r) => linked(r).length > 0 === has);
    if (has && BUG === 'venue-has-events-duplicates' && kind === 'venues') expand = (rows) => rows.flatMap((r) => linked(r).map(() => r));
  }
  let upcoming = q.bool('only_with_upcoming', false);
  if (BUG === 'organizer-upcoming-false-truthy' && kind === 'organizers' && q.str('only_with_upcoming')) upcoming = true;
  if (upcoming) { const now = fmt(Date.now()); filters.push((r) => linked(r).some((e) => e.start_utc >= now)); }
  return { filters, expand, sort: (a, b) => a.id - b.id, volatile: upcoming };
}
const ORDERBY = {
  id: (r) => r.id, name: (r, ctx) => fold(text(r, 'name', ctx.lang)), slug: (r) => r.slug,
  count: (r, ctx) => termCount(r, ctx), description: (r, ctx) => fold(text(r, 'description', ctx.lang) ?? ''), parent: (r) => r.parent ?? 0,
  term_id: (r) => r.id,
};
function filterTerms(kind, q, ctx) {
  const filters = [];
  const search = q.str('search');
  if (search !== undefined) filters.push(searchFilter(kind, search, ctx));
  const exclude = q.ints('exclude');
  if (exclude) filters.push((r) => !exclude.includes(r.id));
  const include = q.ints('include');
  if (include && !(BUG === 'tag-include-ignored' && kind === 'tags')) filters.push((r) => include.includes(r.id));
  const hideEmpty = q.bool('hide_empty', !(BUG === 'tag-hide-empty-off' && kind === 'tags'));
  if (hideEmpty) filters.push((r) => termCount(r, ctx) > 0);
  if (kind === 'categories') {
    const parent = q.int('parent');
    if (parent !== undefined) filters.push((r) => r.parent === parent);
  }
  for (const name of ['post', 'event']) {
    if (name === 'event' && BUG === 'tag-event-alias-ignored' && kind === 'tags') continue;
    const id = q.int(name);
    if (id === undefined) continue;
    const e = repos.events.get(id);
    const ids = e && e.status !== 'trash' && canRead(e, ctx.user) ? e[kind] : [];
    filters.push((r) => ids.includes(r.id));
  }
  const slug = q.str('slug');
  if (slug !== undefined) {
    if (BUG === 'category-slug-prefix' && kind === 'categories') filters.push((r) => r.slug.startsWith(slug));
    else filters.push((r) => r.slug === slug);
  }
  const order = (q.str('order') ?? 'asc').toLowerCase();
  if (!['asc', 'desc', 'ascending', 'descending'].includes(order)) throw badParam('order', 'must be asc or desc');
  const by = q.str('orderby') ?? 'name';
  if (!Object.hasOwn(ORDERBY, by)) throw badParam('orderby', `must be one of ${Object.keys(ORDERBY).join(', ')}`);
  const key = ORDERBY[by];
  const sign = order.startsWith('desc') ? -1 : 1;
  return { filters, sort: (a, b) => { const x = key(a, ctx), y = key(b, ctx); return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id); } };
}

const LIST_DEFAULTS = Object.fromEntries(KINDS.map((k) => [k, { page: 1, per_page: BUG === 'organizer-default-page-12' && k === 'organizers' ? 12 : 10 }]));
function listPage(kind, q, ctx) {
  const defaults = LIST_DEFAULTS[kind];
  const page = q.int('page', { def: defaults.page, min: 1 });
  let perPage = q.int('per_page', { def: defaults.per_page, min: 1 });
  if (perPage > MAX_PER_PAGE) {
    if (VARIANT === 'strict-limits') throw badParam('per_page', `must not exceed ${MAX_PER_PAGE}`);
    perPage = MAX_PER_PAGE;
  }
  if (BUG === 'category-per-page-leaks' && kind === 'categories') defaults.per_page = perPage;
  const plan = kind === 'events' ? filterEvents(q, ctx) : IS_TERM.has(kind) ? filterTerms(kind, q, ctx) : filterPlaces(kind, q, ctx);
  if (VARIANT === 'language-records' && ctx.lang) plan.filters.push((r) => r.lang === ctx.lang);
  const select = (filters) => repos[kind].rows.filter((r) => filters.every((f) => f(r))).sort(plan.sort);
  let rows = select(plan.filters);
  if (plan.expand) rows = plan.expand(rows);
  let total = rows.length;
  let totalPages = Math.ceil(total / perPage);
  if (BUG === 'category-total-pages-floor' && kind === 'categories') totalPages = Math.floor(total / perPage);
  if (BUG === 'venue-page-2-ignores-search' && kind === 'venues' && page > 1) rows = select(plan.filters.filter((f) => !f.isSearch));
  let offset = (page - 1) * perPage;
  if (BUG === 'event-page-offset-skips' && kind === 'events' && page > 1) offset += 1;
  const items = rows.slice(offset, offset + perPage);
  if (BUG === 'venue-total-is-page-count' && kind === 'venues') total = items.length;
  if (VARIANT === 'strict-limits' && page > 1 && page > totalPages) throw new Problem(404, 'page_out_of_range', `There are only ${totalPages} pages.`);
  const pageUrl = (n) => {
    let p = new URLSearchParams(q.raw);
    if (BUG === 'event-next-link-drops-filters' && kind === 'events') p = new URLSearchParams(q.str('per_page') ? { per_page: q.str('per_page') } : {});
    p.set('page', n);
    return `${ctx.root}${NS_PATH}/${kind}?${p}`;
  };
  const next = page < totalPages ? pageUrl(page + 1) : null;
  const prev = page > 1 && page - 1 <= totalPages ? pageUrl(page - 1) : null;
  return { items: items.map((r) => view(r, ctx, true)), page, perPage, total, totalPages, next, prev, volatile: plan.volatile };
}
function listResponse(kind, q, ctx) {
  const l = listPage(kind, q, ctx);
  if (VARIANT === 'bare-array') {
    const headers = { 'X-Total-Count': String(l.total), 'X-Total-Pages': String(l.totalPages) };
    const link = [l.next && `<${l.next}>; rel="next"`, l.prev && `<${l.prev}>; rel="prev"`].filter(Boolean).join(', ');
    if (link) headers.Link = link;
    return { status: 200, body: l.items, headers, volatile: l.volatile };
  }
  if (VARIANT === 'envelope-named') {
    return { status: 200, body: { [kind]: l.items, total: l.total, total_pages: l.totalPages, next_url: l.next, previous_url: l.prev }, volatile: l.volatile };
  }
  return {
    status: 200, volatile: l.volatile,
    body: {
      data: l.items,
      meta: { page: l.page, per_page: l.perPage, total: l.total, total_pages: l.totalPages },
      links: { self: `${ctx.root}${NS_PATH}/${kind}${q.raw}`, next: l.next, prev: l.prev },
    },
  };
}

/* ----------------------------------------------------------------------- cache */

const cache = Object.fromEntries(KINDS.map((k) => [k, new Map()]));
// a write to a kind makes stale: itself and whatever shows or counts it
const DEPENDENTS = { events: KINDS, venues: ['venues', 'events'], organizers: ['organizers', 'events'], categories: ['categories', 'events'], tags: ['tags', 'events'] };
function invalidate(kind, action) {
  for (const dep of DEPENDENTS[kind]) {
    if (BUG === 'event-embedded-venue-stale' && kind === 'venues' && dep === 'events') continue;
    if (BUG === 'event-list-stale-after-update' && kind === 'events' && dep === 'events' && action === 'update') {
      for (const key of cache.events.keys()) if (!key.includes('|list|')) cache.events.delete(key);
      continue;
    }
    cache[dep].clear();
  }
}
function cacheKey(kind, route, ctx) {
  let { root, lang } = ctx;
  let query = ctx.query.raw;
  if (BUG === 'event-cache-ignores-language' && kind === 'events') {
    lang = '';
    root = ctx.host;
    const p = new URLSearchParams(query);
    p.delete('ml_language');
    query = p.toString();
  }
  const who = BUG === 'users-cache-shared' ? '' : ctx.user?.id ?? '';
  return [who, root, lang ?? '', route.address ? 'item' : 'list', route.address ?? '', route.key ?? '', query].join('|');
}

/* ---------------------------------------------------------------------- writes */

const TEXT_FIELDS = Object.fromEntries(KINDS.map((k) => [k, Object.keys(SCHEMA[k]).filter((f) => SCHEMA[k][f].tr)]));
const SHARED_EMPTY = [];
function computeUtc(rec) {
  rec.start_utc = fmt(wallToInstant(rec.start_date, rec.timezone));
  rec.end_utc = fmt(wallToInstant(rec.end_date, rec.timezone));
}
function createRecord(kind, input, ctx) {
  requireWriter(ctx);
  const patch = readFields(kind, input, null, ctx);
  const repo = repos[kind];
  const now = Date.now();
  const rec = { id: repo.nextId(), kind, lang: ctx.lang ?? SITE_LANG, tr: {}, modified_utc: fmt(now) };
  for (const [f, def] of Object.entries(SCHEMA[kind])) {
    if (f === 'slug') continue;
    if (f in patch) rec[f] = patch[f];
    else if (def.type === 'ids') rec[f] = BUG === 'event-shared-default-tags' && f === 'tags' ? SHARED_EMPTY : [];
    else if (def.type === 'date') rec[f] = instantToWall(now, SITE_TZ);
    else if (def.type === 'date_utc') rec[f] = fmt(now);
    else rec[f] = def.def;
  }
  if (!IS_TERM.has(kind) && rec.author === null && ctx.user) rec.author = ctx.user.id;
  if (IS_TERM.has(kind)) rec.owner = ctx.user?.id ?? null;
  rec.slug = repo.uniqueSlug(patch.slug || slugify(rec[NAME_FIELD[kind]]) || `${SINGULAR[kind]}-${rec.id}`, rec.id);
  if (kind === 'events') computeUtc(rec);
  repo.insert(rec);
  invalidate(kind, 'create');
  return rec;
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
async function updateRecord(rec, input, ctx, route) {
  requireOwner(rec, ctx);
  const kind = rec.kind;
  const repo = repos[kind];
  const patch = readFields(kind, input, rec, ctx);
  const { slug, ...fields } = patch;
  if (BUG === 'concurrent-lost-update' && kind === 'events') {
    const row = {};
    for (const f of Object.keys(SCHEMA.events)) if (f !== 'slug') row[f] = rec[f];
    await sleep(5); // the row was read above; the whole row is written below
    for (const f of Object.keys(row)) if (!(f in fields)) fields[f] = row[f];
    if (!repo.get(rec.id)) throw notFound('event');
  }
  repo.unlink(rec);
  const translating = ctx.lang && ctx.lang !== rec.lang && VARIANT !== 'language-records';
  for (const [f, v] of Object.entries(fields)) {
    if (translating && TEXT_FIELDS[kind].includes(f)) {
      if (BUG === 'concurrent-lost-update' && !(f in input)) continue;
      (rec.tr[ctx.lang] ??= {})[f] = v;
    } else if (BUG === 'event-shared-default-tags' && f === 'tags') rec.tags.splice(0, Infinity, ...v);
    else rec[f] = v;
  }
  if (slug !== undefined) {
    const wanted = slug || slugify(rec[NAME_FIELD[kind]]) || `${SINGULAR[kind]}-${rec.id}`;
    const unique = repo.uniqueSlug(wanted, rec.id);
    if (BUG === 'event-slug-index-stale-by-slug' && route.address === 'slug') rec.slug = unique;
    else repo.setSlug(rec, unique);
  }
  if (kind === 'events' && ('start_date' in fields || 'end_date' in fields || ('timezone' in fields && BUG !== 'event-timezone-change-keeps-utc'))) computeUtc(rec);
  rec.modified_utc = fmt(Date.now());
  repo.link(rec);
  invalidate(kind, 'update');
}
function dropReferences(rec) {
  const rel = Object.keys(RELATIONS).find((r) => RELATIONS[r] === rec.kind);
  if (!rel) return;
  if (BUG === 'venue-delete-leaves-reference' && rec.kind === 'venues') return;
  for (const id of [...repos.events.idsFor(rel, rec.id)]) {
    const e = repos.events.get(id);
    if (!e) continue;
    repos.events.unlink(e);
    e[rel] = e[rel].filter((x) => x !== rec.id);
    repos.events.link(e);
  }
  for (const e of repos.events.rows) if (e[rel].includes(rec.id)) e[rel] = e[rel].filter((x) => x !== rec.id);
}
function deleteRecord(rec, ctx) {
  if (BUG === 'users-author-deletes-others') requireWriter(ctx);
  else requireOwner(rec, ctx);
  const repo = repos[rec.kind];
  if (VARIANT === 'soft-delete' && !IS_TERM.has(rec.kind) && rec.status !== 'trash') {
    dropReferences(rec);
    repo.unlink(rec);
    rec.status = 'trash';
    repo.setSlug(rec, repo.uniqueSlug(rec.slug + '__trashed', rec.id));
    rec.modified_utc = fmt(Date.now());
    invalidate(rec.kind, 'delete');
    return { status: 200, body: view(rec, ctx) };
  }
  const last = view(rec, ctx);
  dropReferences(rec);
  if (rec.kind === 'categories') for (const c of repo.rows) if (c.parent === rec.id) c.parent = rec.parent;
  repo.remove(rec);
  invalidate(rec.kind, 'delete');
  if (VARIANT === 'terse-writes') return { status: 200, body: { deleted: true, id: rec.id } };
  if (VARIANT === 'soft-delete') return { status: 200, body: { deleted: true, previous: last } };
  return { status: 204 };
}

/* ------------------------------------------------------------------------ routes */

const METHODS = {
  index: ['GET'], doc: ['GET'], root: ['GET'],
  collection: ['GET', 'POST'],
  item: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
};
function allowOf(route) {
  let m = METHODS[route.name];
  if (BUG === 'organizer-put-by-id-405' && route.kind === 'organizers' && route.address === 'id') m = m.filter((x) => x !== 'PUT');
  return [...m, 'HEAD', 'OPTIONS'];
}
function matchRoute(path) {
  const parts = path.split('/').slice(1);
  if (parts.length && parts.at(-1) === '') parts.pop();
  let prefix = '';
  if (LANGS.includes(parts[0]) && !(BUG === 'language-prefix-fr-404' && parts[0] === 'fr')) prefix = parts.shift();
  if (parts.length === 0) return { name: 'root', prefix };
  for (const seg of NS) if (parts.shift() !== seg) return null;
  if (parts.length === 0) return { name: 'index', prefix };
  const kind = parts.shift();
  if (kind === 'doc' && parts.length === 0) return { name: 'doc', prefix };
  if (!KINDS.includes(kind)) return null;
  if (parts.length === 0) return { name: 'collection', kind, prefix };
  if (parts.length === 1 && /^\d{1,15}$/.test(parts[0])) return { name: 'item', kind, address: 'id', key: parts[0], prefix };
  if (parts.length === 2 && parts[0] === 'by-slug' && BY_SLUG.has(kind)) {
    let key = parts[1];
    if (!(BUG === 'organizer-slug-not-decoded' && kind === 'organizers')) {
      try { key = decodeURIComponent(key); } catch { throw new Problem(400, 'bad_path', 'The path is not valid percent-encoding.'); }
    }
    return { name: 'item', kind, address: 'slug', key, prefix };
  }
  return null;
}
function findRecord(route, ctx) {
  const repo = repos[route.kind];
  let rec;
  if (route.address === 'id') rec = repo.get(Number(route.key));
  else if (BUG === 'event-slug-digits-as-id' && route.kind === 'events' && /^\d+$/.test(route.key)) rec = repo.get(Number(route.key));
  else rec = repo.findSlug(route.key) ?? repo.findSlug(route.key.normalize('NFC').toLowerCase());
  if (!rec) throw notFound(SINGULAR[route.kind]);
  if (BUG === 'users-draft-readable-by-slug' && route.address === 'slug' && ctx.method === 'GET') return rec;
  if (!canRead(rec, ctx.user)) throw notFound(SINGULAR[route.kind]);
  return rec;
}

function indexDocument(ctx) {
  const base = `${ctx.root}${NS_PATH}`;
  const up = BUG === 'index-up-points-to-self' ? base : `${ctx.root}/`;
  const routes = {};
  for (const [path, methods] of operations()) routes[NS_PATH + path] = { methods: methods.map((m) => m.toUpperCase()) };
  return { service: 'Calendar events', namespace: NS.join('/'), version: 'v1', languages: LANGS, time_zone: SITE_TZ, routes, links: { self: base, up, doc: `${base}/doc` } };
}
function operations() {
  const out = [['', ['get']], ['/doc', ['get']]];
  for (const k of KINDS) {
    out.push([`/${k}`, ['get', 'post']], [`/${k}/{id}`, ['get', 'post', 'put', 'patch', 'delete']]);
    if (BY_SLUG.has(k)) out.push([`/${k}/by-slug/{slug}`, ['get', 'post', 'put', 'patch', 'delete']]);
  }
  return out;
}
const P = (name, schema, description) => ({ name, in: 'query', required: false, schema, description });
const INT = { type: 'integer' }, STR = { type: 'string' }, BOOL = { type: 'boolean' }, INTS = { type: 'array', items: { type: 'integer' } };
const DT = { type: 'string', description: 'YYYY-MM-DD HH:MM:SS' };
function listParameters(kind) {
  const common = [P('page', { ...INT, default: 1 }), P('per_page', { ...INT, default: 10 }), P('search', STR)];
  if (kind === 'events') {
    return [...common, ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].map((n) => P(n, DT)),
      P('strict_dates', { default: false }), P('categories', INTS), P('tags', INTS), P('venue', INTS), P('organizer', INTS), P('featured', BOOL),
      P('status', STR), P('geoloc', BOOL), P('geoloc_lat', { type: 'number' }), P('geoloc_lng', { type: 'number' }), P('include', INTS), P('post_parent', INT), P('ticketed', BOOL)];
  }
  if (IS_TERM.has(kind)) {
    const list = [...common, P('exclude', INTS), P('include', INTS), P('order', { ...STR, enum: ['asc', 'desc'] }), P('orderby', { ...STR, enum: Object.keys(ORDERBY) }),
      P('hide_empty', { ...BOOL, default: true }), P('post', INT), P('event', INT), P('slug', STR)];
    if (kind === 'categories') list.push(P('parent', INT));
    return list;
  }
  return [...common, P('event', INT), P('has_events', BOOL), P('only_with_upcoming', { default: false }), P('status', STR)];
}
function fieldSchema(def) {
  switch (def.type) {
    case 'int': case 'parent': return INT;
    case 'bool': return BOOL;
    case 'any': return {};
    case 'ids': return INTS;
    case 'status': return { ...STR, enum: STATUSES };
    default: return STR;
  }
}
let docCache = null;
function openApi(ctx) {
  if (!docCache) {
    const ml = P('ml_language', { ...STR, enum: LANGS });
    const problem = { description: 'Problem', content: { 'application/problem+json': { schema: { type: 'object' } } } };
    const paths = {};
    for (const [path, methods] of operations()) {
      const kind = path.split('/')[1];
      const entry = (paths[NS_PATH + path] = {});
      const address = path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: INT }] : path.includes('{slug}') ? [{ name: 'slug', in: 'path', required: true, schema: STR }] : [];
      for (const m of methods) {
        const collection = KINDS.includes(kind) && !address.length;
        const op = (entry[m] = {
          operationId: `${m}_${path.replace(/[^a-z]+/g, '_').replace(/^_|_$/g, '') || 'index'}`,
          parameters: [...address, ...(collection && m === 'get' ? listParameters(kind) : []), ml],
          responses: { default: problem },
        });
        if (path === '') op.parameters.push(P('namespace', { ...STR, default: NS.join('/') }), P('context', { ...STR, default: 'view' }));
        if (kind === 'events' && path.includes('{id}')) op.parameters.push(P('password', STR));
        const ok = collection && m === 'post' ? '201' : m === 'delete' ? '204' : '200';
        op.responses[ok] = { description: 'Success', ...(ok === '204' ? {} : { content: { 'application/json': { schema: { type: 'object' } } } }) };
        if (['post', 'put', 'patch'].includes(m)) {
          const s = SCHEMA[kind];
          const schema = { type: 'object', properties: Object.fromEntries(Object.entries(s).map(([f, d]) => [f, fieldSchema(d)])) };
          if (collection) schema.required = Object.keys(s).filter((f) => s[f].required);
          op.requestBody = { required: collection, content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
        }
      }
    }
    docCache = { openapi: '3.0.3', info: { title: 'Calendar events', version: 'v1' }, paths };
  }
  return { ...docCache, servers: [{ url: ctx.root }] };
}

/* -------------------------------------------------------------------- request body */

function readBody(req) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    req.on('data', (c) => { size += c.length; if (size <= MAX_BODY) chunks.push(c); });
    req.on('end', () => (size > MAX_BODY ? reject(new Problem(413, 'body_too_large', 'The request body is too large.')) : resolve(Buffer.concat(chunks))));
    req.on('error', reject);
    req.on('aborted', () => reject(new Problem(400, 'aborted', 'The request was cut off.')));
  });
}
function formFields(params) {
  const out = Object.create(null);
  for (const [k, v] of params) {
    const m = /^([^[\]]+)\[(\d*)\]$/.exec(k);
    if (m) { if (!Array.isArray(out[m[1]])) out[m[1]] = out[m[1]] === undefined ? [] : [out[m[1]]]; out[m[1]].push(v); }
    else out[k] = v;
  }
  return out;
}
async function readInput(req, query) {
  const raw = await readBody(req);
  const fromQuery = formFields(query.p);
  delete fromQuery.ml_language;
  let body = {};
  const type = (req.headers['content-type'] || '').split(';')[0].trim().toLowerCase();
  if (raw.length) {
    let textBody;
    try { textBody = new TextDecoder('utf-8', { fatal: true }).decode(raw); } catch { throw new Problem(400, 'bad_encoding', 'The body is not valid UTF-8.'); }
    if (type === 'application/x-www-form-urlencoded') body = formFields(new URLSearchParams(textBody));
    else if (type === '' || type === 'application/json' || type.endsWith('+json') || type === 'text/plain') {
      if (textBody.trim() !== '') {
        try { body = JSON.parse(textBody); } catch { throw new Problem(400, 'bad_json', 'The body is not valid JSON.'); }
      }
    } else throw new Problem(415, 'unsupported_media_type', 'Send application/json or application/x-www-form-urlencoded.');
    if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new Problem(400, 'bad_json', 'The body must be a JSON object.');
  }
  return { ...fromQuery, ...body };
}

/* ---------------------------------------------------------------------- handling */

const etagOf = (payload) => `"${createHash('sha1').update(payload).digest('base64url').slice(0, 22)}"`;
const matches = (header, etag) => header.trim() === '*' || header.split(',').some((x) => x.trim().replace(/^W\//, '') === etag);

function renderRead(route, ctx) {
  if (route.name === 'root') return { status: 200, body: { service: 'Calendar events', namespaces: [NS.join('/')], links: { self: `${ctx.root}/`, events: `${ctx.root}${NS_PATH}` } } };
  if (route.name === 'index') return { status: 200, body: indexDocument(ctx) };
  if (route.name === 'doc') return { status: 200, body: openApi(ctx) };
  if (route.name === 'collection') return listResponse(route.kind, ctx.query, ctx);
  return { status: 200, body: view(findRecord(route, ctx), ctx) };
}
function serialise(result) {
  if (result.payload === undefined && result.body !== undefined) result.payload = JSON.stringify(result.body);
  return result;
}
function readWithCache(route, ctx) {
  const store = route.kind && cache[route.kind];
  const key = store && cacheKey(route.kind, route, ctx);
  const hit = store && store.get(key);
  if (hit) return hit;
  const result = serialise(renderRead(route, ctx));
  result.etag = etagOf(result.payload);
  if (store && !result.volatile) {
    if (store.size >= 1000) store.clear();
    store.set(key, { status: result.status, headers: result.headers, payload: result.payload, etag: result.etag });
  }
  return result;
}
function language(route, query, input) {
  const given = query.str('ml_language') ?? (typeof input?.ml_language === 'string' && input.ml_language !== '' ? input.ml_language : undefined);
  if (given !== undefined && !LANGS.includes(given)) throw badParam('ml_language', `must be one of ${LANGS.join(', ')}`);
  const lang = given ?? (route.prefix || null);
  return lang;
}

async function handle(req) {
  const at = req.url.indexOf('?');
  const path = at < 0 ? req.url : req.url.slice(0, at);
  const query = new Query(at < 0 ? '' : req.url.slice(at));
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const route = matchRoute(path.startsWith('/') ? path : '/' + path.replace(/^https?:\/\/[^/]*\/?/, ''));
  if (!route) throw notFound('route');
  const allow = allowOf(route);
  if (req.method === 'OPTIONS') return { status: 204, headers: { Allow: allow.join(', ') } };
  if (!allow.includes(req.method)) throw new Problem(405, 'method_not_allowed', `${req.method} is not possible here.`, { headers: BUG === 'http-405-no-allow' ? {} : { Allow: allow.join(', ') } });
  const host = 'http://' + (req.headers.host || `127.0.0.1:${PORT}`);
  const ctx = { method, query, host, root: host + (route.prefix ? '/' + route.prefix : ''), user: authenticate(req), lang: null };

  if (method === 'GET') {
    ctx.lang = language(route, query);
    const result = readWithCache(route, ctx);
    const inm = req.headers['if-none-match'];
    if (inm && matches(inm, result.etag)) return { status: 304, etag: result.etag };
    return result;
  }

  const input = method === 'DELETE' ? {} : await readInput(req, query);
  ctx.lang = language(route, query, input);
  if (route.name === 'collection') {
    const rec = createRecord(route.kind, input, ctx);
    const location = BUG === 'organizer-location-wrong' && route.kind === 'organizers' ? selfUrl({ ...rec, kind: 'venues' }, ctx) : selfUrl(rec, ctx);
    const body = VARIANT === 'terse-writes' ? { id: rec.id, slug: rec.slug, href: location } : view(rec, ctx);
    return { status: 201, body, headers: { Location: location } };
  }
  const rec = findRecord(route, ctx);
  if (req.headers['if-match'] && !matches(req.headers['if-match'], etagOf(JSON.stringify(view(rec, ctx))))) {
    requireOwner(rec, ctx);
    throw new Problem(412, 'precondition_failed', 'The record has changed meanwhile.');
  }
  if (method === 'DELETE') return deleteRecord(rec, ctx);
  await updateRecord(rec, input, ctx, route);
  if (VARIANT === 'terse-writes') return { status: 204 };
  return { status: 200, body: view(rec, ctx) };
}

function problemResult(err) {
  if (!(err instanceof Problem)) {
    console.error(err);
    err = new Problem(500, 'internal_error', 'Something went wrong.');
  }
  const body = VARIANT === 'strict-limits'
    ? { error: { code: err.code, message: err.message, status: err.status, details: err.errors } }
    : { type: `urn:calendar:${err.code}`, title: http.STATUS_CODES[err.status], status: err.status, code: err.code, detail: err.message, errors: err.errors };
  return { status: err.status, body, headers: { 'Content-Type': VARIANT === 'strict-limits' ? 'application/json' : 'application/problem+json', ...err.headers } };
}

const server = http.createServer(async (req, res) => {
  let result;
  try { result = await handle(req); } catch (err) { result = problemResult(err); }
  serialise(result);
  const headers = { ...(USERS_ON ? { Vary: 'Authorization' } : {}), ...result.headers };
  if (result.etag) headers.ETag = result.etag;
  if (result.payload !== undefined) {
    headers['Content-Type'] ??= 'application/json; charset=utf-8';
    headers['Content-Length'] = BUG === 'http-head-length-chars' && req.method === 'HEAD' ? result.payload.length : Buffer.byteLength(result.payload);
  } else if (result.status !== 204 && result.status !== 304) headers['Content-Length'] = 0;
  res.writeHead(result.status, headers);
  res.end(req.method === 'HEAD' ? undefined : result.payload);
});
server.keepAliveTimeout = 60000;
server.on('clientError', (err, socket) => { if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'); });
server.listen(PORT, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
for (const sig of ['SIGTERM', 'SIGINT']) process.on(sig, () => process.exit(0));
