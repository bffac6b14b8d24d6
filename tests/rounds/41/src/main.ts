/** The HTTP side. */
import Fastify, { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { createTables, db, Kind, Row } from './db';
import { seed } from './seed';
import { ApiError, DEFAULT_LANG, LANGS, Lang, NS, ORIGIN, PORT, USERS, User, WITH_USERS, bug, variant } from './config';
import { Address, create, find, mayRead, remove, update } from './write';
import { list } from './list';
import { Ctx, isTerm, present } from './present';
import { ObjectSchema, bodySchema, indexSchema, itemQuerySchema, listSchema, parsePairs, readInput } from './schemas';

const KINDS: Kind[] = ['events', 'venues', 'organizers', 'categories', 'tags'];
type Pairs = Record<string, any>;
interface PathLang { pathLang?: Lang }

const etagOf = (json: string): string => `"${createHash('sha1').update(json).digest('base64url')}"`;
const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((t) => t.trim().replace(/^W\//, '') === etag);

// ---- requests --------------------------------------------------------------------------------

function signedIn(req: FastifyRequest): User | null {
  const header = req.headers.authorization;
  if (!WITH_USERS || header === undefined) return null;
  const pair = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
  const [name, ...rest] = Buffer.from(pair?.[1] ?? '', 'base64').toString('utf8').split(':');
  const user = USERS.find((u) => u.name === name && u.password === rest.join(':'));
  if (!user) throw new ApiError(401, 'rest_bad_credentials', 'Unknown user or wrong password.');
  return user;
}

let lastPathLang: Lang | undefined;

function context(req: FastifyRequest, bySlug = false): Ctx {
  const query = req.query as Pairs;
  const body = (req.body ?? {}) as Pairs;
  const { pathLang } = req.raw as PathLang;
  let asked = (query.ml_language ?? body.ml_language ?? pathLang) as Lang | undefined;
  if (asked && !LANGS.includes(asked)) asked = undefined;
  if (bug('b59')) {
    if (pathLang) lastPathLang = pathLang;
    asked ??= lastPathLang;
  }
  return {
    lang: asked ?? DEFAULT_LANG, explicitLang: asked !== undefined, base: pathLang ? `${ORIGIN}/${pathLang}` : ORIGIN,
    user: signedIn(req), password: query.password ?? body.password, bySlug, method: req.method,
  };
}

/** Reads the strings of query and body as the schemas declare them; runs before ajv does. */
const reader = (query: ObjectSchema, body?: ObjectSchema) => async (req: FastifyRequest): Promise<void> => {
  readInput(req.query as Pairs, query, true);
  const given = req.body;
  if (body && given === undefined) req.body = {};
  if (body && typeof given === 'object' && given !== null && !Array.isArray(given)) {
    readInput(given as Pairs, body, false);
  }
};

function addressOf(req: FastifyRequest, kind: Kind): Address {
  const { id, slug } = req.params as { id?: string; slug?: string };
  if (slug !== undefined) return { slug };
  if (bug('b38') && kind === 'organizers' && /^\d/.test(id ?? '')) return { id: parseInt(id as string, 10) };
  if (!/^\d{1,15}$/.test(id ?? '')) throw new ApiError(404, 'rest_no_route', 'No such address.');
  return { id: Number(id) };
}

/** Refuses a change when the record is not what the client last saw. */
const ifMatch = (req: FastifyRequest, kind: Kind, bySlug: boolean) => (shown: unknown): void => {
  const header = req.headers['if-match'];
  if (header === undefined || (bug('b25') && kind === 'venues' && bySlug)) return;
  if (!matches(header, etagOf(JSON.stringify(shown)))) throw new ApiError(412, 'rest_precondition_failed', 'The record has changed.');
};

// ---- answers ---------------------------------------------------------------------------------

function pageLink(req: FastifyRequest, ctx: Ctx, kind: Kind, page: number): string {
  const params = new URLSearchParams((req.raw.url ?? '').split('?')[1] ?? '');
  params.delete('page');
  params.append('page', String(page));
  return `${ctx.base}/${NS}/${kind}?${params.toString()}`;
}

async function answerList(kind: Kind, req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const ctx = context(req);
  const found = await list(kind, req.query as Pairs, ctx);
  const items = await present(db, kind, found.rows, ctx, true);
  const next = found.page < found.totalPages ? pageLink(req, ctx, kind, found.page + 1) : undefined;
  const previous = found.page > 1 ? pageLink(req, ctx, kind, Math.min(found.page - 1, Math.max(found.totalPages, 1))) : undefined;
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(Boolean);
  reply.header('X-Total', found.total).header('X-Total-Pages', found.totalPages).header('Content-Language', ctx.lang);
  if (links.length) reply.header('Link', links.join(', '));
  if (variant('bare')) return items;
  return {
    [kind]: items, rest_url: pageLink(req, ctx, kind, found.page), page: found.page, per_page: found.perPage,
    total: found.total, total_pages: found.totalPages,
    ...(next ? { next_rest_url: next } : {}), ...(previous ? { previous_rest_url: previous } : {}),
  };
}

const organizerCache = new Map<string, unknown>();

async function answerItem(kind: Kind, req: FastifyRequest, reply: FastifyReply, bySlug: boolean): Promise<unknown> {
  const ctx = context(req, bySlug);
  const address = addressOf(req, kind);
  if (bug('b30') && req.method === 'HEAD' && kind === 'venues' && bySlug) throw new ApiError(404, 'rest_no_route', 'No such address.');
  reply.header('Content-Language', ctx.lang);
  if (bug('b36') && kind === 'organizers' && bySlug && organizerCache.has(address.slug as string)) return organizerCache.get(address.slug as string);
  const row = await find(db, kind, address);
  mayRead(kind, row, ctx);
  if (bySlug && variant('slug-redirect')) {
    const query = (req.raw.url ?? '').split('?')[1];
    return reply.redirect(`${ctx.base}/${NS}/${kind}/${row.id}${query ? `?${query}` : ''}`, 302);
  }
  const [shown] = await present(db, kind, [row], ctx);
  if (bug('b36') && kind === 'organizers' && bySlug && row.status === 'publish') organizerCache.set(address.slug as string, shown);
  if (bug('b46') && kind === 'categories') reply.header('ETag', `"c${row.id}-${row.modified_utc.replace(/\D/g, '')}-${ctx.lang}"`);
  return shown;
}

async function answerRow(kind: Kind, row: Row, ctx: Ctx, reply: FastifyReply): Promise<unknown> {
  const [shown] = await present(db, kind, [row], ctx);
  if (kind === 'organizers') organizerCache.clear();
  reply.header('ETag', etagOf(JSON.stringify(shown))).header('Content-Language', ctx.lang);
  return shown;
}

/** An OpenAPI document made from the schemas. */
function documentation(base: string): unknown {
  const params = (s: ObjectSchema): unknown[] => Object.entries(s.properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const body = (kind: Kind, isCreate: boolean): unknown => ({ content: { 'application/json': { schema: bodySchema(kind, isCreate) } } });
  const ok = { responses: { 200: { description: 'OK' } } };
  const paths: Record<string, unknown> = {};
  for (const kind of KINDS) {
    paths[`/${kind}`] = {
      get: { parameters: params(listSchema(kind)), ...ok },
      post: { requestBody: body(kind, true), responses: { 201: { description: 'Created' } } },
    };
    for (const key of isTerm(kind) ? ['id'] : ['id', 'slug']) {
      const own = { name: key, in: 'path', required: true, schema: { type: key === 'id' ? 'integer' : 'string' } };
      const write = { parameters: [own], requestBody: body(kind, false), ...ok };
      const read = { parameters: [own, ...params(itemQuerySchema(kind, 'GET'))], ...ok };
      paths[key === 'id' ? `/${kind}/{id}` : `/${kind}/by-slug/{slug}`] = { get: read, delete: read, post: write, put: write, patch: write };
    }
  }
  return { openapi: '3.0.3', info: { title: 'Calendar Events REST Interface', version: 'v1' }, servers: [{ url: `${base}/${NS}` }], paths };
}

// ---- the server ------------------------------------------------------------------------------

const routes: { pattern: RegExp; kind?: Kind; methods: string[] }[] = [
  { pattern: /^\/$/, methods: ['GET', 'HEAD'] },
  { pattern: new RegExp(`^/${NS}/?$`), methods: ['GET', 'HEAD'] },
  { pattern: new RegExp(`^/${NS}/doc/?$`), methods: ['GET', 'HEAD'] },
  ...KINDS.flatMap((kind) => [
    { pattern: new RegExp(`^/${NS}/${kind}/?$`), kind, methods: ['GET', 'HEAD', 'POST'] },
    {
      pattern: new RegExp(`^/${NS}/${kind}/(\\d+${isTerm(kind) ? '' : '|by-slug/[^/]+'})/?$`), kind,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    },
  ]),
];

function addRoutes(app: FastifyInstance): void {
  app.get('/', async (req) => {
    const { base } = context(req);
    return { name: 'Calendar', namespaces: [NS], _links: { self: [{ href: `${base}/` }], namespace: [{ href: `${base}/${NS}` }] } };
  });
  app.get(`/${NS}`, { schema: { querystring: indexSchema }, preValidation: reader(indexSchema) }, async (req) => {
    if ((req.query as Pairs).namespace !== NS) throw new ApiError(404, 'rest_no_namespace', 'No such namespace.');
    const { base } = context(req);
    const index = Object.fromEntries([`/${NS}`, `/${NS}/doc`, ...KINDS.flatMap((k) => [`/${NS}/${k}`, `/${NS}/${k}/{id}`,
      ...(isTerm(k) ? [] : [`/${NS}/${k}/by-slug/{slug}`])])].map((path) => {
      const sample = path.replace('{id}', '1').replace('{slug}', 'x');
      return [path, { methods: routes.find((r) => r.pattern.test(sample))?.methods, _links: { self: `${base}${path}` } }];
    }));
    return { namespace: NS, routes: index, _links: { self: [{ href: `${base}/${NS}` }], up: [{ href: `${base}/` }] } };
  });
  const docQuery: ObjectSchema = { type: 'object', properties: { ml_language: { type: 'string', enum: LANGS } } };
  app.get(`/${NS}/doc`, { schema: { querystring: docQuery }, preValidation: reader(docQuery) }, async (req) => documentation(context(req).base));

  for (const kind of KINDS) {
    const lists = listSchema(kind);
    app.get(`/${NS}/${kind}`, { schema: { querystring: lists }, preValidation: reader(lists) }, (req, reply) => answerList(kind, req, reply));
    const creating = bodySchema(kind, true);
    const plain = itemQuerySchema(kind, 'POST');
    app.post(`/${NS}/${kind}`, { schema: { querystring: plain, body: creating }, preValidation: reader(plain, creating) }, async (req, reply) => {
      const ctx = context(req);
      const row = await create(kind, req.body as Pairs, ctx);
      reply.code(variant('codes') ? 200 : 201).header('Location', `${ctx.base}/${NS}/${kind}/${row.id}`);
      return answerRow(kind, row, ctx, reply);
    });
    for (const bySlug of isTerm(kind) ? [false] : [false, true]) {
      const url = bySlug ? `/${NS}/${kind}/by-slug/:slug` : `/${NS}/${kind}/:id`;
      const reads = itemQuerySchema(kind, 'GET');
      app.get(url, { schema: { querystring: reads }, preValidation: reader(reads) }, (req, reply) => answerItem(kind, req, reply, bySlug));
      const changing = bodySchema(kind, false);
      app.route({
        method: ['POST', 'PUT', 'PATCH'], url, schema: { querystring: reads, body: changing }, preValidation: reader(reads, changing),
        handler: async (req, reply) => {
          const ctx = context(req, bySlug);
          const row = await update(kind, addressOf(req, kind), req.body as Pairs, ctx, ifMatch(req, kind, bySlug));
          return answerRow(kind, row, ctx, reply);
        },
      });
      const deletes = itemQuerySchema(kind, 'DELETE');
      app.delete(url, { schema: { querystring: deletes }, preValidation: reader(deletes) }, async (req, reply) => {
        const ctx = context(req, bySlug);
        const shown = await remove(kind, addressOf(req, kind), ctx, ifMatch(req, kind, bySlug));
        if (kind === 'organizers') organizerCache.clear();
        if (variant('codes')) return reply.code(204).send();
        return shown;
      });
    }
  }
}

function addErrors(app: FastifyInstance): void {
  const problem = (reply: FastifyReply, status: number, code: string, message: string, param?: string): FastifyReply => {
    if (status === 401) reply.header('WWW-Authenticate', 'Basic realm="Calendar", charset="UTF-8"');
    if (variant('codes')) {
      return reply.code(status).type('application/problem+json; charset=utf-8')
        .send(JSON.stringify({ type: 'about:blank', title: code, status, detail: message, ...(param ? { param } : {}) }));
    }
    return reply.code(status).send({ code, message, data: { status, ...(param ? { param } : {}) } });
  };
  app.setErrorHandler((error: any, _req, reply) => {
    if (error instanceof ApiError) return problem(reply, error.statusCode, error.code, error.message, error.param);
    if (error.validation) {
      const first = error.validation[0];
      const param = first?.params?.missingProperty ?? String(first?.instancePath ?? '').split('/')[1];
      return problem(reply, variant('codes') ? 422 : 400, 'rest_invalid_param', error.message, param);
    }
    const status: number = error.statusCode ?? 500;
    if (status < 500) return problem(reply, status, 'rest_bad_request', error.message);
    console.error(error);
    return problem(reply, 500, 'rest_internal_error', 'Something went wrong.');
  });
  app.setNotFoundHandler((req, reply) => {
    const path = (req.raw.url ?? '').split('?')[0] ?? '';
    const route = routes.find((r) => r.pattern.test(path));
    if (!route || route.methods.includes(req.method)) return problem(reply, 404, 'rest_no_route', 'No such address.');
    if (!(bug('b52') && route.kind === 'tags' && req.method !== 'OPTIONS')) reply.header('Allow', [...route.methods, 'OPTIONS'].join(', '));
    if (req.method === 'OPTIONS') return reply.code(204).send();
    return problem(reply, 405, 'rest_method_not_allowed', `${req.method} is not allowed here.`);
  });
}

async function main(): Promise<void> {
  await createTables();
  await seed();
  const app = Fastify({
    bodyLimit: 1024 * 1024,
    routerOptions: {
      ignoreTrailingSlash: true, maxParamLength: bug('b60') ? 100 : 5000, querystringParser: parsePairs as (s: string) => Record<string, any>,
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true, strict: false } },
    rewriteUrl(raw) {
      const url = raw.url ?? '/';
      const m = /^\/(nl|de|fr)(?=\/|\?|$)/.exec(url);
      if (!m) return url;
      (raw as PathLang).pathLang = m[1] as Lang;
      const rest = url.slice(m[0].length);
      return rest.startsWith('/') ? rest : `/${rest}`;
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json\b/, { parseAs: 'string' }, (_req, text, done) => {
    if (!String(text).trim()) return done(null, undefined);
    try {
      return done(null, JSON.parse(String(text)));
    } catch {
      return done(new ApiError(400, 'rest_invalid_json', 'The body is not valid JSON.'));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_req, text, done) => done(null, { ...parsePairs(String(text)) }));
  app.addHook('onSend', async (req, reply, payload) => {
    if (WITH_USERS) reply.header('Vary', 'Authorization');
    reply.header('Cache-Control', WITH_USERS ? 'private, no-cache' : 'no-cache').header('X-Content-Type-Options', 'nosniff');
    if ((req.method !== 'GET' && req.method !== 'HEAD') || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = (reply.getHeader('etag') as string | undefined) ?? etagOf(payload);
    reply.header('ETag', etag);
    const seen = req.headers['if-none-match'];
    if (seen === undefined || !matches(seen, etag)) return payload;
    reply.code(304).removeHeader('content-type');
    reply.removeHeader('content-length');
    return req.method === 'HEAD' ? payload : null; // Fastify drops the content of a HEAD itself
  });
  addErrors(app);
  addRoutes(app);
  await app.listen({ host: '127.0.0.1', port: PORT });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { void app.close().then(() => process.exit(0)); });
}

main().catch((error) => { console.error(error); process.exit(1); });
