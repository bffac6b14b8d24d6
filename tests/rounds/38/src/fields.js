'use strict';
const { bug, variant } = require('./switches');
const { badParam } = require('./errors');
const { parseWall, isZone, SITE_TZ } = require('./times');

const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];
const LANGUAGES = ['nl', 'en', 'fr', 'de'];
const last = (v) => (Array.isArray(v) && v.length ? v[v.length - 1] : v);

const types = {
  string(name, v) {
    if (typeof v === 'number' || typeof v === 'boolean') v = String(v);
    if (typeof v !== 'string') throw badParam(name, 'must be a string.');
    if (v.includes('\0') || !v.isWellFormed()) throw badParam(name, 'contains characters that cannot be stored.');
    return v;
  },
  filled(name, v) {
    v = types.string(name, v);
    if (!v.trim()) throw badParam(name, 'must not be empty.');
    return v;
  },
  integer(name, v) {
    if (typeof v === 'string' && /^\s*-?\d{1,15}\s*$/.test(v)) v = Number(v);
    if (typeof v !== 'number' || !Number.isSafeInteger(v)) throw badParam(name, 'must be an integer.');
    return v;
  },
  natural(name, v) {
    v = types.integer(name, v);
    if (v < 1) throw badParam(name, 'must be at least 1.');
    return v;
  },
  double(name, v) {
    const n = typeof v === 'number' ? v : (typeof v === 'string' && v.trim() ? Number(v) : NaN);
    if (!Number.isFinite(n)) throw badParam(name, 'must be a number.');
    return n;
  },
  boolean(name, v) {
    if (typeof v === 'boolean') return v;
    const s = String(v).toLowerCase();
    if (['1', 'true', 'yes', 'on'].includes(s)) return true;
    if (['0', 'false', 'no', 'off', ''].includes(s)) return false;
    throw badParam(name, 'must be a boolean.');
  },
  list(name, v) {
    if (v === null) return [];
    const items = Array.isArray(v) ? v : [v];
    return items.flatMap((x) => (typeof x === 'string' ? x.split(',') : [x])).map((x) => (typeof x === 'string' ? x.trim() : x)).filter((x) => x !== '');
  },
  ids(name, v) {
    return [...new Set(types.list(name, v).map((x) => {
      const n = types.integer(name, x);
      if (n < 0) throw badParam(name, 'must hold IDs.');
      return n;
    }))];
  },
  idsOrSlugs(name, v) {
    return [...new Set(types.list(name, v).map((x) => (/^\d{1,15}$/.test(String(x)) ? Number(x) : types.string(name, x))))];
  },
  url(name, v) {
    v = types.string(name, v);
    if (v === '') return null;
    let ok = false;
    try { ok = ['http:', 'https:'].includes(new URL(v).protocol); } catch { ok = false; }
    if (!ok) throw badParam(name, 'must be a URL.');
    return v;
  },
  link(name, v) {
    v = types.string(name, v);
    if (/^\s*(javascript|data|vbscript):/i.test(v)) throw badParam(name, 'must be a URL.');
    return v;
  },
  email(name, v) {
    v = types.string(name, v);
    if (v && !/^[^@\s]+@[^@\s]+$/.test(v)) throw badParam(name, 'must be an e-mail address.');
    return v;
  },
  status(name, v) {
    v = types.string(name, v);
    if (!STATUSES.includes(v)) throw badParam(name, `must be one of ${STATUSES.join(', ')}.`);
    return v;
  },
  zone(name, v) {
    v = types.string(name, v);
    if (!isZone(v)) throw badParam(name, 'must be a time zone.');
    return v;
  },
  when(name, v, endOfDay = false, tz = SITE_TZ) {
    const wall = parseWall(types.string(name, v).trim(), tz, endOfDay);
    if (!wall) throw badParam(name, 'must be a date.');
    return wall;
  },
  rawWhen(name, v) { types.when(name, v); return v; },
  imageId(name, v) {
    v = types.string(name, v);
    if (!/^\d*$/.test(v)) throw badParam(name, 'must be the ID of an image.');
    return v;
  },
  zip(name, v) {
    v = types.string(name, v);
    return /^\d+$/.test(v) ? String(Number(v)) : v;
  },
  any(name, v) {
    if (typeof v === 'string') return types.string(name, v);
    return v;
  },
  language(name, v) {
    v = types.string(name, v);
    if (!LANGUAGES.includes(v)) throw badParam(name, `must be one of ${LANGUAGES.join(', ')}.`);
    return v;
  },
};

