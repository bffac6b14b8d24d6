import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { DEFAULT_NAMESPACE } from '../contract/operations.js';
import type { Extension } from '../contract/queries.js';
import type { Collection } from '../contract/resources.js';
import { toOpenApi } from '../contract/schemas/openapi.js';
import type { WorldFile } from '../contract/world-file.js';
import { createListener, createRequestQueue } from './http/listener.js';
import { send, toReply } from './http/reply.js';
import { loadWorld } from './records/world-loader.js';
import { handleRequest } from './routes/request-handler.js';
import { createAccess, type UsersFile } from './site/access-control.js';
import { createRowCache } from './site/row-cache.js';
import { createClock, createZones } from './site/site-clock.js';
import type { Site } from './site/site.js';
import { openDataFile } from './store/data-file.js';
import { createStore } from './store/store.js';

/** How a reference server is set up; every option has a default, and without any it is empty and open to everyone. */
export interface ReferenceServerOptions {
  /** Where the REST root is, such as `/wp-json`; empty by default. */
  readonly basePath?: string;
  /** `vendor/events/v1` by default. */
  readonly namespace?: string;
  /** The records to begin with; those of a data file that is not new are kept instead. */
  readonly world?: WorldFile;
  /**
   * The file that keeps the records over restarts; it is made where there is none, and may be used by one server at a
   * time. By default records are in memory and nowhere else.
   */
  readonly data?: string;
  /** Without users everyone may do everything. */
  readonly users?: UsersFile;
  /** The premium extensions that are on: by default those of the world file. */
  readonly extensions?: readonly Extension[];
  /** The site's IANA time zone: by default the world file's, else UTC. */
  readonly zone?: string;
  /** The present; by default that of the machine. Dates have whole seconds. */
  readonly now?: () => Date;
  /**
   * How many events a chunk of an index by time holds at most, at least one, 256 by default. Few cut a small calendar
   * into as many chunks as a large one has.
   */
  readonly chunk?: number;
  /** The body of GET /doc: by default the OpenAPI document of this server. */
  readonly document?: unknown;
}

/** A server of the whole interface. */
export interface ReferenceServer {
  /** Answers requests for any `node:http` server. */
  readonly handler: RequestListener;
  /** Listens, on a free port of 127.0.0.1 by default; gives the REST root. Rejects when it cannot. */
  listen(at?: { readonly port?: number; readonly host?: string }): Promise<{ readonly url: string }>;
  /** Stops listening, lets running requests finish for a moment, and ends all connections. */
  close(): Promise<void>;
  /** How many records each collection holds, whatever their language and status. */
  counts(): Record<Collection, number>;
}

/**
 * Creates a server of the whole interface, with its records in memory. It takes the first alternative of every reading,
 * and fills every gap as the contract decides it. Throws when the world file, the zone or the data file is not valid.
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
    async close() {
      await listener.close();
      site.data?.close();
    },
    counts: site.store.counts,
  };
}

function createSite(options: ReferenceServerOptions): Site {
  const { basePath = '', namespace = DEFAULT_NAMESPACE, now = () => new Date() } = options;
  const { users, document } = options;
  const { store, clock, extensions, data } = createRecords({ ...options, now });
  return {
    basePath: withoutEdgeSlashes(basePath).replace(/^(?=.)/, '/'),
    namespace: withoutEdgeSlashes(namespace),
    store,
    clock,
    access: createAccess(users),
    extensions: new Set(extensions),
    rows: createRowCache(store),
    document: (serverUrl) => document ?? toOpenApi({ namespace, serverUrl }),
    ...(data && { data }),
  };
}

/** The records that a server begins with, those of its data file or of its world, and what they are read by. */
function createRecords({ world, chunk = 256, now, ...options }: ReferenceServerOptions & { readonly now: () => Date }) {
  if (!(chunk >= 1)) throw new Error(`A chunk holds one event at least, not ${chunk}.`);
  const data = options.data === undefined ? undefined : openDataFile(options.data);
  try {
    const { zone = data?.settings?.zone ?? world?.zone ?? 'UTC' } = options;
    const { extensions = data?.settings?.extensions ?? world?.extensions ?? [] } = options;
    const zones = createZones();
    if (!zones.isZone(zone)) throw new Error(`${zone} is not a time zone.`);
    const store = createStore({ chunk, note: data?.note });
    const clock = createClock({ zone, zones, now });
    data?.load(store);
    if (!data?.settings) loadWorld(world ?? {}, { store, clock });
    data?.start({ zone, extensions }, store);
    return { store, clock, extensions, data };
  } catch (error) {
    data?.close();
    throw error;
  }
}

const withoutEdgeSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');

async function respond(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const reply = await handleRequest(request, site).catch(toReply);
  if (!response.destroyed) send(response, reply);
}
