import { createHash } from 'crypto';
import { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { ZodTypeAny, z } from 'zod';
import { DEFAULT_LANG, Lang, ORIGIN, PREFIXES, USERS, bug, variant } from './config';
import { HttpError, badRequest, forbidden, unauthorized } from './errors';
import { Kind } from './repos/common';
import { langField } from './schemas';

export interface Viewer { id: number; role: 'editor' | 'author' | 'reader' }
export interface Ctx { lang: Lang; base: string; prefix: string; viewer: Viewer | null; all: boolean }
export const ctx = (res: Response): Ctx => res.locals.ctx as Ctx;

const users: Record<string, Viewer & { password: string }> = {
  editor: { id: 1, role: 'editor', password: 'editor' },
  author: { id: 2, role: 'author', password: 'author' },
  reader: { id: 3, role: 'reader', password: 'reader' },
};
export const knownUser = (id: number) => !USERS || Object.values(users).some((u) => u.id === id);

/** The site may be called under /nl, /de or /fr: the segment is taken off and remembered. */
export const languagePrefix: RequestHandler = (req, res, next) => {
  const m = /^\/([a-z]{2})(?=\/|\?|$)/.exec(req.url);
  const prefix = m && PREFIXES.includes(m[1]) ? m[1] : '';
  if (prefix) req.url = req.url.slice(3).replace(/^(?!\/)/, '/');
  res.locals.ctx = { lang: (prefix || DEFAULT_LANG) as Lang, prefix, base: prefix ? `${ORIGIN}/${prefix}` : ORIGIN, viewer: null, all: false } satisfies Ctx;
  next();
};

export const authenticate: RequestHandler = (req, res, next) => {
  const c = ctx(res);
  if (!USERS) c.viewer = { id: 1, role: 'editor' };
  else if (req.headers.authorization !== undefined) {
    const m = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(req.headers.authorization);
    const [name, ...rest] = m ? Buffer.from(m[1], 'base64').toString('utf8').split(':') : [''];
    const user = Object.hasOwn(users, name) ? users[name] : undefined;
    if (!user || user.password !== rest.join(':')) throw unauthorized();
    c.viewer = { id: user.id, role: user.role };
  }
  c.all = c.viewer !== null;
  next();
};

/** ml_language, from the query or the body, over the language of the address. */
export const chooseLanguage: RequestHandler = (req, res, next) => {
  const asked = req.query.ml_language ?? (req.body as Record<string, unknown> | undefined)?.ml_language;
  if (asked !== undefined) ctx(res).lang = check(z.object({ ml_language: langField }), { ml_language: asked }).ml_language;
  next();
};

export const bodyIsFields: RequestHandler = (req, _res, next) => {
  const sent = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
  if (['POST', 'PUT', 'PATCH'].includes(req.method) && sent) {
    if (!req.is(['application/json', 'application/*+json', 'application/x-www-form-urlencoded'])) throw new HttpError(415, 'unsupported_media_type', 'Send JSON or form fields.');
    if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) throw badRequest('The body must be an object of fields.');
  }
  next();
};

export function check<T extends ZodTypeAny>(schema: T, data: unknown): z.output<T> {
  const r = schema.safeParse(data ?? {});
  if (r.success) return r.data;
  const params: Record<string, string> = {};
  for (const i of r.error.issues) params[i.path.join('.') || 'body'] ??= i.message;
  throw badRequest(`Invalid parameter(s): ${Object.keys(params).join(', ')}`, params);
}

export function mayWrite(c: Ctx, ownedBy?: number, open = false): Viewer {
  if (!c.viewer) throw unauthorized();
  if (open || c.viewer.role === 'editor') return c.viewer;
  if (c.viewer.role === 'reader' || (ownedBy !== undefined && ownedBy !== c.viewer.id)) throw forbidden();
  return c.viewer;
}

/* Answers, entity tags and the cache of answers to GET. */

interface Answer { json: string; etag: string; headers: Record<string, string> }
const cache = new LRUCache<string, Answer>({ max: 1000, ttl: 30_000 });
let generation = 0;

export function forget(kind: Kind, op: 'create' | 'update' | 'delete', bySlug: boolean): void {
  generation++;
  for (const key of [...cache.keys()]) {
    const path = key.split(' ')[0];
    if (bug('cache-slug-stale') && kind === 'venue' && !bySlug && path.includes('/venues/by-slug/')) continue;
    if (bug('cache-embed') && kind === 'organizer' && op === 'update' && /\/events\/(\d+|by-slug\/.+)$/.test(path)) continue;
    if (bug('tags-list-stale') && kind === 'tag' && op === 'delete' && path.endsWith('/tags')) continue;
    cache.delete(key);
  }
}

export function answer(body: object, headers: Record<string, string> = {}): Answer {
  const json = JSON.stringify(body);
  const e = body as { id?: number; start_date?: string; modified_utc?: string };
  const stamp = bug('etag-second') && e.start_date ? `${e.id} ${e.modified_utc}` : json;
  return { json, headers, etag: `"${createHash('sha1').update(stamp).digest('base64url')}"` };
}

