import { type Addressing, operations } from '../../contract/operations.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { invalid, json, type Reply } from '../http/reply.js';
import type { Call, Site } from '../site/site.js';

/** What an address names, whatever the method. */
export type Route =
  | { readonly kind: 'root' | 'index' | 'doc' }
  | { readonly kind: 'collection'; readonly collection: Collection }
  | { readonly kind: 'item'; readonly collection: Collection; readonly by: Addressing; readonly key: string };

/** The methods that a route answers, as `Allow` lists them; HEAD and OPTIONS are RFC 9110's, the others stated. */
export function allowedMethods(route: Route): readonly string[] {
  return methodsOf.get(templateOf(route)) ?? ['GET', 'HEAD', 'OPTIONS'];
}

const methodsOf = new Map<string, readonly string[]>();
for (const { path, method } of operations) {
  const known = methodsOf.get(path) ?? ['OPTIONS'];
  methodsOf.set(path, method === 'GET' ? ['GET', 'HEAD', ...known] : [...known, method]);
}

function templateOf(route: Route): string {
  if (route.kind === 'collection') return `/${route.collection}`;
  if (route.kind === 'item') return `/${route.collection}/${route.by === 'id' ? '{id}' : 'by-slug/{slug}'}`;
  return route.kind === 'doc' ? '/doc' : '';
}

/** Finds the route of a path below the REST root; undefined where there is none. */
export function matchRoute(path: string, namespace: string): Route | undefined {
  if (path === '') return { kind: 'root' };
  if (path === `/${namespace}`) return { kind: 'index' };
  if (!path.startsWith(`/${namespace}/`)) return undefined;
  const segments = path.slice(namespace.length + 2).split('/');
  return segments[0] === 'doc' && segments.length === 1 ? { kind: 'doc' } : matchRecords(segments);
}

function matchRecords([name, second, third, ...more]: readonly string[]): Route | undefined {
  const collection = collections.find((known) => known === name);
  if (!collection || more.length > 0) return undefined;
  if (second === undefined) return { kind: 'collection', collection };
  if (third === undefined)
    return /^\d+$/.test(second) ? { kind: 'item', collection, by: 'id', key: second } : undefined;
  if (second !== 'by-slug' || third === '' || !resourceOf(collection).bySlug) return undefined;
  return { kind: 'item', collection, by: 'slug', key: third };
}

/** The REST root names its namespaces, so that the `up` link of an index points to something. */
export function readRoot(site: Site, call: Call): Reply {
  return json(200, {
    namespaces: [site.namespace],
    _links: { index: [{ href: `${rootUrl(site, call)}${site.namespace}` }] },
  });
}

/** The index of the namespace, with the link named `up` to the REST root in the same language. */
export function readIndex(site: Site, call: Call): Reply {
  const asked = call.parameters.get('namespace') ?? site.namespace;
  if (asked !== site.namespace) throw invalid({ namespace: `only ${site.namespace} is served here` });
  return json(200, {
    namespace: site.namespace,
    routes: routesOf(site.namespace),
    _links: { up: [{ href: rootUrl(site, call) }] },
  });
}

/** The documentation of the interface: 200 with an OpenAPI document, or with what was configured. */
export function readDocument(site: Site, call: Call): Reply {
  return json(200, site.document(`${call.origin}${call.segment}${site.basePath}`));
}

const rootUrl = ({ basePath }: Site, { origin, segment }: Call): string => `${origin}${segment}${basePath}/`;

function routesOf(namespace: string): Readonly<Record<string, { methods: readonly string[] }>> {
  const paths = [...new Set(operations.map(({ path }) => path))];
  const methods = (path: string): readonly string[] =>
    operations.filter((operation) => operation.path === path).map(({ method }) => method);
  return Object.fromEntries(paths.map((path) => [`/${namespace}${path}`, { methods: methods(path) }]));
}
