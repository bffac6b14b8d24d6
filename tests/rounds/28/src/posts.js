import { FIELDS, STATUSES, bodySchema, castBody, castQuery, querySchema } from './fields.js';
import { abortIfChanged, pathSlug } from './http.js';
import { mayCreate, mayEdit, mayRead, needsPassword, sameSecret } from './auth.js';
import { ApiError, denied, invalid, notFound } from './errors.js';
import { SITE_ZONE, day, nowUtc, parseWall, shift, utcToWall, wallToUtc, winterOffset } from './dates.js';
import { fold, write } from './db.js';
import { uniqueSlug } from './slugs.js';
import { LINKS, presentEvents, saveLinks } from './links.js';
import { presentOrganizer, presentVenue } from './present.js';
import { bug, pause, variant } from './switches.js';

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
  const input = bug('patch-resets-defaults') && row ? { all_day: false, website: null, ...body } : body;
  for (const name of ['title', 'description', 'excerpt', 'image', 'website']) if (name in input) out[name] = input[name];
  if ('cost' in body) out.cost = body.cost === null || (bug('cost-zero-lost') && !body.cost) ? null : JSON.stringify(body.cost);
  for (const name of ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']) {
    if (!(name in input)) continue;
    const value = input[name] ?? false;
    out[name] = bug('false-does-not-unset') && row ? value || Boolean(row[name]) : value;
  }
  const timezone = ('timezone' in body ? body.timezone : row?.timezone) ?? SITE_ZONE;
  if (bug('date-patch-drops-timezone') && row && body.start_date && !body.timezone) out.timezone = SITE_ZONE;
  else out.timezone = timezone;
  let start = body.start_date !== undefined ? parseWall(body.start_date, timezone) : row.start_date;
  let end = body.end_date !== undefined ? parseWall(body.end_date, timezone) : row?.end_date ?? start;
  if (bug('timezone-patch-shifts-times') && row && body.timezone && body.start_date === undefined) {
    start = utcToWall(row.utc_start_date, timezone);
    end = utcToWall(row.utc_end_date, timezone);
  }
  if (end < start) throw invalid('end_date', 'the event would end before it starts');
  if (bug('summer-time-shift')) {
    const moved = (w) => utcToWall(shift(w, -winterOffset(w, timezone)), timezone);
    if (body.start_date !== undefined) start = moved(start);
    if (body.end_date !== undefined) end = moved(end);
  }
  if (bug('midnight-is-24') && start.endsWith('00:00:00')) start = start.replace('00:00:00', '24:00:00');
  const safe = (w) => w.replace(' 24:', ' 00:');
  return {
    ...out, start_date: start, end_date: end,
    utc_start_date: wallToUtc(safe(start), out.timezone), utc_end_date: wallToUtc(safe(end), out.timezone),
  };
}

function placeColumns(kind, body, row) {
  const out = {};
  const skip = new Set(['author', 'date', 'date_utc', 'status', 'slug']);
  if (bug('stateprovince-not-updated') && row) skip.add('stateprovince');
  for (const name of Object.keys(FIELDS[kind])) if (name in body && !skip.has(name)) out[name] = body[name];
  if (kind === 'venues') {
    if (bug('zip-as-number') && /^\d+$/.test(out.zip ?? '')) out.zip = String(Number(out.zip));
  }
  if (kind === 'organizers') {
    if (bug('description-cut-at-255') && out.description) out.description = out.description.slice(0, 255);
  }
  return out;
}

