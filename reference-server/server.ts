import type { IncomingMessage, ServerResponse } from 'node:http';
import { toOpenApi } from '../contract/openapi.js';
import { DEFAULT_NAMESPACE } from '../contract/operations.js';
import { createAccess } from './access.js';
import { handleRequest } from './answer.js';
import { createClock } from './clock.js';
import { createListener } from './listener.js';
import type { ReferenceServer, ReferenceServerOptions } from './options.js';
import { send, toReply } from './respond.js';
import { createRowCache } from './rows.js';
import type { Site } from './site.js';
import { createStore } from './store/store.js';
import { loadWorld } from './world.js';
import { createRequestQueue } from './turns.js';
import { createZones } from './zones.js';

/**
 * Creates a server of the whole interface, with its records in memory. It takes the first alternative of every reading,
 * and fills every gap as the contract decides it. Throws when the world file or the zone is not valid.
 */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const site = createSite(options);
  const takeTurn = createRequestQueue();
  const handler = (request: IncomingMessage, response: ServerResponse): void =>
    void takeTurn(request, () => respond(request, response, site));
  const listener = createListener(handler);
  return {
    handler,
    listen: async (at = {}) => ({ url: `${await listener.listen(at)}${site.basePath}` }),
    close: listener.close,
    counts: site.store.counts,
  };
}

function createSite(options: ReferenceServerOptions): Site {
  const { basePath = '', namespace = DEFAULT_NAMESPACE, world = {}, now = () => new Date() } = options;
  const { zone = world.zone ?? 'UTC', extensions = world.extensions ?? [], users, document, chunk = 256 } = options;
  if (!(chunk >= 1)) throw new Error(`A chunk holds one event at least, not ${chunk}.`);
  const zones = createZones();
  if (!zones.isZone(zone)) throw new Error(`${zone} is not a time zone.`);
  const store = createStore({ chunk });
  const clock = createClock({ zone, zones, now });
  loadWorld(world, { store, clock });
  return {
    basePath: withoutEdgeSlashes(basePath).replace(/^(?=.)/, '/'),
    namespace: withoutEdgeSlashes(namespace),
    store,
    clock,
    access: createAccess(users),
    extensions: new Set(extensions),
    rows: createRowCache(store),
    document: (serverUrl) => document ?? toOpenApi({ namespace, serverUrl }),
  };
}

const withoutEdgeSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');

async function respond(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const reply = await handleRequest(request, site).catch(toReply);
  if (!response.destroyed) send(response, reply);
}
