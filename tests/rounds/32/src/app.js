import Fastify from 'fastify';
import formbody from '@fastify/formbody';
import http, { parseQuery } from './http.js';
import { authenticator, readUsers } from './auth.js';
import { ApiError, invalid } from './errors.js';
import { LANGUAGES, openStore } from './db.js';
import { FIELDS, QUERIES, formats } from './fields.js';
import { parseWall } from './dates.js';
import posts from './posts.js';
import terms from './terms.js';
import { seed } from './seed.js';
import { bug, variant } from './switches.js';

export const NAMESPACE = 'vendor/events/v1';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** /nl/vendor/events/v1/... is the site in Dutch. */
function rewriteUrl(request) {
  const m = /^\/(nl|en|de|fr)(\/vendor\/.*)$/.exec(request.url);
  if (!m) return request.url;
  const [, language, rest] = m;
  if (/[?&]ml_language=/.test(rest)) return rest;
  return `${rest}${rest.includes('?') ? '&' : '?'}ml_language=${language}`;
}

function documentation(base) {
  const paths = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const fields = Object.keys(FIELDS[kind]).filter((n) => n !== 'password');
    const body = (verb) => ({ summary: `${verb} ${kind}`, parameters: [...fields, 'ml_language'].map((name) => ({ name, in: 'body' })), responses: { default: { description: 'JSON' } } });
    const read = (params) => ({ parameters: params.map((name) => ({ name, in: 'query' })), responses: { default: { description: 'JSON' } } });
    paths[`/${kind}`] = { get: read(Object.keys(query)), post: body('Create') };
    const item = { get: read(['ml_language']), delete: read(['ml_language']), post: body('Update'), put: body('Update'), patch: body('Update') };
    paths[`/${kind}/{id}`] = item;
    if (FIELDS[kind].status) paths[`/${kind}/by-slug/{slug}`] = item;
  }
  return { swagger: '2.0', info: { title: 'Calendar Events REST Interface', version: 'v1' }, host: new URL(base).host, basePath: `/${NAMESPACE}`, paths };
}

export async function build() {
  const app = Fastify({
    bodyLimit: 1048576,
    keepAliveTimeout: 72000,
    forceCloseConnections: true,
    rewriteUrl,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4000, querystringParser: parseQuery },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true, allErrors: false, formats: { ...formats, 'wall-date': (s) => parseWall(s) !== null } },
    },
  });

  const knex = await openStore();
  const users = readUsers();
  await seed(knex, users ?? []);
  app.decorate('knex', knex);
  app.decorate('users', users ?? []);
  app.addHook('onClose', () => knex.destroy());
  app.decorateRequest('user', null);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json/, { parseAs: 'buffer' }, async (request, buffer) => {
    if (!buffer.length) return {};
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(buffer));
    } catch {
      throw new ApiError(400, 'invalid_json', 'The body is not valid JSON');
    }
  });
  await app.register(formbody, { parser: parseQuery });

  app.addHook('onRequest', authenticator(users));
  await app.register(http);
  app.addHook('preValidation', async (request) => {
    const language = request.query.ml_language;
    if (language !== undefined && language !== '' && !LANGUAGES.includes(language)) throw invalid('ml_language', `must be one of ${LANGUAGES.join(', ')}`);
    if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return;
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) return;
    request.body = { ...request.query, ...body };
    if (request.body.ml_language === '') delete request.body.ml_language;
  });

  app.setErrorHandler((error, request, reply) => {
    if (error.location) return reply.code(error.statusCode).header('location', error.location).send({ code: error.apiCode, message: error.message, data: { status: error.statusCode } });
    let status = error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    let { message } = error;
    if (status === 500) {
      process.stderr.write(`${error.stack}\n`);
      message = 'Something went wrong';
    }
    if (status === 401) reply.header('www-authenticate', 'Basic realm="events", charset="UTF-8"');
    const params = error.params ?? (error.validation && Object.fromEntries(error.validation.map((v) => [(v.instancePath || `/${v.params?.missingProperty ?? ''}`).slice(1), v.message])));
    if (variant('hidden-with-problem-details')) {
      // What may not be read is not there; who writes without credentials is asked for them.
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (status === 403 || (error.apiCode === 'unauthorized' && reads)) {
        status = 404;
        reply.removeHeader('www-authenticate');
      }
      const title = status === 404 ? 'Not found' : message;
      return reply.code(status).type('application/problem+json').send({ type: 'about:blank', title, status, ...(params && status !== 404 ? { 'invalid-params': Object.entries(params).map(([name, reason]) => ({ name, reason: String(reason) })) } : {}) });
    }
    return reply.code(status).send({ code: error.apiCode ?? (error.validation ? 'invalid_param' : error.code ?? 'error'), message, data: { status, ...(params ? { params } : {}) } });
  });
  app.setNotFoundHandler((request, reply) => reply.code(404).send({ code: 'no_route', message: 'No route matches the URL and method', data: { status: 404 } }));

  await app.register(async (api) => {
    const known = new Map();
    const documented = new Map();
    api.addHook('onRoute', (route) => {
      const methods = known.get(route.path) ?? known.set(route.path, new Set()).get(route.path);
      for (const m of [].concat(route.method)) methods.add(m);
    });
    const index = {
      schema: { querystring: { type: 'object', properties: { namespace: { type: 'string', default: NAMESPACE }, context: { enum: ['view', 'embed', 'edit', 'help'], default: 'view' } } } },
    };
    api.get('/', index, async (request) => ({
      namespace: NAMESPACE,
      languages: LANGUAGES,
      routes: Object.fromEntries([...documented].map(([p, m]) => [p.replace(/\(.*?\$\)/, '').replace(/:(\w+)/g, '{$1}').replace(/(?<=v1)\/$/, ''), { methods: [...m] }])),
      _links: { up: [{ href: bug('up-link-points-to-itself') ? request.base : request.base.slice(0, -NAMESPACE.length) }] },
    }));
    api.get('/doc', async (request) => documentation(request.base));
    for (const kind of ['events', 'venues', 'organizers']) await posts(api, { kind });
    for (const kind of ['categories', 'tags']) await terms(api, { kind });

    for (const [path, methods] of known) documented.set(path, [...methods, 'OPTIONS']);
    for (const [path, methods] of [...known]) {
      const allow = [...METHODS.filter((m) => methods.has(m)), 'OPTIONS'];
      const url = path.slice(NAMESPACE.length + 1) || '/';
      const rest = METHODS.filter((m) => !methods.has(m));
      if (url === '/' && path.endsWith('/')) continue;
      api.options(url, async (request, reply) => reply.header('allow', allow.join(', ')).send({ namespace: NAMESPACE, methods: allow }));
      if (rest.length) {
        api.route({
          method: rest, url, exposeHeadRoute: false,
          handler: async (request, reply) => {
            reply.header('allow', allow.join(', '));
            throw new ApiError(405, 'method_not_allowed', 'The method is not allowed here');
          },
        });
      }
    }
  }, { prefix: `/${NAMESPACE}` });

  app.get('/', async (request) => ({ name: 'Calendar', namespaces: [NAMESPACE], routes: { [`/${NAMESPACE}`]: { namespace: NAMESPACE, href: request.base } } }));
  return app;
}
