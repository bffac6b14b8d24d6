'use strict';
const { bug, variant } = require('./switches');
const { badParam, notFound, gone, forbidden } = require('./errors');
const { sequelize, Op, Event, Venue, Organizer, Category, Tag, links, fold } = require('./models');
const { types, readFields, withDefaults, readQuery, EVENT_FIELDS, STATUSES } = require('./fields');
const access = require('./access');
const present = require('./present');
const { checkPreconditions, readPost, write, created, updated, deleted, pageOf } = require('./common');
const { freeSlug } = require('./slugs');
const { SITE_TZ, toUtc, fromUtc, moment, FORMAT } = require('./times');
const lock = require('./lock');

const RELATED = { categories: Category, tags: Tag, venue: Venue, organizer: Organizer };

/** Loads the related records of all events at once; a join over four lists would multiply the rows. */
async function attach(found, only = {}) {
  const eventId = found.map((e) => e.id);
  await Promise.all(Object.entries(RELATED).map(async ([as, Model]) => {
    const rows = eventId.length ? await links[as].findAll({ where: { eventId }, order: ['position'], raw: true }) : [];
    const id = [...new Set(rows.map((r) => r.otherId))];
    const records = id.length ? await Model.findAll({ where: { id, ...only } }) : [];
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
  for (const s of list) if (!STATUSES.includes(s)) throw badParam('status', `must be one of ${STATUSES.join(', ')}.`);
  return list;
}

/** Conditions of the date filters; whole days unless strict. */
function dateConditions(q) {
  const strict = q.strict_dates === true;
  const where = [];
  const endOfDay = (day) => (bug('whole-day-is-24-hours') ? moment.tz(`${day} 00:00:00`, FORMAT, SITE_TZ).add(24 * 3600 - 1, 'seconds').format(FORMAT) : `${day} 23:59:59`);
  const add = (name, column, make) => {
    if (q[name] === undefined) return;
    const at = types.when(name, q[name].trim());
    const day = at.slice(0, 10);
    where.push({ [column]: make(at, `${day} 00:00:00`, endOfDay(day)) });
  };
  const on = (at, from, to) => ({ [Op.between]: [strict ? at : from, to] });
  add('start_date', 'startDate', bug('start-date-drops-midnight') && !strict ? (at, from, to) => ({ [Op.gt]: from, [Op.lte]: to }) : on);
  add('end_date', 'endDate', on);
  const before = (at, from, to) => (strict ? { [Op.lt]: at } : { [Op.lte]: to });
  const after = (at, from) => (strict ? { [Op.gt]: at } : { [Op.gte]: from });
  add('starts_before', 'startDate', before);
  add('starts_after', 'startDate', after);
  add('ends_before', 'endDate', before);
  add('ends_after', 'endDate', after);
  return bug('date-filters-joined-by-or') && where.length ? [{ [Op.or]: where }] : where;
}

async function termIds(Model, values) {
  const numbers = values.filter((v) => typeof v === 'number');
  const known = numbers.length ? (await Model.findAll({ where: { id: numbers }, attributes: ['id'] })).map((t) => t.id) : [];
  const slugs = values.filter((v) => !known.includes(v)).map((v) => String(v).toLowerCase());
  const bySlug = slugs.length ? (await Model.findAll({ where: { slug: slugs }, attributes: ['id'] })).map((t) => t.id) : [];
  return [...new Set([...known, ...bySlug])];
}
async function linkedEventIds(as, ids) {
  const first = bug('organizer-filter-primary-only') && as === 'organizer' ? { position: 0 } : {};
  const rows = ids.length ? await links[as].findAll({ where: { otherId: ids, ...first }, raw: true }) : [];
  return [...new Set(rows.map((r) => r.eventId))];
}

const languageOf = (ctx) => (bug('related-records-cut-by-language') && ctx.state.language ? { language: ctx.state.language } : {});

async function list(ctx) {
  const q = readQuery(ctx.state.query, QUERY);
  const paging = pageOf(q);
  if ((q.geoloc_lat === undefined) !== (q.geoloc_lng === undefined)) {
    throw badParam(q.geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'latitude and longitude must be given together.');
  }
  if (Math.abs(q.geoloc_lat ?? 0) > 90) throw badParam('geoloc_lat', 'must be a latitude.');
  if (Math.abs(q.geoloc_lng ?? 0) > 180) throw badParam('geoloc_lng', 'must be a longitude.');
  const and = [];
  const dates = dateConditions(q);
  if (q.include) and.push({ id: q.include });
  if (!q.include) and.push(...dates);
  const statuses = q.status !== undefined ? statusFilter(q.status) : null;
  if (statuses?.length) and.push({ status: statuses });
  if (q.featured !== undefined) and.push({ featured: q.featured });
  if (q.post_parent) and.push({ id: null });
  if (q.ticketed || q.geoloc || q.geoloc_lat !== undefined) and.push({ id: null }); // neither tickets nor coordinates are kept here
  if (ctx.state.language) and.push({ language: ctx.state.language });
  if (q.search !== undefined) and.push(searchCondition(ctx, q.search));

  await lock.read(async () => {
    const linked = [];
    for (const [as, Model] of [['categories', Category], ['tags', Tag]]) {
      if (q[as]) linked.push({ id: await linkedEventIds(as, await termIds(Model, q[as])) });
    }
    for (const as of ['venue', 'organizer']) if (q[as]) linked.push({ id: await linkedEventIds(as, q[as]) });
    and.push(...(bug('id-filters-overwrite-each-other') ? linked.slice(-1) : linked));
    const scoped = bug('status-filter-opens-drafts') && statuses?.length ? Event : Event.scope(access.scopeFor(ctx));
    const order = variant('newest-first') ? [['id', 'DESC']] : [['startDate', 'ASC'], ['id', 'ASC']];
    const ids = (await scoped.findAll({ where: { [Op.and]: and }, attributes: ['id'], order })).map((e) => e.id);
    const { page, perPage } = paging;
    const total = ids.length;
    const pageIds = bug('include-not-paged') && q.include ? ids : ids.slice((page - 1) * perPage, page * perPage);
    const found = await attach(pageIds.length ? await Event.findAll({ where: { id: pageIds } }) : [], languageOf(ctx));
    const byId = new Map(found.map((e) => [e.id, e]));
    const items = pageIds.map((id) => byId.get(id)).filter(Boolean).map((e) => present.event(ctx, e));
    ctx.body = present.list(ctx, 'events', items, { page, perPage, total });
  });
}

function searchCondition(ctx, search) {
  const needle = fold(search);
  const contains = (column) => sequelize.where(sequelize.fn('instr', sequelize.col(`event.${column}`), needle), Op.gt, 0);
  if (bug('search-reveals-protected-text')) return { [Op.or]: [contains('nameKey'), contains('searchKey')] };
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
  const event = await Event.findOne({ where, ...options });
  if (!event && variant('gone-and-previous') && await Event.findOne({ where, ...options, paranoid: false })) throw gone('event');
  return event && (await attach([event], languageOf(ctx)))[0];
}

async function load(ctx, options) {
  const event = await find(ctx, options);
  if (!event) throw notFound('event');
  if (!access.maySee(ctx, event)) throw notFound('event');
  return event;
}

async function read(ctx) {
  const password = ctx.params.id !== undefined ? credential(ctx) : undefined;
  await lock.read(async () => {
    const event = await load(ctx);
    if (!access.passwordOpens(ctx, event, password)) throw forbidden('This event is protected by a password.');
    ctx.body = present.event(ctx, event, { password });
  });
}

function readEvent(ctx, values, record) {
  const out = readPost(ctx, values, record);
  const zone = out.timezone ?? record?.timezone ?? SITE_TZ;
  if (!record || out.timezone !== undefined) out.timezone = zone;
  if (out.startDate !== undefined) out.startDate = types.when('start_date', out.startDate, false, zone);
  if (out.endDate !== undefined) out.endDate = types.when('end_date', out.endDate, true, zone);
  if (bug('timezone-update-moves-start') && record && zone !== record.timezone) {
    out.startDate ??= fromUtc(record.utcStart, zone);
    out.endDate ??= fromUtc(record.utcEnd, zone);
  }
  const start = out.startDate ?? record?.startDate;
  const end = out.endDate ?? record?.endDate;
  if ((out.startDate !== undefined || out.endDate !== undefined) && end < (bug('moving-earlier-refused') && record ? record.startDate : start)) throw badParam('end_date', 'must not be before start_date.');
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
    const ids = values[as];
    if (!ids) continue;
    if (!(bug('categories-update-adds') && as === 'categories')) await links[as].destroy({ where: { eventId: event.id }, transaction });
    await links[as].bulkCreate(ids.map((otherId, position) => ({ eventId: event.id, otherId, position })), { transaction, ignoreDuplicates: true });
  }
}

async function create(ctx) {
  access.requireWriter(ctx);
  const input = { ...ctx.state.input };
  const sent = readFields(EVENT_FIELDS, input, ['title', 'start_date', 'end_date']);
  const values = readEvent(ctx, sent, null);
  const password = ctx.state.body.password;
  if (password !== undefined && password !== null && password !== '') values.password = types.string('password', password);
  values.language = ctx.state.language ?? 'en';
  const body = await write(ctx, async (transaction) => {
    await checkRelations(values);
    values.slug = await freeSlug(Event, values.slug ?? values.title, values.title);
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
  let sent = readFields(EVENT_FIELDS, input);
  if (variant('put-replaces') && ctx.method === 'PUT') sent = withDefaults(EVENT_FIELDS, sent);
  const given = byId ? credential(ctx) : undefined;
  const later = bug('failed-update-half-kept');
  let body = await write(ctx, async (transaction) => {
    const event = await load(ctx, { transaction });
    if (!access.mayEdit(ctx, event)) throw forbidden();
    const newPassword = byId ? ctx.state.body.password : undefined;
    const clears = newPassword === null || newPassword === '';
    if (!access.passwordOpens(ctx, event, given)) throw forbidden('This event is protected by a password.');
    checkPreconditions(ctx, present.event(ctx, event, { password: event.password ?? undefined }));
    const values = readEvent(ctx, sent, event);
    if (!later) await checkRelations(values);
    if (bug('update-clears-password')) values.password = newPassword || null;
    else if (newPassword !== undefined) values.password = clears ? null : types.string('password', newPassword);
    if (values.slug !== undefined) values.slug = await freeSlug(Event, values.slug, values.title ?? event.title, event.id);
    event.set(values);
    event.changed('updatedAt', true);
    await event.save({ transaction });
    if (!later && !(bug('by-slug-update-skips-relations') && !byId)) await setRelations(event, values, transaction);
    const [fresh] = await attach([await Event.findByPk(event.id)]);
    return present.event(ctx, fresh, { password: fresh.password ?? undefined });
  });
  if (later && Object.keys(RELATED).some((as) => sent[as])) {
    const { id } = body;
    body = await write(ctx, async (transaction) => {
      await checkRelations(sent);
      await setRelations({ id }, sent, transaction);
      const [fresh] = await attach([await Event.findByPk(id)]);
      return present.event(ctx, fresh, { password: fresh.password ?? undefined });
    });
  }
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
    await event.destroy({ transaction });
    return last;
  });
  deleted(ctx, body);
}
module.exports = { list, read, create, update, remove, statusFilter };
