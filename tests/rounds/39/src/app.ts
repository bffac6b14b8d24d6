import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { bug } from './flags.js';
import { ApiError, origin, query, restUrl, send, type Ctx, type Env } from './http.js';
import { eventRoutes } from './events.js';
import { placeRoutes } from './places.js';
import { authenticate, NS } from './store.js';
import { termRoutes } from './terms.js';
import { anyQuery, LANGUAGES } from './validation.js';

const ITEM = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const LIST = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const METHODS: Record<string, string[]> = { '/': ['GET', 'HEAD', 'OPTIONS'], '/doc': ['GET', 'HEAD', 'OPTIONS'] };
for (const r of ['events', 'venues', 'organizers', 'categories', 'tags']) {
  METHODS[`/${r}`] = LIST;
  METHODS[`/${r}/:id{[0-9]+}`] = ITEM;
  if (r !== 'categories' && r !== 'tags') METHODS[`/${r}/by-slug/:slug`] = ITEM;
}
const shown = (path: string) => path.replace(':id{[0-9]+}', '{id}').replace(':slug', '{slug}');

const api = new Hono<Env>({ strict: false });
api.get('/', query(anyQuery), (c) => {
  const up = bug('index-up-is-namespace') ? restUrl(c, '') : `${origin(c)}/`;
  return send(c, {
    namespace: NS,
    routes: Object.fromEntries(Object.entries(METHODS).map(([p, methods]) => [`/${NS}${p === '/' ? '' : shown(p)}`, { namespace: NS, methods }])),
    _links: { up: [{ href: up }] },
  });
});
api.get('/doc', query(anyQuery), (c) => {
  const ml = { name: 'ml_language', in: 'query', required: false, schema: { type: 'string', enum: LANGUAGES } };
  const paths = Object.fromEntries(Object.entries(METHODS).map(([p, methods]) => [shown(p),
    Object.fromEntries(methods.filter((m) => m !== 'HEAD' && m !== 'OPTIONS').map((m) => [m.toLowerCase(), {
      parameters: [ml, ...(/:(id|slug)/.test(p) ? [{ name: /:slug/.test(p) ? 'slug' : 'id', in: 'path', required: true, schema: { type: /:slug/.test(p) ? 'string' : 'integer' } }] : [])],
      responses: { default: { description: 'See the representation of the resource.' } },
    }]))]));
  return send(c, { openapi: '3.0.3', info: { title: 'Calendar events', version: 'v1' }, servers: [{ url: restUrl(c, '') }], paths });
});
api.route('/events', eventRoutes);
api.route('/venues', placeRoutes('venue'));
api.route('/organizers', placeRoutes('organizer'));
api.route('/categories', termRoutes('category'));
api.route('/tags', termRoutes('tag'));
for (const [path, methods] of Object.entries(METHODS)) {
  api.options(path, (c) => send(c, { namespace: NS, methods }, 200, { Allow: methods.join(', ') }));
  api.all(path, (c) => {
    c.header('Allow', methods.join(', '));
    return fail(c, new ApiError(405, 'rest_no_method', 'The method is not allowed here.'));
  });
}

function fail(c: Ctx, e: ApiError): Response {
  c.header('Content-Type', 'application/json; charset=UTF-8');
  if (e.status === 401) c.header('WWW-Authenticate', 'Basic realm="events", charset="UTF-8"');
  const status = bug('head-missing-is-200') && c.req.method === 'HEAD' ? 200 : e.status;
  return c.body(JSON.stringify({ code: e.code, message: e.message, data: { status: e.status, ...(e.params ? { params: e.params } : {}) } }), status);
}

/** What is left of the body is read away first, so that the client gets the answer and may keep the connection. */
const tooLarge = async (c: Ctx): Promise<never> => {
  const body = c.req.raw.body;
  if (body && !body.locked) for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
  throw new ApiError(413, 'rest_too_large', 'The body is too large.');
};
const secured = new Hono<Env>({ strict: false });
secured.use('*', async (c, next) => {
  const viewer = authenticate(c.req.header('authorization'));
  if (!viewer) throw new ApiError(401, 'rest_bad_credentials', 'Unknown user or wrong password.');
  c.set('viewer', viewer);
  const prefix = /^\/(nl|de|fr)\//.exec(c.req.path)?.[1];
  c.set('prefix', prefix ? `/${prefix}` : '');
  if (prefix) c.set('lang', prefix);
  await next();
});
secured.use('*', bodyLimit({ maxSize: 4 * 1024 * 1024, onError: tooLarge }));
secured.route(`/${NS}`, api);
secured.route(`/:lang{nl|de|fr}/${NS}`, api);
secured.get('/', (c) => send(c, { name: 'Calendar', namespaces: [NS], _links: { [NS]: [{ href: restUrl(c, '') }] } }));
secured.get('/:lang{nl|de|fr}', (c) => send(c, { name: 'Calendar', namespaces: [NS], _links: { [NS]: [{ href: restUrl(c, '') }] } }));
secured.notFound((c) => fail(c, new ApiError(404, 'rest_no_route', 'No route was found matching the URL and request method.')));
secured.onError((e, c) => {
  if (e instanceof ApiError) return fail(c, e);
  if (e instanceof HTTPException) return fail(c, new ApiError(e.status as any, 'rest_error', e.message || 'The request could not be read.'));
  console.error(e);
  return fail(c, new ApiError(500, 'rest_internal_error', 'Something went wrong.'));
});
export const app = secured;
