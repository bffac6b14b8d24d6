'use strict';
const { bug, variant } = require('./switches');
const { badParam, notFound, forbidden, unauthorized } = require('./errors');
const { sequelize, Op, Event, Venue, Organizer, Category, Tag, links, fold } = require('./models');
const { types, readFields, readQuery, EVENT_FIELDS, STATUSES } = require('./fields');
const access = require('./access');
const present = require('./present');
const { checkPreconditions, readPost, write, created, updated, deleted, pageOf, checkPage } = require('./common');
const { freeSlug } = require('./slugs');
const { SITE_TZ, toUtc, fromUtc, now, moment, FORMAT } = require('./times');
const lock = require('./lock');

const RELATED = { categories: Category, tags: Tag, venue: Venue, organizer: Organizer };

/** Loads the related records of all events at once; a join over four lists would multiply the rows. */
async function attach(found, only = {}) {
  const eventId = found.map((e) => e.id);
  await Promise.all(Object.entries(RELATED).map(async ([as, Model]) => {
    const rows = eventId.length ? await links[as].findAll({ where: { eventId, ...(only[as] && { otherId: only[as] }) }, order: ['position'], raw: true }) : [];
    const id = [...new Set(rows.map((r) => r.otherId))];
    const records = id.length ? await Model.findAll({ where: { id }, paranoid: !(bug('deleted-venue-still-embedded') && as === 'venue') }) : [];
    const byId = new Map(records.map((r) => [r.id, r]));
    for (const e of found) e[as] = rows.filter((r) => r.eventId === e.id && byId.has(r.otherId)).map((r) => byId.get(r.otherId));
  }));
  return found;
}

const QUERY = {
  page: 'natural', per_page: 'natural', start_date: 'string', end_date: 'string', starts_before: 'string', starts_after: 'string',
  ends_before: 'string', ends_after: 'string', strict_dates: 'boolean', search: 'string', categories: 'idsOrSlugs', tags: 'idsOrSlugs',
  venue: 'ids', organizer: 'ids', featured: 'boolean', status: 'string', geoloc: 'boolean', geoloc_lat: 'double', geoloc_lng: 'double',
  include: 'ids', post_parent: 'integer', ticketed: 'boolean',
};

function statusFilter(value) {
  const list = types.list('status', value);
  const known = variant('delete-to-trash') ? [...STATUSES, 'trash'] : STATUSES;
  for (const s of list) if (!known.includes(s)) throw badParam('status', `must be one of ${known.join(', ')}.`);
  return list;
}

/** Conditions of the date filters; whole days unless strict. */
function dateConditions(q) {
  const strict = q.strict_dates === true;
  const where = [];
  const add = (name, column, make) => {
    if (q[name] === undefined) return;
    const at = types.when(name, q[name].trim());
    const day = at.slice(0, 10);
    where.push({ [column]: make(at, `${day} 00:00:00`, `${day} 23:59:59`) });
  };
  const on = (at, from, to) => ({ [Op.between]: [strict ? at : from, to] });
  add('start_date', bug('start-filter-compares-utc') ? 'utcStart' : 'startDate', bug('start-date-not-whole-day') ? (at, from, to) => ({ [Op.between]: [at, to] }) : on);
  add('end_date', 'endDate', on);
  const before = (at, from, to) => (strict ? { [Op.lt]: at } : { [Op.lte]: to });
  const after = (at, from) => (strict ? { [Op.gt]: at } : { [Op.gte]: from });
  add('starts_before', 'startDate', before);
  add('starts_after', 'startDate', after);
  add('ends_before', bug('ends-before-compares-start') ? 'startDate' : 'endDate', before);
  add('ends_after', 'endDate', after);
  if (!where.length && variant('default-window-upcoming')) {
    where.push({ endDate: { [Op.gte]: `${fromUtc(now(), SITE_TZ).slice(0, 10)} 00:00:00` } }, { startDate: { [Op.lte]: moment.utc().add(20, 'years').format(FORMAT) } });
  }
  return where;
}

