import express, { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { MAX_PER_PAGE, NS, bug, variant } from './config';
import { Db, PlaceKind, TermKind, db, exclusively } from './db';
import { badRequest, forbidden, notFound } from './errors';
import * as http from './http';
import { Ctx, answer, cached, check, ctx, forget, mayWrite, pageAnswer, precondition, route, send } from './http';
import { createEvent, deleteEvent, eventIdBySlug, findEvent, listEvents, updateEvent } from './repos/events';
import { createPlace, deletePlaces, findPlace, listPlaces, placeIdBySlug, placesToDelete, updatePlace } from './repos/places';
import { createTerm, deleteTerm, findTerm, listTerms, updateTerm } from './repos/terms';
import { Kind } from './repos/common';
import { categoryFields, eventFields, eventQuery, indexQuery, organizerFields, placeQuery, tagFields, termQuery, venueFields } from './schemas';
import { Shape, event as eventJson, place as placeJson, term as termJson } from './serialize';
import { document } from './doc';

const media = new Map<number, string>();
export async function loadMedia(): Promise<void> {
  for (const m of await db.selectFrom('media').selectAll().execute()) media.set(m.id, m.url);
}

const shape = (c: Ctx, password?: string): Shape => ({ base: c.base, lang: c.lang, media, password });
const passwordOf = (req: Request): string | undefined => check(z.object({ password: z.string().optional() }), { password: req.query.password ?? (req.body as Record<string, unknown>)?.password ?? undefined }).password;

function idOf(req: Request, kind: Kind): number {
  const id = bug('id-parseint') && kind === 'organizer' ? parseInt(String(req.params.id), 10) : Number(req.params.id);
  if (!Number.isSafeInteger(id)) throw notFound(kind);
  return id;
}

/** One write: alone, and as a whole or not at all. */
function write<T>(kind: Kind, op: 'create' | 'update' | 'delete', bySlug: boolean, work: (on: Db) => Promise<T>): Promise<T> {
  const loose = (bug('no-transaction') && op === 'create') || (bug('lost-update') && kind === 'venue' && op === 'update') || (bug('slug-race') && kind === 'event' && op === 'create');
  const run = loose ? work(db) : exclusively(() => db.transaction().execute(work));
  return run.finally(() => forget(kind, op, bySlug));
}

function checkStatusFilter(c: Ctx, status: string[] | undefined): void {
  if (!c.all && status?.some((s) => s !== 'publish')) mayWrite(c);
}

function authorOf(c: Ctx, asked: number | null | undefined, role: http.Viewer): void {
  if (asked == null) return;
  if (!http.knownUser(asked)) throw badRequest(`Author ${asked} does not exist.`, { author: 'does not exist' });
  if (role.role === 'author' && asked !== role.id) throw forbidden();
}

function required(input: Record<string, unknown>, names: string[]): void {
  const missing = names.filter((n) => input[n] === undefined);
  if (missing.length) throw badRequest(`Missing parameter(s): ${missing.join(', ')}`, Object.fromEntries(missing.map((n) => [n, 'is required'])));
}

function clamp<Q extends { per_page: number }>(q: Q): Q {
  return { ...q, per_page: Math.min(q.per_page, MAX_PER_PAGE) };
}

/** What differs from one kind of resource to another. */
interface Resource {
  kind: Kind; path: string; required: string[]; bySlug: boolean;
  fields: z.AnyZodObject;
  unset: Record<string, unknown>;
  list(req: Request, c: Ctx): Promise<{ items: object[]; total: number; q: { page: number; per_page: number } }>;
  idBySlug?(slug: string, on: Db): Promise<number>;
  find(id: number, c: Ctx, on: Db, password?: string): Promise<{ json: object; author: number }>;
  create(on: Db, input: any, c: Ctx, author: number): Promise<number>;
  update(on: Db, id: number, input: any, c: Ctx, bySlug: boolean): Promise<void>;
  remove(on: Db, id: number, c: Ctx, slug?: string): Promise<void>;
}

const events: Resource = {
  kind: 'event', path: 'events', required: ['title', 'start_date', 'end_date'], bySlug: true, fields: eventFields,
  unset: { description: null, excerpt: null, all_day: false, image: null, cost: null, website: null, show_map: true, show_map_link: true, hide_from_listings: false, sticky: false, featured: false, categories: null, tags: null, venue: null, organizer: null },
  async list(req, c) {
    const q = clamp(check(eventQuery, req.query));
    checkStatusFilter(c, q.status);
    const { rows, total } = await listEvents(q, c.lang, c.all);
    return { items: rows.map((r) => eventJson(r, shape(c))), total, q };
  },
  idBySlug: (slug, on) => eventIdBySlug(slug, on),
  async find(id, c, on, password) {
    const full = await findEvent(id, c.lang, c.all, on);
    return { json: eventJson(full, shape(c, password)), author: full.row.author };
  },
  create: (on, input, c, author) => createEvent(on, input, c.lang, author),
  update: (on, id, input, c, bySlug) => updateEvent(on, id, input, c.lang, bySlug),
  remove: async (on, id) => {
    if (variant('trash')) await on.updateTable('events').set({ status: 'trash' }).where('id', '=', id).execute();
    else await deleteEvent(on, id);
  },
};

const placeResource = (kind: PlaceKind): Resource => ({
  kind, path: kind + 's', required: [kind], bySlug: true, fields: kind === 'venue' ? venueFields : organizerFields,
  unset: { description: null, image: null, phone: null, website: null, ...(kind === 'organizer' ? { email: null } : { address: null, city: null, country: null, province: null, state: null, zip: null, stateprovince: null, show_map: null, show_map_link: null }) },
  async list(req, c) {
    const q = clamp(check(placeQuery, req.query));
    checkStatusFilter(c, q.status);
    const { rows, total } = await listPlaces(kind, q, c.lang, c.all);
    return { items: rows.map((r) => placeJson(r, shape(c))), total, q };
  },
  idBySlug: (slug, on) => placeIdBySlug(kind, slug, on),
  async find(id, c, on) {
    const row = await findPlace(kind, id, c.lang, c.all, on);
    return { json: placeJson(row, shape(c)), author: row.author };
  },
  create: (on, input, c, author) => createPlace(on, kind, input, c.lang, author),
  update: (on, id, input, c) => updatePlace(on, kind, id, input, c.lang),
  remove: async (on, id, _c, slug) => {
    if (variant('trash')) await on.updateTable('places').set({ status: 'trash' }).where('id', '=', id).execute();
    else await deletePlaces(on, kind, await placesToDelete(on, kind, id, slug));
  },
});

const termResource = (kind: TermKind): Resource => ({
  kind, path: kind === 'category' ? 'categories' : 'tags', required: ['name'], bySlug: false, fields: kind === 'category' ? categoryFields : tagFields,
  unset: { description: null, ...(kind === 'category' ? { parent: 0 } : {}) },
  async list(req, c) {
    const q = clamp(check(termQuery, req.query));
    const { rows, total } = await listTerms(kind, q, c.lang, c.all);
    return { items: rows.map((r) => termJson(r, shape(c))), total, q };
  },
  async find(id, c, on) {
    const row = await findTerm(kind, id, c.lang, on);
    return { json: termJson(row, shape(c)), author: row.author };
  },
  create: (on, input, c, author) => createTerm(on, kind, input, c.lang, author),
  update: async (on, id, input, c) => updateTerm(on, await findTerm(kind, id, c.lang, on), input, c.lang),
  remove: async (on, id, c) => deleteTerm(on, await findTerm(kind, id, c.lang, on)),
});

const resources: Resource[] = [events, placeResource('venue'), placeResource('organizer'), termResource('category'), termResource('tag')];

const BOOLEANS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'];
function inputOf(r: Resource, req: Request): Record<string, unknown> {
  let body = { ...(req.body as Record<string, unknown> | undefined) };
  if (bug('form-boolean') && r.kind === 'event' && req.is('application/x-www-form-urlencoded')) for (const f of BOOLEANS) if (f in body) body[f] = Boolean(body[f]);
  if (bug('patch-defaults') && r.kind === 'event' && req.method === 'PATCH') body = { all_day: false, website: null, ...body };
  const input = check(r.fields, body);
  return variant('put-replaces') && req.method === 'PUT' ? { ...r.unset, ...input } : input;
}

function handlers(r: Resource, bySlug: boolean) {
  const locate = async (req: Request, on: Db) => (bySlug ? r.idBySlug!(String(req.params.slug), on) : idOf(req, r.kind));
  const password = (req: Request) => (r.kind === 'event' && !bySlug ? passwordOf(req) : undefined);

  const read = cached(async (req, res) => {
    const c = ctx(res);
    const seen = bug('users-draft-slug') && r.kind === 'event' && bySlug ? { ...c, all: true } : c;
    return answer((await r.find(await locate(req, db), seen, db, password(req))).json);
  });
  const redirect: RequestHandler = async (req, res) => {
    const c = ctx(res);
    const id = await locate(req, db);
    await r.find(id, c, db);
    const query = req.originalUrl.split('?')[1];
    res.redirect(302, `${c.base}/${NS}/${r.path}/${id}${query ? '?' + query : ''}`);
  };

  const update: RequestHandler = async (req, res) => {
    const c = ctx(res);
    const viewer = mayWrite(c);
    const input = inputOf(r, req);
    const result = await write(r.kind, 'update', bySlug, async (on) => {
      const id = await locate(req, on);
      const restoring = variant('trash') && r.bySlug && input.status ? await untrash(r, id, on) : false;
      const current = await r.find(id, c, on, password(req));
      mayWrite(c, bug('users-by-slug-owner') && r.kind === 'event' && bySlug ? viewer.id : current.author);
      authorOf(c, input.author as number | undefined, viewer);
      if (!restoring) precondition(req, () => answer(current.json));
      await r.update(on, id, input, c, bySlug);
      return (await r.find(id, c, on, password(req))).json;
    });
    send(res, answer(result));
  };

  const remove: RequestHandler = async (req, res) => {
    const c = ctx(res);
    const open = bug('users-reader-tag') && r.kind === 'tag';
    mayWrite(c, undefined, open);
    if (bug('lang-delete-400') && r.kind === 'venue' && !bySlug) check(z.strictObject({}), req.query);
    const last = await write(r.kind, 'delete', bySlug, async (on) => {
      const id = await locate(req, on);
      const current = await r.find(id, c, on, password(req));
      mayWrite(c, current.author, open);
      precondition(req, () => answer(current.json));
      await r.remove(on, id, c, bySlug ? String(req.params.slug) : undefined);
      return current.json;
    });
    if (variant('delete-204')) return void res.status(204).end();
    res.json(variant('trash') && r.bySlug ? { ...last, status: 'trash' } : last);
  };
  return { GET: bySlug && variant('slug-redirect') ? redirect : read, POST: update, PUT: update, PATCH: update, DELETE: remove };
}

async function untrash(r: Resource, id: number, on: Db): Promise<boolean> {
  const table = r.kind === 'event' ? 'events' : 'places';
  const done = await on.updateTable(table).set({ status: 'draft' }).where('id', '=', id).where('status', '=', 'trash').executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

function mount(router: Router, r: Resource): void {
  const list = cached(async (req, res) => {
    const { items, total, q } = await r.list(req, ctx(res));
    return pageAnswer(req, res, r.path, items, total, q);
  });
  const create: RequestHandler = async (req: Request, res: Response) => {
    const c = ctx(res);
    const viewer = mayWrite(c);
    const input = inputOf(r, req);
    required(input, r.required);
    authorOf(c, input.author as number | undefined, viewer);
    const { id, json } = await write(r.kind, 'create', false, async (on) => {
      const id = await r.create(on, input, c, viewer.id);
      return { id, json: (await r.find(id, c, on)).json };
    });
    const path = bug('tag-location') && r.kind === 'tag' ? 'categories' : r.path;
    res.location(`${c.base}/${NS}/${path}/${id}`);
    send(res, answer(json), 201);
  };
  route(router, `/${r.path}`, { GET: list, POST: create });
  route(router, `/${r.path}/:id`, handlers(r, false));
  if (r.bySlug) route(router, `/${r.path}/by-slug/:slug`, handlers(r, true));
}

export function makeApp(): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'extended');
  app.set('etag', false);
  app.enable('case sensitive routing');
  app.use(http.languagePrefix, http.authenticate);
  app.use(express.json({ limit: '1mb', type: ['application/json', 'application/*+json'] }), express.urlencoded({ extended: true, limit: '1mb' }));
  app.use(http.bodyIsFields, http.chooseLanguage);

  route(app as unknown as Router, '/', { GET: (_req, res) => {
    const { base } = ctx(res);
    res.json({ name: 'Calendar', namespaces: [NS], _links: { self: [{ href: `${base}/` }], namespaces: [{ href: `${base}/${NS}` }] } });
  } });

  const router = Router({ caseSensitive: true });
  route(router, '/', { GET: (req, res) => {
    const { base } = ctx(res);
    check(indexQuery, req.query);
    const paths = ['', '/doc', ...resources.flatMap((r) => [`/${r.path}`, `/${r.path}/{id}`, ...(r.bySlug ? [`/${r.path}/by-slug/{slug}`] : [])])];
    res.json({ namespace: NS, routes: Object.fromEntries(paths.map((p) => [`/${NS}${p}`, { _links: { self: [{ href: `${base}/${NS}${p}` }] } }])), _links: { up: [{ href: `${base}/` }] } });
  } });
  route(router, '/doc', { GET: (_req, res) => void res.json(document(ctx(res).base)) });
  for (const r of resources) mount(router, r);
  app.use(`/${NS}`, router);
  app.use(http.nothingHere);
  app.use(http.onError);
  return app;
}