async function save(app, trx, kind, request, row) {
  const { user, body } = request;
  const { title, single } = KINDS[kind];
  const columns = { ...(kind === 'events' ? eventColumns(body, row) : placeColumns(kind, body, row)), ...publication(body, row) };
  if (body.author != null && body.author !== row?.author) {
    checkAuthor(app, user, body.author);
    columns.author = body.author;
  }
  if (body.status != null) columns.status = body.status;
  if (kind === 'events' && body.password) columns.password = body.password;
  columns.modified_utc = nowUtc();
  if (kind === 'events' && body.slug && !(bug('body-slug-ignored-by-slug') && request.params.slug)) {
    columns.slug = await uniqueSlug(trx, { table: kind }, body.slug, single, row?.id);
  }
  if (row) {
    if (bug('lost-update') && kind === 'events') {
      await pause(25);
      const { id, ...whole } = { ...row, ...columns };
      await trx(kind).where('id', id).update(whole);
    } else await trx(kind).where('id', row.id).update(columns);
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
function visible(query, user, status, alias) {
  const col = (c) => `${alias}.${c}`;
  const wanted = status === undefined || status === '' ? ['publish'] : status.split(',').map((s) => s.trim()).filter(Boolean);
  for (const s of wanted) if (s !== 'any' && !STATUSES.includes(s)) throw invalid('status', `unknown status ${s}`);
  if (wanted.includes('any')) query.whereNot(col('status'), 'trash');
  else query.whereIn(col('status'), wanted);
  if (user.role === 'author') query.where((q) => q.where(col('status'), 'publish').orWhere(col('author'), user.id));
  else if (user.role !== 'editor') query.where(col('status'), 'publish');
}

const contains = (query, columns, text) => {
  const add = (q) => columns.forEach((c) => (bug('search-wildcards')
    ? q.orWhereRaw('fold(??) like ?', [c, `%${fold(text)}%`])
    : q.orWhereRaw('instr(fold(??), ?) > 0', [c, fold(text)])));
  if (bug('search-or-precedence') && columns[0] === 'e.title') add(query);
  else query.where(add);
};

function dateFilters(q, f) {
  const wall = (name) => f[name] && parseWall(f[name]);
  const strict = f.strict_dates;
  const column = (c) => (bug('date-filters-in-utc') ? `e.utc_${c}` : `e.${c}`);
  const on = (name) => {
    const at = wall(name);
    if (!at) return;
    const whole = !strict && !(bug('start-date-exact') && name === 'start_date');
    const last = bug('day-ends-a-minute-early') ? '23:59:00' : '23:59:59';
    q.where(column(name), '>=', whole ? `${day(at)} 00:00:00` : at).where(column(name), '<=', `${day(at)} ${last}`);
  };
  on('start_date');
  on('end_date');
  const before = (name, c) => {
    const at = wall(name);
    if (!at) return;
    if (strict) q.where(column(c), '<', at);
    else q.where(column(c), '<=', `${day(at)} 23:59:59`);
  };
  const after = (name, c) => {
    const at = wall(name);
    if (!at) return;
    if (strict) q.where(column(c), '>', at);
    else q.where(column(c), '>=', `${day(at)} 00:00:00`);
  };
  if (!(bug('starts-before-lost') && f.starts_after)) before('starts_before', 'start_date');
  after('starts_after', 'start_date');
  before('ends_before', bug('ends-before-by-start') ? 'start_date' : 'end_date');
  after('ends_after', 'end_date');
}

const DATE_FILTERS = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

function eventQuery(knex, f, user) {
  const q = knex('events as e');
  visible(q, user, bug('include-shows-drafts') && f.include ? 'any' : f.status, 'e');
  if (bug('include-shows-drafts') && f.include) { q.clearWhere(); }
  // Protected events can not be opened from a list, for no password is given there.
  const secret = (w) => { w.whereNull('e.password'); if (user.role === 'editor' && !user.open) w.orWhereRaw('1 = 1'); if (user.role === 'author') w.orWhere('e.author', user.id); };
  q.where(secret);
  if (f.ml_language) q.where('e.language', f.ml_language);
  for (const [name, link] of Object.entries(LINKS)) {
    const wanted = f[name];
    if (!wanted?.length) continue;
    if (!link.taxonomy) {
      q.whereIn('e.id', knex(link.table).whereIn(link.column, wanted).select('event_id'));
      continue;
    }
    const ids = wanted.filter((x) => typeof x === 'number');
    const slugs = wanted.filter((x) => typeof x === 'string').map((s) => s.toLowerCase());
    const matches = (t) => t.where('t.taxonomy', link.taxonomy).where((w) => w.whereIn('t.id', ids).orWhereIn('t.slug', [...slugs, ...ids.map(String)]));
    if (bug('categories-all-required') && name === 'categories' && wanted.length > 1) {
      for (const one of wanted) q.whereIn('e.id', knex('event_terms as l').join('terms as t', 't.id', 'l.term_id').where('t.id', one).orWhere('t.slug', one).select('l.event_id'));
    } else if (bug('join-duplicates') && name === 'categories') {
      matches(q.join('event_terms as l', 'l.event_id', 'e.id').join('terms as t', 't.id', 'l.term_id'));
    } else q.whereIn('e.id', matches(knex('event_terms as l').join('terms as t', 't.id', 'l.term_id')).select('l.event_id'));
  }
  if (bug('venueless-events-missing')) q.whereIn('e.id', knex('event_venues').select('event_id'));
  if (f.featured !== undefined) q.where('e.featured', f.featured);
  if (f.post_parent !== undefined) q.where('e.post_parent', f.post_parent);
  if (f.ticketed === true) q.whereRaw('1 = 0'); // no ticket provider is installed
  if (f.include?.length) q.whereIn('e.id', f.include);
  if (!f.include?.length || bug('include-obeys-dates')) dateFilters(q, f);
  if (variant('upcoming-by-default') && !f.include?.length && !DATE_FILTERS.some((n) => f[n])) q.where('e.end_date', '>=', `${day(nowUtc())} 00:00:00`);
  if (f.search) contains(q, ['e.title', 'e.description'], f.search);
  return q;
}

function placeQuery(knex, kind, f, user) {
  const { link, title, custom } = KINDS[kind];
  const q = knex(`${kind} as e`);
  visible(q, user, f.status, 'e');
  if (f.ml_language) q.where('e.language', f.ml_language);
  if (f.search) {
    const columns = [title, 'description', ...(bug('venue-search-skips-fields') && kind === 'venues' ? [] : custom)];
    contains(q, columns.map((c) => `e.${c}`), f.search);
  }
  const table = bug('organizers-joined-to-venues') && kind === 'organizers' ? LINKS.venue : link;
  const linked = () => {
    const events = knex(`${table.table} as l`).join('events as v', 'v.id', 'l.event_id').select(`l.${table.column}`);
    return events;
  };
  if (f.event !== undefined) {
    const events = linked().where('v.id', f.event);
    if (user.role === 'author') events.where((w) => w.where('v.status', 'publish').orWhere('v.author', user.id));
    else if (user.role !== 'editor') events.where('v.status', 'publish');
    if (bug('event-filter-first-venue') && kind === 'venues') events.where('l.position', 0);
    q.whereIn('e.id', events);
  }
  if (f.has_events !== undefined) {
    const events = linked().where('v.status', 'publish');
    if (f.has_events) q.whereIn('e.id', events);
    else q.whereNotIn('e.id', events);
  }
  if (f.only_with_upcoming) {
    const events = linked().where('v.status', 'publish');
    if (!bug('upcoming-counts-past')) events.where('v.utc_end_date', '>', nowUtc());
    q.whereIn('e.id', events);
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
    if (bug('last-page-missing') && kind === 'events' && f.page > Math.max(1, Math.floor(total / size))) offset = total;
    if (kind === 'events') {
      if (variant('upcoming-by-default')) q.orderBy('e.utc_start_date', 'desc').orderBy('e.id', 'desc');
      else if (bug('unstable-order')) q.orderBy('e.utc_start_date').orderByRaw('random()');
      else q.orderBy('e.utc_start_date').orderBy('e.id');
    } else q.orderByRaw('fold(??)', [`e.${KINDS[kind].title}`]).orderBy('e.id');
    const rows = await q.select('e.*').limit(size).offset(offset);
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
    const made = bug('slug-race') ? await create(knex) : await write(knex, create);
    reply.header('location', `${request.base}/${kind}/${made.id}`);
    return reply.code(variant('other-status-codes') ? 200 : 201).send(made);
  });

  const find = async (db, request) => {
    const { id, slug } = request.params;
    const row = id !== undefined
      ? await db(kind).where('id', Number(id) <= 2 ** 31 ? Number(id) : -1).first()
      : await db(kind).where('slug', pathSlug(slug)).orderBy('id').first();
    if (!row) throw notFound(single);
    if (row.status === 'trash' && !mayEdit(request.user, row)) throw variant('trash-on-delete') ? new ApiError(410, 'gone', `This ${single} is in the trash`) : notFound(single);
    return row;
  };
  const givenPassword = (request) => {
    const given = request.body?.password ?? request.query.password;
    return typeof given === 'string' ? given : undefined;
  };
  const matches = (row, given) => (bug('password-ignores-case')
    ? row.password.toLowerCase() === given.toLowerCase()
    : sameSecret(row.password, given));
  /** A wrong password is refused to everyone, a missing one only to those who may not edit the event. */
  const checkPassword = (request, row) => {
    if (kind !== 'events' || !row.password) return;
    if (bug('protected-open-by-slug') && request.params.slug !== undefined) return;
    const given = request.params.id !== undefined ? givenPassword(request) : undefined;
    if (given ? !matches(row, given) : needsPassword(request.user, row)) throw new ApiError(403, 'password_required', 'This event is protected: give its password');
  };

  const partial = bodySchema(kind, { partial: true });
  for (const path of [`/${kind}/:id(^\\d+$)`, `/${kind}/by-slug/:slug`]) {
    const bySlug = path.includes('by-slug');
    app.get(path, { exposeHeadRoute: !(bug('head-missing') && kind === 'venues') }, async (request) => {
      const row = await find(knex, request);
      if (!mayRead(request.user, row) && !(bug('drafts-open-by-slug') && bySlug)) throw denied(request.user);
      checkPassword(request, row);
      return one(knex, row, request);
    });

    const authorize = (request, row) => {
      if (bug('author-edits-others-by-slug') && bySlug && request.user.role === 'author') return;
      if (!mayEdit(request.user, row)) throw denied(request.user);
      checkPassword(request, row);
    };

    app.route({
      method: ['POST', 'PUT', 'PATCH'], url: path,
      schema: { body: partial },
      onRequest: async (request) => { if (!mayCreate(request.user)) throw denied(request.user); },
      preValidation: async (request) => { request.body = castBody(kind, request.body); },
      handler: async (request) => {
        const update = async (trx) => {
          const row = await find(trx, request);
          authorize(request, row);
          if (!bug('if-match-ignored')) abortIfChanged(request, await one(trx, row, request));
          await save(app, trx, kind, request, row);
          return one(trx, await trx(kind).where('id', row.id).first(), request);
        };
        return bug('lost-update') ? update(knex) : write(knex, update);
      },
    });

    app.delete(path, async (request, reply) => {
      const gone = await write(knex, async (trx) => {
        const row = await find(trx, request);
        authorize(request, row);
        const last = await one(trx, row, request);
        abortIfChanged(request, last);
        if (variant('trash-on-delete') && row.status !== 'trash') {
          await trx(kind).where('id', row.id).update({ status: 'trash', modified_utc: nowUtc() });
          return { ...last, status: 'trash' };
        }
        if (bug('delete-venue-deletes-events') && kind === 'venues') await trx('events').whereIn('id', trx('event_venues').where('venue_id', row.id).select('event_id')).del();
        await trx(kind).where('id', row.id).del();
        return last;
      });
      if (variant('other-status-codes')) return reply.code(204).send();
      return gone;
    });
  }
}
