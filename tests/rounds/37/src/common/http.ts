import {
  ArgumentsHost, BadRequestException, CallHandler, Catch, ExceptionFilter, ExecutionContext, HttpException, Injectable,
  NestInterceptor, NotFoundException, PipeTransform, PreconditionFailedException, ValidationPipe,
} from '@nestjs/common';
import { createHash } from 'crypto';
import { NextFunction, Response } from 'express';
import { from, lastValueFrom, map, Observable, of, tap } from 'rxjs';
import { AppRequest, baseUrl, Language, NS } from './context';
import { bug, variant } from './switches';

/* ---------- lists ---------- */
export class Page<T = unknown> {
  constructor(readonly name: string, readonly items: T[], readonly total: number, readonly page: number, readonly perPage: number) {}
  get pages() { return Math.ceil(this.total / this.perPage); }
}

/** Gives lists their shape: members, total headers, links to the neighbouring pages. */
@Injectable()
export class ListInterceptor implements NestInterceptor {
  intercept(ec: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = ec.switchToHttp().getRequest<AppRequest>();
    const res = ec.switchToHttp().getResponse<Response>();
    return next.handle().pipe(map((data) => {
      if (!(data instanceof Page)) return data;
      if (variant('page-past-end-404') && data.page > Math.max(1, data.pages)) throw new NotFoundException('There is no such page.');
      const url = (page: number) => {
        const u = new URL(baseUrl(req) + req.url);
        u.searchParams.set('page', String(page));
        return u.toString();
      };
      res.setHeader('X-Total', data.total);
      res.setHeader('X-Total-Pages', data.pages);
      const next_ = data.page < data.pages ? url(data.page + 1) : undefined;
      const prev = data.page > 1 && data.pages > 0 ? url(Math.min(data.page - 1, data.pages)) : undefined;
      const link = [next_ && `<${next_}>; rel="next"`, prev && `<${prev}>; rel="prev"`].filter(Boolean).join(', ');
      if (link) res.setHeader('Link', link);
      if (variant('bare-array-lists')) return data.items;
      return {
        [data.name]: data.items, rest_url: baseUrl(req) + req.url, total: data.total, total_pages: data.pages,
        ...(next_ && { next_rest_url: next_ }), ...(prev && { previous_rest_url: prev }),
      };
    }));
  }
}

/* ---------- one request at a time over the single SQLite connection ---------- */
@Injectable()
export class SerialInterceptor implements NestInterceptor {
  private tail: Promise<unknown> = Promise.resolve();
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (bug('patch-lost-update') || bug('slug-race') || bug('language-shared-state')) return next.handle();
    const run = this.tail.then(() => lastValueFrom(next.handle(), { defaultValue: undefined }));
    this.tail = run.catch(() => undefined);
    return from(run);
  }
}

/* ---------- response cache, emptied by every write ---------- */
@Injectable()
export class CacheInterceptor implements NestInterceptor {
  private static readonly TTL = 5000;
  private readonly store = new Map<string, { at: number; body: unknown }>();

  intercept(ec: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = ec.switchToHttp().getRequest<AppRequest>();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const clear = () => this.clear(req);
      return next.handle().pipe(tap({ next: clear, error: clear }));
    }
    if (bug('language-shared-state')) return next.handle();
    const key = this.key(req);
    const hit = this.store.get(key);
    if (hit && Date.now() - hit.at < CacheInterceptor.TTL) return of(hit.body);
    return next.handle().pipe(tap((body) => {
      if (this.store.size > 500) this.store.clear();
      this.store.set(key, { at: Date.now(), body });
    }));
  }
  private key(req: AppRequest) {
    let url = req.url;
    if (bug('list-cache-key')) url = url.replace(/([?&])per_page=[^&]*/g, '$1');
    const who = bug('cache-shared-by-users') ? '' : req.user.id;
    return [who, req.lang, req.pathLang, req.get('host'), url].join('|');
  }
  private clear(req: AppRequest) {
    if (bug('list-cache-after-delete') && req.method === 'DELETE') {
      const path = req.path.replace(/\/$/, '');
      for (const k of this.store.keys()) if (k.split('|').slice(4).join('|').startsWith(path)) this.store.delete(k);
      return;
    }
    if (bug('by-slug-cache')) {
      for (const k of this.store.keys()) if (!k.includes('/by-slug/') || req.path.includes('/by-slug/')) this.store.delete(k);
      return;
    }
    this.store.clear();
  }
}

/* ---------- entity tags ---------- */
export const etagOf = (body: string | Buffer) => {
  let text: string | Buffer = body;
  if (bug('etag-id-only')) {
    try { const o = JSON.parse(body.toString()); if (o && typeof o.id === 'number') text = `${o.id}:${o.slug}`; } catch { /* not JSON */ }
  }
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
};
export const checkIfMatch = (req: AppRequest, current: unknown) => {
  const wanted = req.get('if-match');
  if (wanted === undefined || wanted.trim() === '*' || bug('if-match-ignored')) return;
  const now = etagOf(JSON.stringify(current));
  if (!wanted.split(',').map((t) => t.trim()).includes(now)) throw new PreconditionFailedException('The record has changed.');
};

