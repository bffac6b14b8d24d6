import { FIELDS, STATUSES, bodySchema, castBody, castQuery, querySchema } from './fields.js';
import { abortIfChanged, pathSlug } from './http.js';
import { mayCreate, mayEdit, mayRead, needsPassword, sameSecret } from './auth.js';
import { ApiError, denied, invalid, notFound } from './errors.js';
import { SITE_ZONE, day, minutesBetween, nowUtc, parseWall, shift, utcToWall, wallToUtc } from './dates.js';
import { fold, write } from './db.js';
import { uniqueSlug } from './slugs.js';
import { LINKS, presentEvents, saveLinks } from './links.js';
import { presentOrganizer, presentVenue } from './present.js';
import { bug, variant } from './switches.js';

const KINDS = {
  events: { single: 'event', title: 'title' },
  venues: { single: 'venue', title: 'venue', link: LINKS.venue, present: presentVenue, custom: ['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website'] },
  organizers: { single: 'organizer', title: 'organizer', link: LINKS.organizer, present: presentOrganizer, custom: ['phone', 'website', 'email'] },
};

function checkAuthor(app, user, author) {
  if (user.open) return;
  if (user.role !== 'editor' && author !== user.id) throw denied(user);
  if (!app.users.some((u) => u.id === author)) throw invalid('author', 'no such user');
}

function publication(body, row) {
  const date = body.date ? parseWall(body.date) : null;
  const dateUtc = body.date_utc ? parseWall(body.date_utc, 'utc') : null;
  if (!date && !dateUtc) return row ? {} : { date: utcToWall(nowUtc(), SITE_ZONE), date_utc: nowUtc() };
  return { date: date ?? utcToWall(dateUtc, SITE_ZONE), date_utc: dateUtc ?? wallToUtc(date, SITE_ZONE) };
}

