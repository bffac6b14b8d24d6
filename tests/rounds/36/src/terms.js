'use strict';
const { bug } = require('./switches');
const { badParam, notFound } = require('./errors');
const { Op, Event, links } = require('./models');
const { readFields, readQuery } = require('./fields');
const access = require('./access');
const present = require('./present');
const { checkPreconditions, write, created, updated, deleted, pageOf, checkPage } = require('./common');
const { freeSlug } = require('./slugs');
const { fold } = require('./models');
const lock = require('./lock');

const QUERY = {
  page: 'natural', per_page: 'natural', search: 'string', exclude: 'ids', include: 'ids', order: 'string', orderby: 'string',
  hide_empty: 'boolean', parent: 'integer', post: 'integer', event: 'integer', slug: 'string',
};
const plain = (s) => s.normalize('NFD').replace(/\p{Mn}+/gu, '').toLowerCase();
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

module.exports = function terms({ Model, key, fields }) {
  const one = key === 'categories' ? 'category' : 'tag';
  let memo = null;

  /** How many events visible to the caller have each term. */
  async function counts(ctx) {
    if (bug('term-counts-not-refreshed') && memo) return memo;
    const rows = await links[key].findAll({ include: [{ model: Event.scope(access.scopeFor(ctx)), attributes: [], required: true }], raw: true });
    const out = new Map();
    for (const r of rows) out.set(r.otherId, (out.get(r.otherId) || 0) + 1);
    memo = out;
    return out;
  }
  const show = async (ctx, t) => present.term(ctx, t, key, (await counts(ctx)).get(t.id) || 0);

  async function list(ctx) {
    const raw = { ...ctx.state.query };
    const q = readQuery(raw, QUERY);
    const paging = pageOf(q);
    if (bug('tags-per-page-default-20') && key === 'tags' && q.per_page === undefined) paging.perPage = 20;
    const order = (q.order ?? 'asc').toLowerCase();
    if (!['asc', 'desc', 'ascending', 'descending'].includes(order)) throw badParam('order', 'must be asc or desc.');
    const orderby = q.orderby ?? 'name';
    const hideEmpty = q.hide_empty ?? !bug('empty-terms-listed');
    const and = [];
    if (ctx.state.language && !(bug('tag-language-filter-ignored') && key === 'tags')) and.push({ language: ctx.state.language });
    if (q.include) and.push({ id: q.include });
    if (q.exclude) and.push({ id: { [Op.notIn]: q.exclude } });
    if (q.slug !== undefined) and.push({ slug: bug('tag-slug-filter-prefix') && key === 'tags' ? { [Op.startsWith]: q.slug } : q.slug });
    if (q.parent !== undefined && key === 'categories') and.push({ parent: q.parent });
    await lock.read(async () => {
      for (const name of ['post', 'event']) {
        if (q[name] === undefined) continue;
        const event = await Event.scope(access.scopeFor(ctx)).findOne({ where: { id: q[name] }, attributes: ['id'] });
        const rows = event ? await links[key].findAll({ where: { eventId: event.id }, raw: true }) : [];
        and.push({ id: rows.map((r) => r.otherId) });
      }
      const count = await counts(ctx);
      let found = await Model.findAll({ where: { [Op.and]: and } });
      if (hideEmpty) found = found.filter((t) => count.get(t.id));
      if (q.search !== undefined) found = found.filter((t) => [t.name, t.description, t.slug].some((s) => fold(s).includes(fold(q.search))));
      const by = {
        name: (t) => plain(t.name), slug: (t) => t.slug, id: (t) => (bug('terms-ids-sorted-as-text') ? String(t.id) : t.id), term_id: (t) => t.id,
        description: (t) => plain(t.description || ''), count: (t) => count.get(t.id) || 0, parent: (t) => t.parent || 0, term_group: () => 0,
        include: (t) => (q.include || []).indexOf(t.id),
      }[orderby];
      if (!Object.hasOwn({ name: 1, slug: 1, id: 1, term_id: 1, description: 1, count: 1, parent: 1, term_group: 1, include: 1 }, orderby)) throw badParam('orderby', 'is no attribute to sort by.');
      const sign = order.startsWith('desc') ? -1 : 1;
      found.sort((a, b) => sign * (compare(by(a), by(b)) || compare(a.id, b.id)));
      checkPage(paging, found.length);
      const { page, perPage } = paging;
      const items = found.slice((page - 1) * perPage, page * perPage).map((t) => present.term(ctx, t, key, count.get(t.id) || 0));
      ctx.body = present.list(ctx, key, items, { page, perPage, total: found.length });
    });
  }
  async function load(ctx, options) {
    const id = Number(ctx.params.id);
    const record = Number.isSafeInteger(id) ? await Model.findByPk(id, options) : null;
    if (!record) throw notFound(one);
    return record;
  }
  async function read(ctx) {
    await lock.read(async () => { ctx.body = await show(ctx, await load(ctx)); });
  }
  async function checkParent(values, self) {
    if (!values.parent) return;
    const seen = new Set();
    for (let id = values.parent; id; ) {
      if (id === self?.id || seen.has(id)) throw badParam('parent', 'must not be the category itself or below it.');
      seen.add(id);
      const up = await Model.findByPk(id);
      if (!up) throw badParam('parent', 'is no category.');
      id = up.parent;
    }
  }
  async function create(ctx) {
    access.requireEditor(ctx);
    const values = readFields(fields, ctx.state.input, ['name']);
    values.language = ctx.state.language ?? 'en';
    created(ctx, await write(ctx, async (transaction) => {
      await checkParent(values, null);
      values.slug = await freeSlug(Model, values.slug ?? values.name, values.name);
      return show(ctx, await Model.create(values, { transaction }));
    }));
  }
  async function update(ctx) {
    access.requireEditor(ctx);
    const values = readFields(fields, ctx.state.input);
    updated(ctx, await write(ctx, async (transaction) => {
      const record = await load(ctx, { transaction });
      checkPreconditions(ctx, await show(ctx, record));
      await checkParent(values, record);
      if (bug('category-update-resets-parent') && key === 'categories') values.parent ??= 0;
      if (values.slug !== undefined) values.slug = await freeSlug(Model, values.slug, values.name ?? record.name, record.id);
      await record.update(values, { transaction });
      return show(ctx, record);
    }));
  }
  async function remove(ctx) {
    if (!(bug('tag-delete-open-to-all') && key === 'tags')) access.requireEditor(ctx);
    deleted(ctx, await write(ctx, async (transaction) => {
      const record = await load(ctx, { transaction });
      const last = await show(ctx, record);
      checkPreconditions(ctx, last);
      await links[key].destroy({ where: { otherId: record.id }, transaction });
      if (key === 'categories' && !bug('category-delete-orphans-children')) await Model.update({ parent: record.parent }, { where: { parent: record.id }, transaction });
      await record.destroy({ transaction });
      return last;
    }));
  }
  return { list, read, create, update, remove };
};
