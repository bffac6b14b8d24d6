'use strict';
const { bug, variant } = require('./switches');
const { badParam, notFound, gone } = require('./errors');
const { Op, Event, links } = require('./models');
const { readFields, withDefaults, readQuery } = require('./fields');
const access = require('./access');
const present = require('./present');
const { checkPreconditions, write, created, updated, deleted, pageOf } = require('./common');
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
  const gones = new Set();
  const readTerm = (input, required) => {
    const values = readFields(fields, input, required);
    if (bug('tag-description-line-breaks-lost') && key === 'tags' && values.description) values.description = values.description.replace(/\s+/g, ' ');
    if (bug('category-description-tags-stripped') && key === 'categories' && values.description) values.description = values.description.replace(/<[^>]*>/g, '');
    return values;
  };

  /** How many events visible to the caller have each term. */
  async function counts(ctx) {
    const living = bug('tags-of-deleted-events-listed') && key === 'tags' ? {} : { include: [{ model: Event.scope(access.scopeFor(ctx)), attributes: [], required: true }] };
    const rows = await links[key].findAll({ ...living, raw: true });
    const out = new Map();
    for (const r of rows) out.set(r.otherId, (out.get(r.otherId) || 0) + 1);
    return out;
  }
  const show = async (ctx, t) => present.term(ctx, t, key, (await counts(ctx)).get(t.id) || 0);

  async function list(ctx) {
    const { parent: _, ...others } = QUERY;
    const q = readQuery(ctx.state.query, key === 'categories' ? QUERY : others);
    const paging = pageOf(q);
    const order = (q.order ?? 'asc').toLowerCase();
    if (!['asc', 'desc', 'ascending', 'descending'].includes(order)) throw badParam('order', 'must be asc or desc.');
    const newest = variant('newest-first') && q.order === undefined && q.orderby === undefined;
    const orderby = newest ? 'id' : q.orderby ?? 'name';
    const hideEmpty = q.hide_empty ?? true;
    const and = [];
    if (ctx.state.language) and.push({ language: ctx.state.language });
    if (q.include) and.push({ id: q.include });
    if (q.exclude) and.push({ id: { [Op.notIn]: q.exclude } });
    if (q.exclude && bug('category-exclude-drops-children') && key === 'categories') and.push({ parent: { [Op.notIn]: q.exclude } });
    if (q.slug !== undefined) and.push({ slug: q.slug });
    if (q.parent !== undefined) and.push({ parent: q.parent });
    await lock.read(async () => {
      for (const name of ['post', 'event']) {
        if (q[name] === undefined) continue;
        const event = await Event.scope(access.scopeFor(ctx)).findOne({ where: { id: q[name] }, attributes: ['id'] });
        const rows = event ? await links[bug('tags-post-filter-wrong-table') ? 'categories' : key].findAll({ where: { eventId: event.id }, raw: true }) : [];
        and.push({ id: rows.map((r) => r.otherId) });
      }
      const count = await counts(ctx);
      let found = await Model.findAll({ where: { [Op.and]: and } });
      const hideLate = bug('categories-hidden-after-paging') && key === 'categories';
      if (hideEmpty && !hideLate) found = found.filter((t) => count.get(t.id));
      if (q.search !== undefined) found = found.filter((t) => [t.name, t.description, t.slug].some((s) => fold(s).includes(fold(q.search))));
      const by = {
        name: (t) => plain(t.name), slug: (t) => t.slug, id: (t) => t.id, term_id: (t) => t.id,
        description: (t) => plain(t.description || ''), count: (t) => count.get(t.id) || 0, parent: (t) => t.parent || 0, term_group: () => 0,
        include: (t) => (q.include || []).indexOf(t.id),
      }[orderby];
      if (!Object.hasOwn({ name: 1, slug: 1, id: 1, term_id: 1, description: 1, count: 1, parent: 1, term_group: 1, include: 1 }, orderby)) throw badParam('orderby', 'is no attribute to sort by.');
      const sign = (newest || order.startsWith('desc')) && !(bug('tags-order-ignored-with-orderby') && key === 'tags' && q.orderby !== undefined) ? -1 : 1;
      found.sort((a, b) => sign * (compare(by(a), by(b)) || compare(a.id, b.id)));
      const { page, perPage } = paging;
      const items = found.slice((page - 1) * perPage, page * perPage).filter((t) => !hideLate || !hideEmpty || count.get(t.id)).map((t) => present.term(ctx, t, key, count.get(t.id) || 0));
      ctx.body = present.list(ctx, key, items, { page, perPage, total: found.length });
    });
  }
  async function load(ctx, options) {
    const id = bug('category-id-cut-to-32-bits') && key === 'categories' ? Number(ctx.params.id) | 0 : Number(ctx.params.id);
    const record = Number.isSafeInteger(id) ? await Model.findByPk(id, options) : null;
    if (!record && variant('gone-and-previous') && gones.has(id)) throw gone(one);
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
    const values = readTerm(ctx.state.input, ['name']);
    values.language = ctx.state.language ?? 'en';
    created(ctx, await write(ctx, async (transaction) => {
      await checkParent(values, null);
      values.slug = await freeSlug(Model, values.slug ?? values.name, values.name);
      return show(ctx, await Model.create(values, { transaction }));
    }));
  }
  async function update(ctx) {
    access.requireEditor(ctx);
    let values = readTerm(ctx.state.input);
    if (variant('put-replaces') && ctx.method === 'PUT') values = withDefaults(fields, values);
    updated(ctx, await write(ctx, async (transaction) => {
      const record = await load(ctx, { transaction });
      checkPreconditions(ctx, await show(ctx, record));
      await checkParent(values, record);
      if (bug('category-parent-cannot-be-cleared') && !values.parent) delete values.parent;
      if (values.slug !== undefined) values.slug = await freeSlug(Model, values.slug, values.name ?? record.name, bug('tag-own-slug-taken') && key === 'tags' ? 0 : record.id);
      await record.update(values, { transaction });
      return show(ctx, record);
    }));
  }
  async function remove(ctx) {
    access.requireEditor(ctx);
    deleted(ctx, await write(ctx, async (transaction) => {
      const record = await load(ctx, { transaction });
      const last = await show(ctx, record);
      checkPreconditions(ctx, last);
      await links[key].destroy({ where: { otherId: record.id }, transaction });
      gones.add(record.id);
      if (key === 'categories' && bug('category-delete-deletes-children')) await Model.destroy({ where: { parent: record.id }, transaction });
      else if (key === 'categories') await Model.update({ parent: record.parent }, { where: { parent: record.id }, transaction });
      await record.destroy({ transaction });
      return last;
    }));
  }
  return { list, read, create, update, remove };
};