/** The columns that a body sets on an event; `row` is the event as it is, if it is there already. */
function eventColumns(body, row) {
  const out = {};
  for (const name of ['title', 'description', 'excerpt', 'image', 'website']) if (name in body) out[name] = body[name];
  if (bug('excerpt-regenerated') && row && body.description && !('excerpt' in body)) out.excerpt = body.description.slice(0, 55);
  if ('cost' in body) out.cost = body.cost === null ? null : JSON.stringify(body.cost);
  for (const name of ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']) if (name in body) out[name] = body[name] ?? false;
  const timezone = ('timezone' in body ? body.timezone : row?.timezone) ?? SITE_ZONE;
  const start = body.start_date !== undefined ? parseWall(body.start_date, timezone) : row.start_date;
  let end = body.end_date !== undefined ? parseWall(body.end_date, timezone) : row?.end_date ?? start;
  if (bug('start-patch-moves-end') && row && body.start_date !== undefined && body.end_date === undefined) end = shift(row.end_date, minutesBetween(row.start_date, start));
  if (end < start) throw invalid('end_date', 'the event would end before it starts');
  return { ...out, timezone, start_date: start, end_date: end, utc_start_date: wallToUtc(start, timezone), utc_end_date: wallToUtc(end, timezone) };
}

function placeColumns(kind, body) {
  const out = {};
  const skip = new Set(['author', 'date', 'date_utc', 'status', 'slug']);
  for (const name of Object.keys(FIELDS[kind])) if (name in body && !skip.has(name)) out[name] = body[name];
  if (kind === 'venues' && bug('province-overwrites-state') && 'province' in out && !('state' in out)) out.state = out.province;
  if (kind === 'organizers') {
    if (bug('email-plus-becomes-space') && out.email) out.email = out.email.replace(/\+/g, ' ');
    if (bug('astral-characters-lost') && out.organizer) out.organizer = out.organizer.replace(/[\u{10000}-\u{10FFFF}]/gu, '?');
    if (bug('image-url-lost') && out.image) out.image = Number(out.image) ? out.image : null;
  }
  return out;
}

/** The answer to a slug that a record has had: where it is now. */
class Moved extends ApiError {
  constructor(location) { super(308, 'moved', 'The slug was changed'); this.location = location; }
}

const deleted = new Set();

/** Slugs that records have had. */
const former = new Map();
const rememberSlug = (kind, slug, id) => former.set(`${kind} ${slug}`, id);

async function save(app, trx, kind, request, row) {
  const { user, body } = request;
  const { title, single } = KINDS[kind];
  const columns = { ...(kind === 'events' ? eventColumns(body, row) : placeColumns(kind, body)), ...publication(body, row) };
  if (body.author != null && body.author !== row?.author) {
    checkAuthor(app, user, body.author);
    columns.author = body.author;
  }
  if (body.status != null) columns.status = body.status;
  if (kind === 'events' && body.password) columns.password = body.password;
  else if (kind === 'events' && row && bug('update-unprotects')) columns.password = null;
  columns.modified_utc = nowUtc();
  if (kind === 'events' && body.slug) {
    columns.slug = await uniqueSlug(trx, { table: kind }, body.slug, single, bug('own-slug-counts-as-taken') ? null : row?.id);
    if (row && columns.slug !== row.slug) rememberSlug(kind, row.slug, row.id);
  }
  if (row) {
    const at = bug('update-hits-namesakes') && kind === 'organizers' ? { organizer: row.organizer } : { id: row.id };
    await trx(kind).where(at).update(columns);
    if (kind === 'events') await saveLinks(trx, row.id, body, { partial: true });
    return row.id;
  }
  const defaults = {
    author: user.id, status: 'publish', language: body.ml_language ?? 'en',
    slug: columns.slug ?? (await uniqueSlug(trx, { table: kind }, columns[title], single)),
    ...(kind === 'events'
      ? { description: '', excerpt: '', all_day: false, show_map: true, show_map_link: true, hide_from_listings: false, sticky: false, featured: false }
      : {}),
  };
  const [id] = await trx(kind).insert({ ...defaults, ...columns });
  if (kind === 'events') await saveLinks(trx, id, body, { partial: false });
  return id;
}

/** Which records the asker may find in a list. */
function visible(query, user, status, alias, kind) {
  const col = (c) => `${alias}.${c}`;
  const wanted = status === undefined || status === '' ? ['publish'] : status.split(',').map((s) => s.trim()).filter(Boolean);
  for (const s of wanted) if (s !== 'any' && !STATUSES.includes(s)) throw invalid('status', `unknown status ${s}`);
  if (wanted.includes('any')) query.whereNot(col('status'), 'trash');
  else query.whereIn(col('status'), wanted);
  if (user.role === 'author') {
    if (!bug('author-lists-others-drafts')) query.where((q) => q.where(col('status'), 'publish').orWhere(col('author'), user.id));
  } else if (user.role !== 'editor' && !(bug('status-filter-opens-drafts') && kind === 'venues')) query.where(col('status'), 'publish');
}

const contains = (query, columns, text) => query.where((q) => columns.forEach((c) => q.orWhereRaw('instr(fold(??), ?) > 0', [c, fold(text)])));

function dateFilters(q, f) {
  const wall = (name) => f[name] && parseWall(f[name]);
  const on = (name) => {
    const at = wall(name);
    if (!at) return;
    q.where(`e.${name}`, '>=', f.strict_dates ? at : `${day(at)} 00:00:00`).where(`e.${name}`, '<=', `${day(at)} 23:59:59`);
  };
  on('start_date');
  if (f.start_date || !bug('end-date-needs-start-date')) on('end_date');
  const before = (name, c, strict) => {
    const at = wall(name);
    if (!at) return;
    if (strict) q.where(`e.${c}`, bug('strict-starts-before-inclusive') && name === 'starts_before' ? '<=' : '<', at);
    else q.where(`e.${c}`, '<=', `${day(at)} 23:59:59`);
  };
  const after = (name, c, strict) => {
    const at = wall(name);
    if (!at) return;
    if (strict) q.where(`e.${c}`, '>', at);
    else q.where(`e.${c}`, '>=', `${day(at)} 00:00:00`);
  };
  const strictEnds = bug('strict-dates-skip-ends') ? false : f.strict_dates;
  before('starts_before', 'start_date', f.strict_dates);
  after('starts_after', 'start_date', f.strict_dates);
  before('ends_before', 'end_date', strictEnds);
  after('ends_after', 'end_date', strictEnds);
}

function eventQuery(knex, f, user) {
  const q = knex('events as e');
  visible(q, user, f.status, 'e', 'events');
  // Protected events can not be opened from a list, for no password is given there.
  const secret = (w) => { w.whereNull('e.password'); if (user.role === 'editor' && !user.open) w.orWhereRaw('1 = 1'); if (user.role === 'author') w.orWhere('e.author', user.id); };
  if (!bug('protected-event-in-list')) q.where(secret);
  if (bug('include-overrides-filters') && f.include?.length) return q.whereIn('e.id', f.include);
  if (f.ml_language) q.where('e.language', f.ml_language);
  for (const [name, link] of Object.entries(LINKS)) {
    const wanted = f[name];
    if (!wanted?.length) continue;
    if (bug('organizer-id-as-substring') && name === 'organizer') {
      q.whereIn('e.id', knex(link.table).where((w) => wanted.forEach((id) => w.orWhere(link.column, 'like', `%${id}%`))).select('event_id'));
      continue;
    }
    if (!link.taxonomy) {
      q.whereIn('e.id', knex(link.table).whereIn(link.column, wanted).select('event_id'));
      continue;
    }
    const ids = wanted.filter((x) => typeof x === 'number');
    const slugs = wanted.filter((x) => typeof x === 'string').map((s) => s.toLowerCase());
    const matches = (t) => t.where(bug('tags-filter-any-taxonomy') && name === 'tags' ? {} : { 't.taxonomy': link.taxonomy }).where((w) => w.whereIn('t.id', ids).orWhereIn('t.slug', [...slugs, ...ids.map(String)]));
    q.whereIn('e.id', matches(knex('event_terms as l').join('terms as t', 't.id', 'l.term_id')).select('l.event_id'));
  }
  if (f.featured !== undefined && !bug('featured-filtered-after-paging')) q.where('e.featured', f.featured);
  if (f.post_parent !== undefined) q.where('e.post_parent', f.post_parent);
  if (f.ticketed === true) q.whereRaw('1 = 0'); // no ticket provider is installed
  if (f.include?.length) q.whereIn('e.id', f.include);
  else dateFilters(q, f);
  if (f.search && bug('search-any-word')) q.where((w) => f.search.split(/\s+/).filter(Boolean).forEach((word) => w.orWhere((x) => contains(x, ['e.title', 'e.description'], word))));
  else if (f.search) contains(q, ['e.title', 'e.description'], f.search);
  return q;
}

function placeQuery(knex, kind, f, user) {
  const { link, title, custom } = KINDS[kind];
  const q = knex(`${kind} as e`);
  visible(q, user, f.status, 'e', kind);
  if (bug('organizers-one-per-name') && kind === 'organizers') q.whereIn('e.id', knex(kind).groupBy('organizer').min('id'));
  if (f.ml_language && !(bug('organizers-language-ignored') && kind === 'organizers')) q.where('e.language', f.ml_language);
  if (f.search) {
    const columns = [title, 'description', ...custom];
    contains(q, columns.map((c) => `e.${c}`), f.search);
  }
  const linked = () => knex(`${link.table} as l`).join('events as v', 'v.id', 'l.event_id').select(`l.${link.column}`);
  if (f.event !== undefined) {
    const events = linked().where('v.id', f.event);
    if (user.role === 'author') events.where((w) => w.where('v.status', 'publish').orWhere('v.author', user.id));
    else if (user.role !== 'editor') events.where('v.status', 'publish');
    q.where((w) => {
      w.whereIn('e.id', events);
      if (bug('event-without-venue-lists-all') && kind === 'venues') w.orWhereNotExists(events.clone());
    });
  }
  if (f.has_events !== undefined) {
    const events = linked().where('v.status', 'publish');
    if (f.has_events) q.whereIn('e.id', events);
    else q.whereNotIn('e.id', events);
  }
  if (f.only_with_upcoming) {
    q.whereIn('e.id', linked().where('v.status', 'publish').where('v.utc_end_date', '>', nowUtc()));
  }
  return q;
}

export default async function posts(app, { kind }) {
  const { single } = KINDS[kind];
  const { knex } = app;
  const one = async (db, row, request) => (kind === 'events'
    ? (await presentEvents(db, [row], request.user, request.base))[0]
    : KINDS[kind].present(row, request.base));

  app.get(`/${kind}`, {
    schema: { querystring: querySchema(kind) },
    preValidation: async (request) => { request.query = castQuery(kind, request.query); },
  }, async (request, reply) => {
    const f = request.query;
    const q = kind === 'events' ? eventQuery(knex, f, request.user) : placeQuery(knex, kind, f, request.user);
    const [{ total }] = await q.clone().count({ total: '*' });
    const size = f.per_page;
    let offset = (f.page - 1) * size;
    if (bug('venues-offset-off-by-one') && kind === 'venues' && f.page > 1) offset += 1;
    if (kind === 'events') {
      if (bug('keyset-without-tiebreak') && f.page > 1) {
        const last = await q.clone().select('e.utc_start_date').orderBy('e.utc_start_date').orderBy('e.id').limit(1).offset(offset - 1).first();
        q.where('e.utc_start_date', '>', last?.utc_start_date ?? '9999');
        offset = 0;
      }
      q.orderBy('e.utc_start_date').orderBy('e.id');
    } else q.orderByRaw('fold(??)', [`e.${KINDS[kind].title}`]).orderBy('e.id');
    q.select('e.*');
    let rows;
    if (bug('sticky-on-every-page') && kind === 'events') {
      rows = [...await q.clone().where('e.sticky', true), ...await q.where('e.sticky', false).limit(size).offset(offset)];
    } else rows = await q.limit(size).offset(offset);
    if (bug('featured-filtered-after-paging') && f.featured !== undefined) rows = rows.filter((r) => Boolean(r.featured) === f.featured);
    if (bug('list-times-in-utc') && kind === 'events') rows = rows.map((r) => ({ ...r, start_date: r.utc_start_date, end_date: r.utc_end_date }));
    const items = kind === 'events'
      ? await presentEvents(knex, rows, request.user, request.base)
      : rows.map((r) => KINDS[kind].present(r, request.base));
    return reply.sendList(kind, items, total, request);
  });

  app.post(`/${kind}`, {
    schema: { body: bodySchema(kind, { partial: false }) },
    onRequest: async (request) => { if (!mayCreate(request.user)) throw denied(request.user); },
    preValidation: async (request) => { request.body = castBody(kind, request.body); },
  }, async (request, reply) => {
    const create = async (trx) => {
      const id = await save(app, trx, kind, request, null);
      return one(trx, await trx(kind).where('id', id).first(), request);
    };
    const made = await write(knex, create);
    reply.header('location', `${request.base}/${kind}/${made.id}`);
    return reply.code(201).send(made);
  });

  const find = async (db, request) => {
    const numeric = bug('numeric-slug-read-as-id') && /^\d+$/.test(request.params.slug ?? '');
    const { id, slug } = numeric ? { id: request.params.slug } : request.params;
    const row = id !== undefined
      ? await db(kind).where('id', Number(id) <= 2 ** 31 ? Number(id) : -1).first()
      : await db(kind).where('slug', pathSlug(slug)).orderBy('id').first();
    if (!row && slug !== undefined && variant('old-slugs-redirect') && former.has(`${kind} ${pathSlug(slug)}`)) {
      const now = await db(kind).where('id', former.get(`${kind} ${pathSlug(slug)}`)).first();
      if (now && mayRead(request.user, now)) throw new Moved(`${request.base}/${kind}/by-slug/${encodeURIComponent(now.slug)}`);
    }
    if (!row) throw notFound(single);
    if (bug('deleted-open-by-slug') && deleted.has(`${kind} ${row.id}`)) {
      if (slug === undefined) throw notFound(single);
      return { ...row, status: 'publish' };
    }
    if (row.status === 'trash' && !mayEdit(request.user, row)) throw notFound(single);
    return row;
  };
  const givenPassword = (request) => {
    const given = request.body?.password ?? request.query.password;
    return typeof given === 'string' ? given : undefined;
  };
  /** A wrong password is refused to everyone, a missing one only to those who may not edit the event. */
  const checkPassword = (request, row) => {
    if (kind !== 'events' || !row.password) return;
    const given = request.params.id !== undefined ? givenPassword(request) : undefined;
    if (given ? !sameSecret(row.password, given) : needsPassword(request.user, row)) throw new ApiError(403, 'password_required', 'This event is protected: give its password');
  };

  const partial = bodySchema(kind, { partial: true });
  for (const path of [`/${kind}/:id(^\\d+$)`, `/${kind}/by-slug/:slug`]) {
    const bySlug = path.includes('by-slug');
    const strict = bug('by-slug-refuses-language') && bySlug && kind === 'organizers' ? { schema: { querystring: { type: 'object', properties: {}, additionalProperties: false } } } : {};
    app.get(path, strict, async (request) => {
      const row = await find(knex, request);
      if (!mayRead(request.user, row)) throw denied(request.user);
      checkPassword(request, row);
      return one(knex, row, request);
    });

    const unguarded = (request) => bug('put-unguarded') && request.method === 'PUT' && kind === 'venues';
    const authorize = (request, row) => {
      const unowned = bug('delete-owner-unchecked') && request.method === 'DELETE' && !bySlug && mayCreate(request.user);
      const merged = bug('ownership-checked-after-change') && request.body?.author != null ? { ...row, author: request.body.author } : row;
      if (!unguarded(request) && !unowned && !mayEdit(request.user, merged)) throw denied(request.user);
      checkPassword(request, row);
    };

    app.route({
      method: bug('post-on-slug-missing') && bySlug && kind === 'organizers' ? ['PUT', 'PATCH'] : ['POST', 'PUT', 'PATCH'], url: path,
      schema: { body: partial },
      onRequest: async (request) => { if (!unguarded(request) && !mayCreate(request.user)) throw denied(request.user); },
      preValidation: async (request) => { request.body = castBody(kind, request.body); },
      handler: async (request) => {
        const update = async (trx) => {
          const row = await find(trx, request);
          authorize(request, row);
          abortIfChanged(request, await one(trx, row, request));
          await save(app, trx, kind, request, row);
          return one(trx, await trx(kind).where('id', row.id).first(), request);
        };
        return write(knex, update);
      },
    });

    app.delete(path, async (request) => {
      const gone = await write(knex, async (trx) => {
        const row = await find(trx, request);
        authorize(request, row);
        const last = await one(trx, row, request);
        if (!bug('delete-before-precondition')) abortIfChanged(request, last);
        if (bug('deleted-open-by-slug')) {
          deleted.add(`${kind} ${row.id}`);
          await trx(kind).where('id', row.id).update({ status: 'trash' });
          return last;
        }
        if (bug('organizer-delete-unlinks-venue') && kind === 'organizers') await trx('event_venues').where('venue_id', row.id).del();
        if (bug('delete-by-slug-prefix') && bySlug) await trx(kind).where('slug', 'like', `${row.slug}%`).del();
        else await trx(kind).where('id', row.id).del();
        return last;
      });
      if (bug('delete-before-precondition')) abortIfChanged(request, gone);
      return gone;
    });
  }
}