// wire name: [attribute, type, what null does ('keep' = as if not sent, 'refuse', or the value it sets)]
const POST_FIELDS = {
  author: ['author', 'integer', 'keep'], date: ['date', 'rawWhen', 'keep'], date_utc: ['dateUtc', 'rawWhen', 'keep'],
  status: ['status', 'status', 'keep'], image: ['image', 'string', null],
};
const EVENT_FIELDS = {
  ...POST_FIELDS,
  title: ['title', 'filled', 'refuse'], start_date: ['startDate', 'rawWhen', 'refuse'], end_date: ['endDate', 'rawWhen', 'refuse'],
  description: ['description', 'string', ''], slug: ['slug', 'string', 'keep'], excerpt: ['excerpt', 'string', ''],
  timezone: ['timezone', 'zone', 'keep'], all_day: ['allDay', 'boolean', false], cost: ['cost', 'any', null], website: ['website', 'url', null],
  show_map: ['showMap', 'boolean', true], show_map_link: [bug('show-map-link-sets-show-map') ? 'showMap' : 'showMapLink', 'boolean', true],
  hide_from_listings: ['hideFromListings', 'boolean', false], sticky: ['sticky', 'boolean', false], featured: ['featured', 'boolean', false],
  categories: ['categories', 'ids', []], tags: ['tags', 'ids', []], venue: ['venue', 'ids', []], organizer: ['organizer', 'ids', []],
};
const nullable = (type, ...names) => Object.fromEntries(names.map((n) => [n, [n, type, null]]));
const VENUE_FIELDS = {
  ...POST_FIELDS, venue: ['name', 'filled', 'refuse'],
  show_map: ['showMap', 'string', null], show_map_link: ['showMapLink', 'string', null],
  ...nullable('string', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'), ...nullable('link', 'website'),
  ...(bug('venue-zip-loses-leading-zero') && nullable('zip', 'zip')),
};
const ORGANIZER_FIELDS = {
  ...POST_FIELDS, organizer: ['name', 'filled', 'refuse'],
  ...nullable('string', 'description', 'phone'), ...nullable('link', 'website'), ...nullable('email', 'email'),
  ...(bug('organizer-image-url-refused') && { image: ['image', 'imageId', null] }),
};
const TAG_FIELDS = { name: ['name', 'filled', 'refuse'], description: ['description', 'string', ''], slug: ['slug', 'string', 'keep'] };
const CATEGORY_FIELDS = { ...TAG_FIELDS, parent: ['parent', 'integer', 0] };

/** Turns what was sent into attributes; only what was sent is in the result. */
function readFields(fields, input, required = []) {
  for (const name of required) {
    if (input[name] === undefined || input[name] === null) throw badParam(name, 'is required.');
  }
  if (variant('strict-input')) {
    const strange = Object.keys(input).find((name) => !Object.hasOwn(fields, name) && !['id', 'slug', 'password', 'ml_language'].includes(name));
    if (strange !== undefined) throw badParam(strange, 'is not known here.');
  }
  const values = {};
  for (const [name, [attribute, type, onNull]] of Object.entries(fields)) {
    const v = Object.hasOwn(input, name) ? input[name] : undefined;
    if (v === undefined) continue;
    if (v === null) {
      if (onNull === 'keep') continue;
      if (onNull === 'refuse') throw badParam(name, 'must not be null.');
      values[attribute] = onNull;
      continue;
    }
    values[attribute] = types[type](name, v);
  }
  return values;
}

/** For a PUT that replaces: what can be left out and was not sent goes back to its default. */
function withDefaults(fields, values) {
  const out = { ...values };
  for (const [attribute, , onNull] of Object.values(fields)) if (out[attribute] === undefined && onNull !== 'keep' && onNull !== 'refuse') out[attribute] = onNull;
  return out;
}

/** Reads query parameters by a table of name -> type; an empty value counts as not given. */
function readQuery(query, spec) {
  const q = {};
  if (variant('strict-input')) {
    const strange = Object.keys(query).find((name) => !Object.hasOwn(spec, name) && name !== 'ml_language');
    if (strange !== undefined) throw badParam(strange, 'is not known here.');
    if (Number(query.per_page) > 100) throw badParam('per_page', 'must be at most 100.');
  }
  for (const [name, type] of Object.entries(spec)) {
    let v = query[name];
    if (v === undefined || v === '') continue;
    if (['ids', 'idsOrSlugs'].includes(type)) {
      if (v !== null && typeof v === 'object' && !Array.isArray(v)) v = Object.values(v);
    } else {
      v = last(v);
      if (v === '' || v === undefined || v === null) continue;
      if (typeof v === 'object') throw badParam(name, 'must be a single value.');
    }
    v = types[type](name, v);
    if (Array.isArray(v) && !v.length) continue;
    q[name] = v;
  }
  return q;
}
module.exports = { STATUSES, LANGUAGES, types, readFields, withDefaults, readQuery, EVENT_FIELDS, VENUE_FIELDS, ORGANIZER_FIELDS, TAG_FIELDS, CATEGORY_FIELDS };
