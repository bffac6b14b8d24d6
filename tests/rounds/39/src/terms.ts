import { and, asc, desc, eq, exists, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { bug } from './flags.js';
import { ApiError, check, deleted, forgetLists, notFound, precondition, query, readBody, restUrl, send, sendList, type Ctx, type Env } from './http.js';
import { mustWrite } from './posts.js';
import { categories, eventCategories, events, eventTags, tags } from './schema.js';
import { contains, db, freeSlug, live, sqlite, visible } from './store.js';
import { chosenSlug, slugify } from './text.js';
import { anyQuery, categoryCreate, categoryQuery, categoryUpdate, tagCreate, tagQuery, tagUpdate } from './validation.js';

type Kind = 'category' | 'tag';
type Query = z.infer<typeof categoryQuery>;
const SETUP = {
  category: { table: categories, link: eventCategories, plural: 'categories', create: categoryCreate, update: categoryUpdate, list: categoryQuery },
  tag: { table: tags, link: eventTags, plural: 'tags', create: tagCreate, update: tagUpdate, list: tagQuery },
} as const;

export function termRoutes(kind: Kind) {
  const { link, plural } = SETUP[kind];
  const table = SETUP[kind].table as any;
  const createSchema: z.ZodType<any> = SETUP[kind].create;
  const updateSchema: z.ZodType<any> = SETUP[kind].update;
  const listSchema = SETUP[kind].list as unknown as typeof categoryQuery;

  const assigned = (extra?: SQL): SQL =>
    exists(db.select({ one: sql`1` }).from(link).innerJoin(events, eq(link.event_id, events.id)).where(and(eq(link.target_id, table.id), extra)));
  const counted = sql<number>`(SELECT count(*) FROM ${link} JOIN events ON events.id = ${link.event_id} WHERE ${link.target_id} = ${table}.id
    AND events.status = 'publish' AND events.deleted_at IS NULL)`;
  const selection = () => ({ ...(kind === 'category' ? { parent: categories.parent } : {}), id: table.id, name: table.name, slug: table.slug, description: table.description, language: table.language, count: counted });

  const represent = (c: Ctx, r: any): Record<string, unknown> => ({
    id: r.id, name: r.name, slug: r.slug, description: r.description, ...(kind === 'category' ? { parent: r.parent } : {}),
    count: r.count, language: r.language, taxonomy: `event_${kind}`, rest_url: restUrl(c, `/${plural}/${r.id}`),
  });
  const find = (id: number) => db.select(selection()).from(table).where(eq(table.id, id)).get() as any;
  function locate(c: Ctx): any {
    const id = c.req.param('id')!;
    const row = id.length > 15 ? undefined : find(Number(id));
    if (!row) throw notFound(kind);
    return row;
  }
  function mustManage(c: Ctx): void {
    mustWrite(c.get('viewer'));
    if (c.get('viewer').role !== 'editor') throw new ApiError(403, 'rest_forbidden', 'You are not allowed to manage terms.');
  }
  function list(c: Ctx, q: Query) {
    const viewer = c.get('viewer');
    const lang = q.ml_language ?? c.get('lang');
    const where: (SQL | undefined)[] = [];
    if (lang) where.push(eq(table.language, lang));
    if (q.hide_empty) where.push(assigned(bug('hide-empty-counts-deleted') ? undefined : and(visible(events, viewer), live(events))));
    if (q.search) where.push(or(contains(table.name, q.search), contains(table.description, q.search)));
    if (q.include) where.push(inArray(table.id, q.include));
    if (q.exclude?.length && !(bug('exclude-list-as-number') && q.exclude.length > 1)) where.push(notInArray(table.id, q.exclude));
    if (q.slug !== undefined) where.push(eq(table.slug, q.slug));
    if (q.parent !== undefined) where.push(eq(categories.parent, q.parent));
    for (const post of [q.post, bug('tags-event-alias-ignored') && kind === 'tag' ? undefined : q.event])
      if (post !== undefined) where.push(assigned(and(eq(link.event_id, post), visible(events, viewer), live(events))));
    const condition = and(...where);
    const cols: Record<string, any> = {
      id: table.id, term_id: table.id, name: sql`fold(${table.name})`, slug: table.slug, description: sql`fold(${table.description})`,
      parent: kind === 'category' ? categories.parent : table.id, count: counted, include: table.id,
    };
    const down = q.order.startsWith('desc');
    const dir = down ? desc : asc;
    const rows = db.select(selection()).from(table).where(condition).orderBy(dir(cols[q.orderby]), dir(table.id)).limit(q.per_page).offset((q.page - 1) * q.per_page).all();
    const total = db.select({ n: sql<number>`count(*)` }).from(table).where(condition).get()!.n;
    return { items: rows.map((r: any) => represent(c, r)), total };
  }
  function checkParent(parent: number | null | undefined, self = 0): number | undefined {
    if (parent === undefined) return undefined;
    for (let at = parent ?? 0; at; ) {
      const row = db.select({ parent: categories.parent }).from(categories).where(eq(categories.id, at)).get();
      if (!row || at === self) throw new ApiError(400, 'rest_invalid_param', 'Invalid parameter(s): parent', { parent: row ? 'would make a circle' : 'does not exist' });
      at = row.parent;
    }
    return parent ?? 0;
  }
  function create(c: Ctx, q: { ml_language?: string }) {
    mustManage(c);
    const input = check(createSchema, c.get('body'));
    const language = q.ml_language ?? check(anyQuery, { ml_language: c.get('body').ml_language ?? undefined }).ml_language ?? c.get('lang') ?? 'en';
    const parent = kind === 'category' ? { parent: checkParent(input.parent) ?? 0 } : {};
    const slug = freeSlug(table, input.slug ? chosenSlug(input.slug) : slugify(input.name), kind);
    const { id } = db.insert(table).values({ name: input.name, slug, description: input.description ?? '', language, ...parent } as any).returning({ id: table.id }).get() as { id: number };
    forgetLists();
    return send(c, represent(c, find(id)), 201, { Location: restUrl(c, `/${plural}/${id}`) });
  }
  function update(c: Ctx) {
    mustManage(c);
    const before = locate(c);
    const input = check(updateSchema, c.get('body'));
    precondition(c, () => [represent(c, before)]);
    const set: Record<string, unknown> = {};
    if (input.name !== undefined) set.name = input.name;
    if (input.description !== undefined) set.description = input.description ?? '';
    if (input.slug) set.slug = freeSlug(table, chosenSlug(input.slug), kind, before.id);
    const parent = kind === 'category' ? checkParent(input.parent, before.id) : undefined;
    if (parent !== undefined) set.parent = parent;
    if (Object.keys(set).length) db.update(table).set(set).where(eq(table.id, before.id)).run();
    forgetLists();
    return send(c, represent(c, find(before.id)));
  }
  function remove(c: Ctx) {
    mustManage(c);
    const row = locate(c);
    precondition(c, () => [represent(c, row)]);
    sqlite.transaction(() => {
      if (kind === 'category') {
        const below = db.select({ id: categories.id }).from(categories).where(eq(categories.parent, row.id)).all().map((r) => r.id);
        if (bug('category-delete-cascades') && below.length) {
          db.delete(link).where(inArray(link.target_id, below)).run();
          db.delete(categories).where(inArray(categories.id, below)).run();
        } else if (below.length) db.update(categories).set({ parent: row.parent }).where(inArray(categories.id, below)).run();
      }
      db.delete(link).where(eq(link.target_id, row.id)).run();
      db.delete(table).where(eq(table.id, row.id)).run();
    }).immediate();
    forgetLists();
    return deleted(c, represent(c, row));
  }

  const routes = new Hono<Env>()
    .get('/', query(listSchema), (c) => {
      const q = c.req.valid('query');
      return sendList(c, plural, q, () => list(c, q));
    })
    .post('/', query(anyQuery), readBody, (c) => create(c, c.req.valid('query')));
  const path = '/:id{[0-9]+}';
  routes.get(path, query(anyQuery), (c) => send(c, represent(c, locate(c))));
  routes.on(bug('tags-put-not-routed') && kind === 'tag' ? ['POST', 'PATCH'] : ['POST', 'PUT', 'PATCH'], path, query(anyQuery), readBody, (c) => update(c));
  routes.delete(path, query(anyQuery), (c) => remove(c));
  return routes;
}