async function termIds(Model, values, as) {
  const numbers = values.filter((v) => typeof v === 'number');
  const known = numbers.length ? (await Model.findAll({ where: { id: numbers }, attributes: ['id'] })).map((t) => t.id) : [];
  if (bug('category-slug-filter-ignored') && as === 'categories') return numbers.length ? known : null;
  const slugs = values.filter((v) => !known.includes(v)).map((v) => String(v).toLowerCase());
  const bySlug = slugs.length ? (await Model.findAll({ where: { slug: slugs }, attributes: ['id'] })).map((t) => t.id) : [];
  return [...new Set([...known, ...bySlug])];
}
async function linkedEventIds(as, ids, all = false) {
  const rows = ids.length ? await links[as].findAll({ where: { otherId: ids }, raw: true }) : [];
  const eventIds = rows.map((r) => r.eventId);
  if (!all) return [...new Set(eventIds)];
  return [...new Set(eventIds)].filter((id) => eventIds.filter((x) => x === id).length === ids.length);
}

async function list(ctx) {
  const raw = { ...ctx.state.query };
  if (bug('strict-dates-false-is-true') && raw.strict_dates) raw.strict_dates = true;
  if (bug('include-takes-first-only') && typeof raw.include === 'string') raw.include = String(parseInt(raw.include, 10));
  if (bug('featured-false-ignored') && ['false', '0'].includes(raw.featured)) delete raw.featured;
  const q = readQuery(raw, QUERY);
  const paging = pageOf(q);
  if ((q.geoloc_lat === undefined) !== (q.geoloc_lng === undefined)) {
    throw badParam(q.geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'latitude and longitude must be given together.');
  }
  if (Math.abs(q.geoloc_lat ?? 0) > 90) throw badParam('geoloc_lat', 'must be a latitude.');
  if (Math.abs(q.geoloc_lng ?? 0) > 180) throw badParam('geoloc_lng', 'must be a longitude.');
  const and = [];
  const dates = dateConditions(q);
  if (q.include) and.push({ id: q.include });
  if (!q.include || bug('include-keeps-date-filters')) and.push(...dates);
  const statuses = q.status !== undefined ? statusFilter(q.status) : null;
  if (statuses?.length) and.push({ status: statuses });
  if (q.featured !== undefined) and.push({ featured: q.featured });
  if (q.post_parent) and.push({ id: null });
  if (q.ticketed || q.geoloc || q.geoloc_lat !== undefined) and.push({ id: null }); // neither tickets nor coordinates are kept here
  if (ctx.state.language) and.push({ language: ctx.state.language });
  if (q.search !== undefined) and.push(searchCondition(ctx, q.search));

  await lock.read(async () => {
    let duplicates = null;
    for (const [as, Model] of [['categories', Category], ['tags', Tag]]) {
      if (!q[as]) continue;
      const ids = await termIds(Model, q[as], as);
      if (ids === null) continue;
      and.push({ id: await linkedEventIds(as, ids, bug('categories-filter-needs-all') && as === 'categories') });
      if (bug('tag-filter-duplicates') && as === 'tags') duplicates = (await links.tags.findAll({ where: { otherId: ids }, raw: true })).map((r) => r.eventId);
    }
    if (q.venue) and.push({ id: await linkedEventIds('venue', q.venue) });
    if (q.organizer) and.push({ id: await linkedEventIds('organizer', q.organizer) });
    const scoped = Event.scope(access.scopeFor(ctx, { trash: statuses?.includes('trash') }));
    let ids = (await scoped.findAll({ where: { [Op.and]: and }, attributes: ['id'], order: [['startDate', 'ASC'], ['id', 'ASC']] })).map((e) => e.id);
    if (duplicates) ids = ids.flatMap((id) => duplicates.filter((x) => x === id));
    checkPage(paging, ids.length);
    const { page, perPage } = paging;
    const total = ids.length;
    let pageIds = ids.slice((page - 1) * perPage, page * perPage);
    if (bug('last-partial-page-empty') && page > 1 && page > Math.floor(total / perPage)) pageIds = [];
    const only = bug('organizer-filter-truncates') && q.organizer ? { organizer: q.organizer } : {};
    const found = await attach(pageIds.length ? await Event.findAll({ where: { id: pageIds } }) : [], only);
    const byId = new Map(found.map((e) => [e.id, e]));
    const items = pageIds.map((id) => byId.get(id)).filter(Boolean).map((e) => present.event(ctx, e, { inList: true }));
    ctx.body = present.list(ctx, 'events', items, { page, perPage, total });
  });
}

