import { operations } from '../contract/operations.js';
import { invalid } from './refusal.js';
import { type Reply, json } from './respond.js';
import type { Call, Site } from './site.js';

/** The REST root names its namespaces, so that the `up` link of an index leads somewhere. */
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
