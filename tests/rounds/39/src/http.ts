import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';
import { z } from 'zod';
import { bug, usersEnabled, variant } from './flags.js';
import { NS, type Viewer } from './store.js';
import { anyQuery } from './validation.js';

export type Env = { Variables: { viewer: Viewer; prefix: string; lang?: string; body: Record<string, unknown> } };
export type Ctx = Context<Env, any, any>;

export class ApiError extends HTTPException {
  constructor(status: ContentfulStatusCode, readonly code: string, message: string, readonly params?: Record<string, string>) {
    super(status, { message });
  }
}
export const notFound = (what: string) => new ApiError(404, `${what}-not-found`, `The requested ${what} does not exist.`);

export const origin = (c: Ctx): string => new URL(c.req.url).origin + c.get('prefix');
export const restUrl = (c: Ctx, path: string): string => `${origin(c)}/${NS}${path}`;

export function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const params: Record<string, string> = {};
  for (const i of result.error.issues) params[i.path.join('.') || 'body'] ??= i.message;
  throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${Object.keys(params).join(', ')}`, params);
}

const plainQuery = (c: Ctx): Record<string, unknown> => {
  const out: Record<string, unknown> = Object.create(null);
  for (const [raw, values] of Object.entries(c.req.queries())) {
    const key = raw.replace(/\[\d*\]$/, '');
    const filled = values.filter((v) => v !== '');
    if (filled.length) out[key] = key in out ? [out[key], filled].flat() : filled.length === 1 ? filled[0] : filled;
  }
  return out;
};
export const query = <T extends z.ZodType>(schema: T) =>
  validator('query', (_v, c) => check(schema, plainQuery(c as Ctx)) as z.infer<T>);

/** Reads a JSON or form body; parameters in the address may stand in for members of the body. */
export const readBody: MiddlewareHandler<Env> = async (c, next) => {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  let body: unknown = {};
  if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    try {
      const form = await c.req.parseBody({ all: true });
      body = Object.fromEntries(Object.entries(form).map(([k, v]) => [k.replace(/\[\d*\]$/, ''), v]));
    } catch {
      throw new ApiError(400, 'rest_invalid_body', 'The form in the body could not be read.');
    }
  } else {
    const text = await c.req.text();
    if (text.trim() !== '') {
      try {
        body = JSON.parse(text.replace(/^\uFEFF/, ''));
      } catch {
            throw new ApiError(400, 'rest_invalid_json', 'Invalid JSON body passed.');
      }
    }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError(400, 'rest_invalid_body', 'The body must be an object.');
  const all = { ...plainQuery(c), ...body } as Record<string, unknown>;
  check(anyQuery, { ml_language: all.ml_language ?? undefined });
  c.set('body', all);
  await next();
};

export const etagOf = (text: string): string => `"${createHash('sha1').update(text).digest('base64url')}"`;
export const etagOfItem = (text: string, item: any): string =>
  bug('etag-by-second') && item && 'modified' in item ? `"${item.id}-${String(item.modified).replace(/\D/g, '')}"` : etagOf(text);
const matches = (header: string, tag: string, weak: boolean): boolean =>
  header.trim() === '*' || (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((t) => (weak ? t.replace(/^W\//, '') === tag : t === tag));

export function sendText(c: Ctx, text: string, status: number, headers: Record<string, string> = {}, item?: unknown): Response {
  const all: Record<string, string> = { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-cache', ...headers };
  if (usersEnabled) all['Vary'] = 'Authorization';
  if (status === 200 && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
    const tag = etagOfItem(text, item);
    all['ETag'] = tag;
    const wanted = c.req.header('if-none-match');
    if (wanted && matches(wanted, tag, true)) {
      delete all['Content-Type'];
      return c.body(null, 304, all);
    }
  }
  return c.body(text, status as ContentfulStatusCode, all);
}
export const send = (c: Ctx, data: unknown, status = 200, headers: Record<string, string> = {}): Response => {
  const shown = variant('data-envelope') ? { data } : data;
  return sendText(c, JSON.stringify(shown), status, headers, data);
};
/** RFC 9110, 13.1.1: a write with If-Match is done only if the record still is what the client saw. */
export function precondition(c: Ctx, current: () => unknown[]): void {
  const wanted = c.req.header('if-match');
  if (!wanted || bug('if-match-ignored')) return;
  const tags = current().map((d) => etagOfItem(JSON.stringify(variant('data-envelope') ? { data: d } : d), d));
  if (!tags.some((t) => matches(wanted, t, false))) throw new ApiError(412, 'precondition-failed', 'The record has changed.');
}
export function deleted(c: Ctx, data: unknown): Response {
  return variant('delete-204') ? c.body(null, 204) : send(c, data);
}

const cache = new Map<string, { text: string; headers: Record<string, string> }>();
export const forgetLists = (): void => cache.clear();

type Page = { items: unknown[]; total: number };
/** Lists are kept until the next write; the key is the viewer and the whole address. */
export function sendList(c: Ctx, name: string, q: { page: number; per_page: number }, load: () => Page, keep = true): Response {
  const url = new URL(c.req.url);
  if (bug('list-cache-ignores-language')) url.searchParams.delete('ml_language');
  const who = bug('list-cache-shared-between-users') ? '' : c.get('viewer').id;
  const key = `${who} ${url.href}`;
  const hit = keep ? cache.get(key) : undefined;
  if (hit) return sendText(c, hit.text, 200, hit.headers);
  const { items, total } = load();
  const pages = Math.ceil(total / q.per_page);
  const at = (page: number) => {
    const u = new URL(c.req.url);
    u.searchParams.set('page', String(page));
    return u.href;
  };
  const headers: Record<string, string> = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(pages) };
  const meta: Record<string, unknown> = { rest_url: c.req.url, total, total_pages: pages };
  if (q.page < pages) meta.next_rest_url = at(q.page + 1);
  if (q.page > 1 && pages > 0) meta.previous_rest_url = at(Math.min(q.page - 1, pages));
  const text = JSON.stringify(variant('bare-array-lists') ? items : variant('data-envelope') ? { data: items, meta } : { [name]: items, ...meta });
  if (keep) {
    if (cache.size > 300) cache.clear();
    cache.set(key, { text, headers });
  }
  return sendText(c, text, 200, headers);
}