function searchCondition(ctx, search) {
  const needle = fold(search);
  const contains = (column) => (bug('search-wildcards')
    ? { [column]: { [Op.like]: sequelize.literal(`'%${needle.replace(/'/g, "''")}%'`) } }
    : sequelize.where(sequelize.fn('instr', sequelize.col(`event.${column}`), needle), Op.gt, 0));
  let mine = [];
  if (!access.open && access.isEditor(ctx)) mine = [{ id: { [Op.not]: null } }];
  else if (ctx.state.user?.role === 'author') mine = [{ author: ctx.state.user.id }];
  return { [Op.or]: [contains('nameKey'), { [Op.and]: [contains('searchKey'), { [Op.or]: [{ password: null }, ...mine] }] }] };
}

/** The password sent with a request, as the credential for a protected event. */
function credential(ctx) {
  const fromQuery = ctx.state.query.password;
  const value = fromQuery !== undefined ? fromQuery : ctx.state.body.password;
  if (value === undefined || value === null || value === '') return undefined;
  return types.string('password', Array.isArray(value) ? value[value.length - 1] : value);
}

async function find(ctx, options = {}) {
  const where = ctx.params.id !== undefined ? { id: Number(ctx.params.id) } : { slug: ctx.params.slug };
  if (where.id !== undefined && !Number.isSafeInteger(where.id)) return null;
  if (bug('by-slug-digits-taken-as-id') && /^\d+$/.test(where.slug ?? '')) { where.id = Number(where.slug); delete where.slug; }
  if (bug('by-slug-not-decoded') && where.slug !== undefined) where.slug = ctx.path.split('/').pop();
  if (bug('deleted-event-readable-by-slug') && where.slug !== undefined) options = { ...options, paranoid: false };
  const event = await Event.findOne({ where, ...options });
  return event && (await attach([event]))[0];
}

async function load(ctx, options) {
  const event = await find(ctx, options);
  if (!event) throw notFound('event');
  if (!access.maySee(ctx, event) && !(bug('draft-readable-by-slug') && ctx.params.slug !== undefined)) {
    if (variant('problem-details')) throw ctx.state.user ? forbidden() : unauthorized();
    throw notFound('event');
  }
  return event;
}

async function read(ctx) {
  const password = ctx.params.id !== undefined ? credential(ctx) : undefined;
  await lock.read(async () => {
    const event = await load(ctx);
    const free = bug('protected-event-open-by-slug') && ctx.params.slug !== undefined;
    if (!free && !access.passwordOpens(ctx, event, password)) throw forbidden('This event is protected by a password.');
    ctx.body = present.event(ctx, event, { password: free ? event.password : password });
  });
}

const text = (value) => (bug('emoji-lost') && value ? value.replace(/[\u{10000}-\u{10FFFF}]/gu, '') : value);

function readEvent(ctx, values, record) {
  const out = readPost(ctx, values, record);
  if (out.title !== undefined) out.title = text(out.title) || ' ';
  const zone = out.timezone ?? record?.timezone ?? SITE_TZ;
  if (!record || out.timezone !== undefined) out.timezone = zone;
  if (out.startDate !== undefined) out.startDate = types.when('start_date', out.startDate, false, zone);
  if (out.endDate !== undefined) out.endDate = types.when('end_date', out.endDate, true, zone);
  if (record && bug('patch-shifts-end-date') && out.endDate === undefined) out.endDate = fromUtc(record.endDate, zone);
  const start = out.startDate ?? record?.startDate;
  const end = out.endDate ?? record?.endDate;
  if ((out.startDate !== undefined || out.endDate !== undefined) && end < start) throw badParam('end_date', 'must not be before start_date.');
  if (!record || out.startDate !== undefined || out.endDate !== undefined || (out.timezone !== undefined)) {
    out.utcStart = toUtc(start, zone);
    out.utcEnd = toUtc(end, zone);
  }
  return out;
}

async function checkRelations(values) {
  for (const [as, Model] of Object.entries(RELATED)) {
    const ids = values[as];
    if (!ids?.length) continue;
    if (await Model.count({ where: { id: ids } }) !== ids.length) throw badParam(as, 'names a record that does not exist.');
  }
}
async function setRelations(event, values, transaction) {
  for (const as of Object.keys(RELATED)) {
    let ids = values[as];
    if (!ids) continue;
    if (bug('empty-array-keeps-tags') && as === 'tags' && !ids.length) continue;
    await links[as].destroy({ where: { eventId: event.id }, transaction });
    await links[as].bulkCreate(ids.map((otherId, position) => ({ eventId: event.id, otherId, position })), { transaction });
  }
}

