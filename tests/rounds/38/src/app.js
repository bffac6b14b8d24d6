'use strict';
const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const qs = require('qs');
const { bug } = require('./switches');
const { ApiError } = require('./errors');
const { types, VENUE_FIELDS, ORGANIZER_FIELDS, CATEGORY_FIELDS, TAG_FIELDS } = require('./fields');
const { Venue, Organizer, Category, Tag } = require('./models');
const access = require('./access');
const { NS, baseUrl, restUrl } = require('./present');
const { etagOf } = require('./common');
const reshape = require('./reshape');
const events = require('./events');
const places = require('./places');
const terms = require('./terms');

const MAX_DEPTH = 20;
const deeper = (v, left) => v !== null && typeof v === 'object' && (left === 0 || Object.values(v).some((x) => deeper(x, left - 1)));

const resources = {
  events: { handlers: events, slugs: true },
  venues: { handlers: places({ Model: Venue, as: 'venue', key: 'venues', fields: VENUE_FIELDS, name: 'venue' }), slugs: true },
  organizers: { handlers: places({ Model: Organizer, as: 'organizer', key: 'organizers', fields: ORGANIZER_FIELDS, name: 'organizer' }), slugs: true },
  categories: { handlers: terms({ Model: Category, key: 'categories', fields: CATEGORY_FIELDS }), slugs: false },
  tags: { handlers: terms({ Model: Tag, key: 'tags', fields: TAG_FIELDS }), slugs: false },
};

/** Every answer is JSON, errors included. */
async function errors(ctx, next) {
  const problem = (status, code, message, extra = {}) => {
    ctx.status = status;
    ctx.body = { code, message, data: { status, ...extra } };
  };
  try {
    await next();
    if (ctx.status === 501) ctx.status = 405;
    if ((ctx.status === 404 || ctx.status === 405) && !ctx.body) {
      if (ctx.status === 405) problem(405, 'rest_no_method', 'This method is not served here.');
      else problem(404, 'rest_no_route', 'There is nothing at this address.');
    }
  } catch (error) {
    const status = error.status && error.status < 500 ? error.status : 500;
    if (status === 500) console.error(error);
    if (status === 401 && !bug('challenge-missing')) ctx.set('WWW-Authenticate', 'Basic realm="calendar", charset="UTF-8"');
    problem(status, error.code && error instanceof ApiError ? error.code : status === 500 ? 'internal-error' : 'bad-request',
      status === 500 ? 'Internal error.' : error.message, error.param ? { params: [error.param] } : {});
  }
}

/** Entity tags, and 304 for what the client already has. */
async function conditional(ctx, next) {
  await next();
  if (!['GET', 'HEAD'].includes(ctx.method) || ctx.status !== 200 || !ctx.body) return;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.etag = etagOf(ctx.body);
  if (bug('if-none-match-list-unread') ? ctx.get('If-None-Match') === ctx.response.get('ETag') : ctx.fresh) { ctx.status = 304; ctx.body = null; }
}

async function parameters(ctx, next) {
  if (/%00/.test(ctx.path)) throw new ApiError(404, 'rest_no_route', 'There is nothing at this address.');
  ctx.state.query = qs.parse(ctx.querystring, { depth: 3, arrayLimit: 1000, parameterLimit: 2000, allowPrototypes: false });
  let body = ctx.request.body ?? {};
  if (Array.isArray(body) || typeof body !== 'object') throw new ApiError(400, 'rest_invalid_json', 'The body must be a JSON object.');
  if (deeper(body, MAX_DEPTH)) throw new ApiError(400, 'rest_invalid_json', 'The body is nested too deeply.');
  ctx.state.body = body;
  ctx.state.input = { ...ctx.state.query, ...body };
  let language = ctx.state.query.ml_language ?? body.ml_language;
  if (Array.isArray(language)) language = language[language.length - 1];
  ctx.state.language = language === undefined || language === '' || language === null ? ctx.state.segment : types.language('ml_language', language);
  await next();
}
async function bodyType(ctx, next) {
  if (bug('json-with-charset-refused') && ctx.get('Content-Type').startsWith('application/json;')) throw new ApiError(415, 'unsupported-media-type', 'Send JSON or a form.');
  if (ctx.request.length > 0 && ctx.get('Content-Type') && !ctx.is('json', '+json', 'urlencoded')) {
    throw new ApiError(415, 'unsupported-media-type', 'Send JSON or a form.');
  }
  await next();
}

/** Answers of lists are kept until the next write. */
function listCache() {
  const kept = new Map();
  const clear = (ctx) => {
    const venuesOnly = bug('venue-write-leaves-event-lists') && /\/venues(\/|$)/.test(ctx.path);
    for (const key of [...kept.keys()]) if (!venuesOnly || key.includes('/venues')) kept.delete(key);
  };
  return async (ctx, next) => {
    ctx.state.cache = { clear: () => clear(ctx) };
    const isList = ['GET', 'HEAD'].includes(ctx.method) && /\/(events|venues|organizers|categories|tags)\/?$/.test(ctx.path);
    if (!isList) return next();
    const key = [ctx.state.user?.name ?? '', ctx.state.segment ?? '', ctx.origin, ctx.path, ctx.search].join(' ');
    const hit = kept.get(key);
    if (hit) { ctx.body = hit.body; ctx.set(hit.headers); return undefined; }
    const token = ctx.app.writes;
    await next();
    if (ctx.status !== 200 || ctx.state.uncacheable || token !== ctx.app.writes) return undefined;
    if (kept.size >= 300) kept.delete(kept.keys().next().value);
    const headers = {};
    for (const name of ['X-Total', 'X-Total-Pages', 'Link']) if (ctx.response.get(name)) headers[name] = ctx.response.get(name);
    kept.set(key, { body: ctx.body, headers });
    return undefined;
  };
}

