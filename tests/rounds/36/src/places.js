'use strict';
const { bug, variant } = require('./switches');
const { notFound, forbidden, unauthorized } = require('./errors');
const { sequelize, Op, Event, links, fold } = require('./models');
const { readFields, readQuery } = require('./fields');
const access = require('./access');
const present = require('./present');
const { checkPreconditions, readPost, write, created, updated, deleted, pageOf, checkPage } = require('./common');
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
    if (ctx.state.language) and.push({ language: ctx.state.language });
    if (q.search !== undefined) {
      const contains = (c) => sequelize.where(sequelize.fn('instr', sequelize.col(`${Model.name}.${c}`), fold(q.search)), Op.gt, 0);
      and.push({ [Op.or]: [contains('nameKey'), contains('searchKey')] });
    }
    if (q.only_with_upcoming) ctx.state.uncacheable = true;
    await lock.read(async () => {
      if (q.event !== undefined && !(bug('organizer-event-filter-ignored') && as === 'organizer')) and.push({ id: await linkedIds(ctx, { id: q.event }) });
      if (q.has_events !== undefined) {
        const ids = await linkedIds(ctx);
        and.push({ id: q.has_events ? ids : { [Op.notIn]: ids } });
      }
      if (q.only_with_upcoming) and.push({ id: await linkedIds(ctx, bug('upcoming-includes-past') ? {} : { utcEnd: { [Op.gte]: now() } }) });
      const { page, perPage } = paging;
      const scoped = Model.scope(access.scopeFor(ctx, { trash: statuses?.includes('trash') }));
      const { rows, count } = await scoped.findAndCountAll({ where: { [Op.and]: and }, order: [['name', 'ASC'], ['id', 'ASC']], limit: perPage, offset: (page - 1) * perPage });
      checkPage(paging, count);
      const shown = bug('organizer-search-paged-twice') && as === 'organizer' && q.search !== undefined ? rows.slice((page - 1) * perPage) : rows;
      ctx.body = present.list(ctx, key, shown.map((r) => show(ctx, r)), { page, perPage, total: count });
    });
  }

  async function load(ctx, options) {
    const where = ctx.params.id !== undefined ? { id: Number(ctx.params.id) } : { slug: ctx.params.slug };
    const record = where.id !== undefined && !Number.isSafeInteger(where.id) ? null : await Model.findOne({ where, ...options });
    if (!record) throw notFound(as);
    if (!access.maySee(ctx, record)) {
      if (variant('problem-details')) throw ctx.state.user ? forbidden() : unauthorized();
      throw notFound(as);
    }
    return record;
  }
  async function read(ctx) {
    await lock.read(async () => { ctx.body = show(ctx, await load(ctx)); });
  }
  async function create(ctx) {
    access.requireWriter(ctx);
    const input = { ...ctx.state.input };
    const values = readPost(ctx, readFields(fields, input, [name]), null);
    values.language = ctx.state.language ?? 'en';
    created(ctx, await write(ctx, async (transaction) => {
      values.slug = await freeSlug(Model, values.name, as);
      return show(ctx, await Model.create(values, { transaction }));
    }));
  }
  async function update(ctx) {
    access.requireWriter(ctx);
    const sent = readFields(fields, ctx.state.input);
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
      if (!access.mayEdit(ctx, record)) throw forbidden();
      const last = show(ctx, record);
      checkPreconditions(ctx, last);
      if (bug('organizer-delete-by-slug-does-nothing') && as === 'organizer' && ctx.params.slug !== undefined) return last;
      if (variant('delete-to-trash') && record.status !== 'trash') await record.update({ status: 'trash' }, { transaction });
      else {
        await record.destroy({ transaction });
        if (!bug('deleted-venue-still-embedded')) await links[as].destroy({ where: { otherId: record.id }, transaction });
      }
      return last;
    }));
  }
  return { list, read, create, update, remove };
};