async function create(ctx) {
  access.requireWriter(ctx);
  const input = { ...ctx.state.input };
  if (bug('end-date-not-required') && input.end_date === undefined) input.end_date = input.start_date;
  const sent = readFields(EVENT_FIELDS, input, ['title', 'start_date', 'end_date']);
  const values = readEvent(ctx, sent, null);
  const password = ctx.state.body.password;
  if (password !== undefined && password !== null && password !== '') values.password = types.string('password', password);
  values.language = bug('create-ignores-language') ? 'en' : ctx.state.language ?? 'en';
  let early;
  if (bug('slug-race')) early = await freeSlug(Event, values.slug ?? values.title, values.title);
  const body = await write(ctx, async (transaction) => {
    await checkRelations(values);
    values.slug = early ?? await freeSlug(Event, values.slug ?? values.title, values.title);
    const event = await Event.create(values, { transaction });
    await setRelations(event, values, transaction);
    return present.event(ctx, (await attach([await Event.findByPk(event.id)]))[0], { password: event.password ?? undefined });
  });
  created(ctx, body);
}

async function update(ctx) {
  access.requireWriter(ctx);
  const byId = ctx.params.id !== undefined;
  const input = { ...ctx.state.input };
  if (bug('put-by-slug-needs-title') && !byId && ctx.method === 'PUT' && input.title === undefined) throw badParam('title', 'is required.');
  if (bug('by-slug-update-ignores-slug') && !byId) delete input.slug;
  if (bug('patch-resets-featured') && ctx.method === 'PATCH') input.featured ??= false;
  const sent = readFields(EVENT_FIELDS, input);
  const given = byId ? credential(ctx) : undefined;
  const snapshot = bug('parallel-updates-lost') ? await lock.read(() => find(ctx)) : null;
  const body = await write(ctx, async (transaction) => {
    const event = await load(ctx, { transaction });
    if (!access.mayEdit(ctx, event) && !(bug('author-edits-others-by-slug') && !byId)) throw forbidden();
    const newPassword = byId ? ctx.state.body.password : undefined;
    const clears = newPassword === null || newPassword === '';
    if (!access.passwordOpens(ctx, event, given)) throw forbidden('This event is protected by a password.');
    checkPreconditions(ctx, present.event(ctx, event, { password: event.password ?? undefined }));
    if (snapshot) event.set(Object.fromEntries(Object.keys(Event.rawAttributes).map((k) => [k, snapshot[k]])));
    const values = readEvent(ctx, sent, event);
    await checkRelations(values);
    if (newPassword !== undefined) values.password = clears ? null : types.string('password', newPassword);
    if (bug('html-escaped-again') && values.description === undefined && event.description) values.description = event.description.replace(/&/g, '&amp;');
    if (values.slug !== undefined) values.slug = await freeSlug(Event, values.slug, values.title ?? event.title, event.id);
    else if (bug('title-change-renews-slug') && values.title !== undefined) values.slug = await freeSlug(Event, values.title, values.title, event.id);
    event.set(values);
    event.changed('updatedAt', true);
    await event.save({ transaction });
    await setRelations(event, values, transaction);
    const [fresh] = await attach([await Event.findByPk(event.id)]);
    return present.event(ctx, fresh, { password: fresh.password ?? undefined });
  });
  updated(ctx, body);
}

async function remove(ctx) {
  access.requireWriter(ctx);
  const given = ctx.params.id !== undefined ? credential(ctx) : undefined;
  const body = await write(ctx, async (transaction) => {
    const event = await load(ctx, { transaction });
    if (!access.mayEdit(ctx, event)) throw forbidden();
    if (!access.passwordOpens(ctx, event, given)) throw forbidden('This event is protected by a password.');
    const last = present.event(ctx, event, { password: event.password ?? undefined });
    checkPreconditions(ctx, last);
    if (variant('delete-to-trash') && event.status !== 'trash') await event.update({ status: 'trash' }, { transaction });
    else await event.destroy({ transaction });
    return last;
  });
  deleted(ctx, body);
}
module.exports = { list, read, create, update, remove, statusFilter };