/* ---------- errors ---------- */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(e: any, host: ArgumentsHost) {
    const res = host.switchToHttp().getResponse<Response>();
    if (res.headersSent) return;
    let status: number = e instanceof HttpException ? e.getStatus() : Number(e?.status ?? e?.statusCode) || 500;
    if (e instanceof URIError) status = 400;
    const r: any = e instanceof HttpException ? e.getResponse() : {};
    const message = status >= 500 ? 'Internal error' : [r.message ?? e.message].flat().join('; ');
    if (status >= 500) console.error(e);
    if (status === 401) res.setHeader('WWW-Authenticate', 'Basic realm="events", charset="UTF-8"');
    if (variant('problem-details')) {
      if (status === 400 && !(e instanceof MalformedBody)) status = 422;
      res.status(status).type('application/problem+json').send(JSON.stringify({ type: 'about:blank', title: message, status }));
      return;
    }
    res.status(status).json({ code: CODES[status] ?? 'error', message, data: { status } });
  }
}
const CODES: Record<number, string> = {
  400: 'invalid_param', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 405: 'method_not_allowed', 410: 'gone',
  412: 'precondition_failed', 413: 'too_large', 415: 'unsupported_media_type', 500: 'internal',
};

/* ---------- pipes ---------- */
/** Typed loosely, so that ValidationPipe leaves the text of the path to IdPipe. */
export type ItemId = any;
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (bug('id-prefix-parse')) return parseInt(value, 10) || 0;
    const n = /^\d+$/.test(value) ? Number(value) : NaN;
    if (!Number.isSafeInteger(n)) throw new NotFoundException('There is no such record.');
    return n;
  }
}
export const validation = () => new ValidationPipe({
  transform: true, whitelist: true, stopAtFirstError: true, validateCustomDecorators: false,
});

/* ---------- middleware ---------- */
const ITEM = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const LIST = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const READ = ['GET', 'HEAD', 'OPTIONS'];
const ROUTES: [RegExp, string[]][] = [
  [/^\/$/, READ], [new RegExp(`^/${NS}(/doc)?/?$`), READ],
  [new RegExp(`^/${NS}/(events|venues|organizers|categories|tags)/?$`), LIST],
  [new RegExp(`^/${NS}/(events|venues|organizers|categories|tags)/\\d+/?$`), ITEM],
  [new RegExp(`^/${NS}/(events|venues|organizers)/by-slug/[^/]+/?$`), ITEM],
];
/** The per-language path segment before the REST root. */
export function languageSegment(req: AppRequest, _: Response, next: NextFunction) {
  const m = /^\/(nl|de|fr)(?=\/|\?|$)/.exec(req.url);
  if (m) {
    req.pathLang = m[1] as Language;
    req.url = req.url.slice(m[0].length);
    if (!req.url.startsWith('/')) req.url = '/' + req.url;
  }
  next();
}
/** OPTIONS, and 405 for methods that a known address does not have. */
export function allow(req: AppRequest, res: Response, next: NextFunction) {
  const methods = ROUTES.find(([re]) => re.test(req.path))?.[1];
  if (!methods) return next();
  if (req.method === 'OPTIONS') { res.setHeader('Allow', methods.join(', ')); return void res.status(204).end(); }
  if (methods.includes(req.method)) return next();
  res.setHeader('Allow', methods.join(', '));
  next(new HttpException('That method is not allowed here.', 405));
}
/** If-None-Match is evaluated also when the client tells caches not to answer (RFC 9110, 13.2.2). */
export function conditional(req: AppRequest, _: Response, next: NextFunction) {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control'];
  next();
}
export class MalformedBody extends BadRequestException {}
/** Errors of the body parsers. */
export function bodyError(e: any, _: AppRequest, __: Response, next: NextFunction) {
  if (e?.type !== 'entity.parse.failed') return next(e);
  next(bug('malformed-json-500') ? new Error(e.message) : new MalformedBody('The body is no JSON.'));
}
/** JSON bodies are objects of moderate depth. */
export function bodyShape(req: AppRequest, _: Response, next: NextFunction) {
  const body: unknown = req.body;
  if (body === undefined || body === null) { req.body = {}; return next(); }
  if (typeof body !== 'object' || Array.isArray(body)) return next(new BadRequestException('The body must be a JSON object.'));
  let level: unknown[] = [body];
  for (let depth = 0; level.length; depth++) {
    if (depth > 20) return next(new BadRequestException('The body is nested too deeply.'));
    const deeper: unknown[] = [];
    for (const v of level) for (const w of Object.values(v as object)) if (w && typeof w === 'object') deeper.push(w);
    level = deeper;
  }
  next();
}
