import { bodySchema, castBody, castQuery, querySchema } from './fields.js';
import { abortIfChanged } from './http.js';
import { mayManageTerms } from './auth.js';
import { denied, invalid, notFound } from './errors.js';
import { write, fold } from './db.js';
import { uniqueSlug } from './slugs.js';
import { presentTerm } from './present.js';
import { slugify } from './slugs.js';
import { counts } from './links.js';
import { bug, pause } from './switches.js';

const KINDS = { categories: { taxonomy: 'category', single: 'category' }, tags: { taxonomy: 'tag', single: 'tag' } };

export default async function terms(app, { kind }) {
  const { taxonomy, single } = KINDS[kind];
  const { knex } = app;
  let current = null;

  const counted = (db) => db('terms as t').where('t.taxonomy', taxonomy).select('t.*', db('event_terms as l').join('events as v', 'v.id', 'l.event_id')
    .whereRaw('l.term_id = t.id').where('v.status', 'publish').count('*').as('count'));
  const find = async (db, request) => {
    const row = await counted(db).where('t.id', Number(request.params.id) <= 2 ** 31 ? Number(request.params.id) : -1).first();
    if (!row) throw notFound(single);
    return row;
  };

  app.get(`/${kind}`, {
    schema: { querystring: querySchema(kind) },
    preValidation: async (request) => { request.query = castQuery(kind, request.query); },
  }, async (request, reply) => {
    const f = request.query;
    const { user } = request;
    const q = knex.from(counted(knex).as('t'));
    if (f.ml_language) q.where('t.language', f.ml_language);
    if (f.search) q.where((w) => ['t.name', 't.slug', 't.description'].forEach((c) => w.orWhereRaw('instr(fold(??), ?) > 0', [c, fold(f.search)])));
    if (f.include?.length) q.whereIn('t.id', f.include);
    if (f.exclude?.length && !(f.include?.length && bug('exclude-lost-with-include'))) q.whereNotIn('t.id', f.exclude);
    if (f.slug) q.where('t.slug', f.slug.toLowerCase());
    if (f.parent !== undefined && bug('parent-filter-includes-descendants')) {
      const below = [];
      for (let level = [f.parent]; level.length; below.push(...level)) level = await knex('terms').whereIn('parent', level).where({ taxonomy }).pluck('id');
      q.whereIn('t.id', below);
    } else if (f.parent !== undefined) q.where('t.parent', f.parent);
    const assigned = () => knex('event_terms as l').join('events as v', 'v.id', 'l.event_id').whereNot('v.status', 'trash').select('l.term_id');
    for (const event of [f.post, f.event]) {
      if (event === undefined) continue;
      const of = assigned().where('v.id', event);
      if (user.role === 'author') of.where((w) => w.where('v.status', 'publish').orWhere('v.author', user.id));
      else if (user.role !== 'editor') of.where('v.status', 'publish');
      q.whereIn('t.id', of);
    }
    if (f.hide_empty && bug('term-count-not-decremented')) q.where((w) => w.whereIn('t.id', assigned()).orWhereIn('t.id', [...counts]));
    else if (f.hide_empty) q.whereIn('t.id', assigned());
    const [{ total }] = await q.clone().count({ total: '*' });
    const direction = f.order?.startsWith('desc') ? 'desc' : 'asc';
    const by = { term_id: 'id' }[f.orderby] ?? f.orderby;
    const first = bug('order-applies-to-tie-break-only') ? 'asc' : direction;
    if (by === 'name' || by === 'description') q.orderByRaw(`fold(??) ${first}`, [`t.${by}`]);
    else q.orderBy(`t.${by}`, first);
    const size = bug('search-forgets-per-page') && f.search ? 10 : f.per_page;
    const rows = await q.orderBy('t.id', direction).select('t.*').limit(size).offset((f.page - 1) * size);
    return reply.sendList(kind, rows.map((r) => presentTerm(r, request.base)), total, request);
  });

  const guard = async (request) => { if (!mayManageTerms(request.user)) throw denied(request.user); };
  const checkParent = async (trx, parent, ownId) => {
    if (!parent) return;
    for (let at = parent; at; ) {
      if (at === ownId) throw invalid('parent', 'a category can not be below itself');
      const row = await trx('terms').where({ id: at, taxonomy }).first();
      if (!row) throw invalid('parent', 'no such category');
      at = row.parent;
    }
  };
  const columns = async (trx, body, row) => {
    const out = {};
    if (body.name !== undefined) out.name = body.name;
    if (row && out.name && bug('term-update-else-if')) return out;
    if ('description' in body) out.description = body.description ?? '';
    if (out.description && bug('backslash-lost')) out.description = out.description.replace(/\\(.?)/gs, '$1');
    if (taxonomy === 'category' && body.parent !== undefined) {
      out.parent = body.parent ?? 0;
      await checkParent(trx, out.parent, row?.id);
    }
    if (body.slug) out.slug = await uniqueSlug(trx, { table: 'terms', where: { taxonomy } }, body.slug, single, row?.id);
    else if (!row) out.slug = await uniqueSlug(trx, { table: 'terms', where: { taxonomy } }, body.name, single, row?.id);
    return out;
  };

  app.post(`/${kind}`, {
    schema: { body: bodySchema(kind, { partial: false }) },
    onRequest: guard,
    preValidation: async (request) => { request.body = castBody(kind, request.body); },
  }, async (request, reply) => {
    current = request.body;
    if (bug('shared-state-mixes-requests')) await pause(10);
    const made = await write(knex, async (trx) => {
      const body = bug('shared-state-mixes-requests') ? current : request.body;
      if (bug('tag-create-overwrites') && kind === 'tags') {
        const there = await trx('terms').where({ taxonomy, slug: slugify(body.slug || body.name) }).first();
        if (there) {
          await trx('terms').where('id', there.id).update({ name: body.name, description: body.description ?? '' });
          return presentTerm(await counted(trx).where('t.id', there.id).first(), request.base);
        }
      }
      const [id] = await trx('terms').insert({ taxonomy, language: body.ml_language ?? 'en', description: '', ...(await columns(trx, body, null)) });
      return presentTerm(await counted(trx).where('t.id', id).first(), request.base);
    });
    reply.header('location', `${request.base}/${kind}/${made.id}`);
    return reply.code(201).send(made);
  });

  const path = `/${kind}/:id(^\\d+$)`;
  app.get(path, async (request) => presentTerm(await find(knex, request), request.base));
  app.route({
    method: ['POST', 'PUT', 'PATCH'],
    url: path,
    schema: { body: bodySchema(kind, { partial: true }) },
    onRequest: guard,
    preValidation: async (request) => { request.body = castBody(kind, request.body); },
    handler: (request) => write(knex, async (trx) => {
      const row = await find(trx, request);
      abortIfChanged(request, presentTerm(row, request.base));
      const changes = await columns(trx, request.body, row);
      if (Object.keys(changes).length) await trx('terms').where('id', row.id).update(changes);
      return presentTerm(await find(trx, request), request.base);
    }),
  });
  app.delete(path, { onRequest: guard }, async (request) => {
    const gone = await write(knex, async (trx) => {
      const row = await find(trx, request);
      abortIfChanged(request, presentTerm(row, request.base));
      await trx('terms').where({ taxonomy, parent: row.id }).update({ parent: row.parent });
      await trx('terms').where('id', row.id).del();
      return presentTerm(row, request.base);
    });
    return gone;
  });
}