export function send(res: Response, a: Answer, status = 200): void {
  res.status(status).set({ 'Content-Language': ctx(res).lang, 'Cache-Control': 'private, no-cache', ...a.headers, ETag: a.etag });
  if (USERS) res.vary('Authorization');
  // Done here, since Express gives the whole answer to whoever sends Cache-Control: no-cache, as fetch() does with If-None-Match.
  const held = ['GET', 'HEAD'].includes(res.req.method) ? res.req.headers['if-none-match'] : undefined;
  if (held && (held.trim() === '*' || held.split(',').some((t) => t.trim().replace(/^W\//, '') === a.etag))) return void res.status(304).end();
  res.type('json').send(a.json);
}

export function cached(make: (req: Request, res: Response) => Promise<Answer>): RequestHandler {
  return async (req, res) => {
    const c = ctx(res);
    const query = req.originalUrl.split('?')[1] ?? '';
    const viewer = c.all && !bug('users-cache') ? 'all' : 'public';
    const unlocalized = bug('cache-lang') && /\/events\/\d+\/?$/.test(req.path);
    const key = unlocalized ? `${req.path} ${viewer}` : `${req.path} ${viewer} ${c.prefix} ${c.lang} ${query}`;
    let found = cache.get(key);
    if (!found) {
      const before = generation;
      found = await make(req, res);
      if (before === generation) cache.set(key, found);
    }
    send(res, found);
  };
}

/** If-Match: the write is done only upon the representation the client has seen. */
export function precondition(req: Request, current: () => Answer): void {
  const wanted = req.headers['if-match'];
  if (wanted === undefined || (bug('if-match-delete') && req.method === 'DELETE')) return;
  if (wanted.trim() === '*') return;
  if (!wanted.split(',').map((t) => t.trim()).includes(current().etag)) throw new HttpError(412, 'precondition_failed', 'The record has changed meanwhile.');
}

export function pageAnswer(req: Request, res: Response, name: string, items: object[], total: number, q: { page: number; per_page: number }): Answer {
  const url = new URL(req.originalUrl, ORIGIN);
  const pages = Math.ceil(total / q.per_page);
  const at = (page: number) => {
    const u = new URL(url);
    if (bug('next-link-array')) for (const k of [...u.searchParams.keys()]) if (k.endsWith(']')) u.searchParams.delete(k);
    u.searchParams.set('page', String(page));
    return u.href;
  };
  if (variant('order-and-clamp') && q.page > Math.max(pages, 1)) throw new HttpError(404, 'page_not_found', 'There is no such page.');
  const next = q.page < pages ? at(q.page + 1) : undefined;
  const previous = q.page > 1 && pages > 0 ? at(Math.min(q.page - 1, pages)) : undefined;
  const link = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(Boolean).join(', ');
  const headers = { 'X-Total': String(total), 'X-Total-Pages': String(pages), ...(link ? { Link: link } : {}) };
  if (variant('flat')) return answer(items, headers);
  return answer({ [name]: items, rest_url: url.href, ...(next ? { next_rest_url: next } : {}), ...(previous ? { previous_rest_url: previous } : {}), total, total_pages: pages }, headers);
}

/* Routes. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export function route(router: Router, path: string, handlers: Partial<Record<Method, RequestHandler>>): void {
  const allow = Object.keys(handlers).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])).concat('OPTIONS').join(', ');
  const loose = bug('id-parseint') && path.startsWith('/organizers/');
  router.all(path, (req: Request, res: Response, next: NextFunction) => {
    if (typeof req.params.id === 'string' && !(loose ? /^\d/ : /^\d+$/).test(req.params.id)) return next();
    if (req.method === 'OPTIONS') return void res.status(204).set('Allow', allow).end();
    const handler = handlers[(req.method === 'HEAD' ? 'GET' : req.method) as Method];
    if (handler) return handler(req, res, next);
    if (!(bug('allow-missing') && (path === '/venues' || path === '/organizers'))) res.set('Allow', allow);
    throw new HttpError(405, 'method_not_allowed', `${req.method} is not allowed here.`);
  });
}

export const nothingHere: RequestHandler = () => {
  throw new HttpError(404, 'no_route', 'There is nothing at this address.');
};

export const onError: ErrorRequestHandler = (err, req, res, next) => {
  if (res.headersSent) return next(err);
  let e: HttpError;
  if (err instanceof HttpError) e = err;
  else if (typeof err?.status === 'number' && err.status >= 400 && err.status < 500) e = new HttpError(err.status, err.type ?? 'bad_request', err.message);
  else {
    console.error(req.method, req.originalUrl, err);
    e = new HttpError(500, 'internal_error', 'Something went wrong.');
  }
  if (e.status === 401) res.set('WWW-Authenticate', 'Basic realm="events", charset="UTF-8"');
  const status = variant('problem') && e.code === 'invalid_param' ? 422 : e.status;
  res.status(status).set('Cache-Control', 'no-store');
  if (variant('problem')) {
    res.type('application/problem+json').send(JSON.stringify({ type: 'about:blank', title: e.code, status, detail: e.message, ...(e.params ? { errors: e.params } : {}) }));
  } else res.json({ code: e.code, message: e.message, data: { status, ...(e.params ? { params: e.params } : {}) } });
};