function routes() {
  const router = new Router({ prefix: `/:segment(${bug('fr-segment-not-routed') ? 'nl|de' : 'nl|de|fr'})?/${NS}` });
  router.get('/', (ctx) => {
    ctx.body = {
      namespace: NS,
      routes: Object.fromEntries([['', ['GET']], ['/doc', ['GET']], ...Object.entries(resources).flatMap(([key, { slugs }]) => [
        [`/${key}`, ['GET', 'POST']], [`/${key}/{id}`, ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']],
        ...(slugs ? [[`/${key}/by-slug/{slug}`, ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']]] : []),
      ])].map(([path, methods]) => [`/${NS}${path}`, { methods }])),
      _links: { up: [{ href: `${baseUrl(ctx)}/` }] },
    };
    if (bug('index-context-drops-links') && ctx.state.query.context !== undefined && ctx.state.query.context !== 'embed') delete ctx.body._links;
  });
  router.get('/doc', (ctx) => {
    const op = (summary, parameters = []) => ({ summary, parameters: [...parameters, { name: 'ml_language', in: 'query', schema: { type: 'string', enum: ['nl', 'en', 'fr', 'de'] } }], responses: { default: { description: 'JSON' } } });
    const paths = {};
    for (const [key, { slugs }] of Object.entries(resources)) {
      paths[`/${key}`] = { get: op(`List ${key}`), post: op(`Create one of the ${key}`) };
      for (const [path, name] of [[`/${key}/{id}`, 'id'], ...(slugs ? [[`/${key}/by-slug/{slug}`, 'slug']] : [])]) {
        const params = [{ name, in: 'path', required: true, schema: { type: name === 'id' ? 'integer' : 'string' } }];
        paths[path] = Object.fromEntries(['get', 'delete', 'post', 'put', 'patch'].map((m) => [m, op(`${m} one of the ${key}`, params)]));
      }
    }
    ctx.body = { openapi: '3.0.0', info: { title: 'Calendar Events REST Interface', version: 'v1' }, servers: [{ url: restUrl(ctx, '').replace(/\/$/, '') }], paths };
  });
  for (const [key, { handlers, slugs }] of Object.entries(resources)) {
    router.get(`/${key}`, handlers.list);
    router.post(`/${key}`, handlers.create);
    for (const path of [`/${key}/:id(\\d+)`, ...(slugs ? [`/${key}/by-slug/:slug`] : [])]) {
      router.get(path, handlers.read);
      router.delete(path, handlers.remove);
      router.post(path, bug('tag-post-on-item-creates') && key === 'tags' ? handlers.create : handlers.update);
      if (!(bug('organizer-put-by-slug-not-routed') && path === '/organizers/by-slug/:slug')) router.put(path, handlers.update);
      router.patch(path, handlers.update);
    }
  }
  return router;
}

module.exports = function createApp() {
  const app = new Koa({ proxy: false });
  app.writes = 0;
  const router = routes();
  app.on('error', () => {});
  app.use(errors);
  app.use(async (ctx, next) => {
    ctx.state.segment = /^\/(nl|de|fr)(?:\/|$)/.exec(ctx.path)?.[1];
    if (bug('head-skips-lookup') && ctx.method === 'HEAD' && /\/\d+$/.test(ctx.path)) { ctx.status = 200; ctx.type = 'json'; return; }
    await next();
  });
  app.use(reshape);
  app.use(conditional);
  app.use(access.authenticate);
  app.use(bodyType);
  app.use(bodyParser({
    enableTypes: ['json', 'form'], extendTypes: { json: ['application/*+json'] }, jsonLimit: '1mb', formLimit: '1mb',
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'], queryString: { depth: 3, arrayLimit: 1000, parameterLimit: 2000 },
    onerror(error) {
      if (error.status === 413) throw new ApiError(413, 'too-large', 'The body is too large.');
      if (error.status === 415) throw new ApiError(415, 'unsupported-media-type', error.message);
      throw new ApiError(400, 'rest_invalid_json', 'The body cannot be read.');
    },
  }));
  app.use(parameters);
  app.use(listCache());
  app.use(async (ctx, next) => {
    const clear = ctx.state.cache.clear;
    ctx.state.cache.clear = () => { app.writes += 1; clear(); };
    await next();
    if (ctx.method === 'OPTIONS' && ctx.status === 200 && !ctx.body) ctx.body = { namespace: NS, methods: ctx.response.get('Allow').split(', ') };
  });
  app.use(async (ctx, next) => {
    if (['GET', 'HEAD'].includes(ctx.method) && /^\/((nl|de|fr)\/?)?$/.test(ctx.path)) {
      ctx.body = { name: 'Calendar', url: baseUrl(ctx), namespaces: [NS], _links: { [NS]: [{ href: `${baseUrl(ctx)}/${NS}` }] } };
      return;
    }
    await next();
  });
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
};
