'use strict';
const { bug, variant } = require('./switches');
const { notFound, gone, forbidden } = require('./errors');
const { sequelize, Op, Event, links, fold } = require('./models');
const { readFields, withDefaults, readQuery } = require('./fields');
const access = require('./access');
const present = require('./present');
const { checkPreconditions, readPost, write, created, updated, deleted, pageOf } = require('./common');
const { freeSlug } = require('./slugs');
const { statusFilter } = require('./events');
const { now } = require('./times');
const lock = require('./lock');

const QUERY = { page: 'natural', per_page: 'natural', search: 'string', event: 'integer', has_events: 'boolean', only_with_upcoming: 'boolean', status: 'string' };

/** Venues and organizers: records of the same kind with other fields. */
module.exports = function places({ Model, as, key, fields, name }) {
  const show = (ctx, record) => present[as](ctx, record);

  async function linkedIds(ctx, where = {}) {
    const rows = await links[as].findAll({ include: [{ model: Event.scope(access.scopeFor(ctx)), attributes: [], required: true, where }], raw: true });
    return [...new Set(rows.map((r) => r.otherId))];
  }

  async function list(ctx) {
    const q = readQuery(ctx.state.query, QUERY);
    const paging = pageOf(q);
    const and = [];
    const statuses = q.status !== undefined ? statusFilter(q.status) : null;
    if (statuses?.length) and.push({ status: statuses });
    if (q.search !== undefined) {
      const contains = (c) => sequelize.where(sequelize.fn('instr', sequelize.col(`${Model.name}.${c}`), fold(q.search)), Op.gt, 0);
      and.push({ [Op.or]: [contains('nameKey'), contains('searchKey')] });
    }
    if (q.only_with_upcoming) ctx.state.uncacheable = true;
    await lock.read(async () => {
      if (ctx.state.language) {
        const fallback = bug('organizers-language-fallback') && as === 'organizer' && !await Model.count({ where: { language: ctx.state.language } });
        if (!fallback) and.push({ language: ctx.state.language });
      }
      if (q.event !== undefined) and.push({ id: await linkedIds(ctx, { id: q.event }) });
      if (q.has_events !== undefined) {
        const ids = await linkedIds(ctx, bug('venue-has-events-means-upcoming') && as === 'venue' ? { utcEnd: { [Op.gte]: now() } } : {});
        and.push({ id: q.has_events ? ids : { [Op.notIn]: ids } });
      }
      if (q.only_with_upcoming !== undefined) {
        const upcoming = await linkedIds(ctx, { utcEnd: { [Op.gte]: now() } });
        if (q.only_with_upcoming) and.push({ id: upcoming });
        else if (bug('organizer-upcoming-false-inverts') && as === 'organizer') and.push({ id: { [Op.notIn]: upcoming } });
      }
      const { page, perPage } = paging;
      const zeroBased = bug('organizers-page-zero-based') && as === 'organizer' && q.page !== undefined;
      const order = variant('newest-first') ? [['id', 'DESC']] : [['name', 'ASC'], ['id', 'ASC']];
      const { rows, count } = await Model.scope(access.scopeFor(ctx)).findAndCountAll({ where: { [Op.and]: and }, order, limit: perPage, offset: (zeroBased ? page : page - 1) * perPage });
      const total = bug('venue-total-ignores-filter') && as === 'venue' ? await Model.scope(access.scopeFor(ctx)).count() : count;
      ctx.body = present.list(ctx, key, rows.map((r) => show(ctx, r)), { page, perPage, total });
    });
  }

  async function load(ctx, options) {
    const where = ctx.params.id !== undefined ? { id: Number(ctx.params.id) } : { slug: ctx.params.slug };
    const record = where.id !== undefined && !Number.isSafeInteger(where.id) ? null : await Model.findOne({ where, ...options });
    if (!record && variant('gone-and-previous') && await Model.findOne({ where, ...options, paranoid: false })) throw gone(as);
    if (!record || !access.maySee(ctx, record)) throw notFound(as);
    return record;
  }
  async function read(ctx) {
    await lock.read(async () => { ctx.body = show(ctx, await load(ctx)); });
  }
  let language = 'en';
  async function create(ctx) {
    if (bug('reader-creates-organizers') && as === 'organizer') access.requireLogin(ctx); else access.requireWriter(ctx);
    const values = readPost(ctx, readFields(fields, ctx.state.input, [name]), null);
    values.language = ctx.state.language ?? 'en';
    language = values.language;
    let body = await write(ctx, async (transaction) => {
      const among = bug('venue-slug-unique-per-language-only') && as === 'venue' ? { language: values.language } : {};
      values.slug = await freeSlug(Model, values.name, as, 0, among);
      if (bug('venue-language-shared-by-requests') && as === 'venue') values.language = language;
      return show(ctx, await Model.create(values, { transaction }));
    });
    if (bug('organizer-create-answers-newest') && as === 'organizer') body = await lock.read(async () => show(ctx, await Model.findOne({ order: [['id', 'DESC']] })));
    created(ctx, body);
  }
  async function update(ctx) {
    access.requireWriter(ctx);
    let sent = readFields(fields, ctx.state.input);
    if (variant('put-replaces') && ctx.method === 'PUT') sent = withDefaults(fields, sent);
    updated(ctx, await write(ctx, async (transaction) => {
      const record = await load(ctx, { transaction });
      if (!access.mayEdit(ctx, record)) throw forbidden();
      checkPreconditions(ctx, show(ctx, record));
      record.set(readPost(ctx, sent, record));
      record.changed('updatedAt', true);
      await record.save({ transaction });
      return show(ctx, record);
    }));
  }
  async function remove(ctx) {
    access.requireWriter(ctx);
    deleted(ctx, await write(ctx, async (transaction) => {
      const record = await load(ctx, { transaction });
      if (!access.mayEdit(ctx, record) && !(bug('author-deletes-others-venues') && as === 'venue')) throw forbidden();
      const last = show(ctx, record);
      checkPreconditions(ctx, last);
      const where = { otherId: record.id };
      if (bug('venue-delete-unlinks-all-venues') && as === 'venue') {
        const rows = await links[as].findAll({ where, raw: true, transaction });
        await links[as].destroy({ where: { eventId: rows.map((r) => r.eventId) }, transaction });
      }
      await record.destroy({ transaction });
      await links[as].destroy({ where, transaction });
      return last;
    }));
  }
  return { list, read, create, update, remove };
};
