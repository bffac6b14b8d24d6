import type { IncomingMessage } from 'node:http';
import { parseBody, readBody } from '../http/body-parser.js';
import { noParameters, parseParameters } from '../http/parameter-values.js';
import { notFound, Refusal, type Reply } from '../http/reply.js';
import { type Address, readAddress, selectLanguage } from '../http/request-address.js';
import { list } from '../lists/list-reply.js';
import type { Call, Site } from '../site/site.js';
import { createItem, deleteItem, readItem, updateItem } from './item.js';
import { allowedMethods, matchRoute, readDocument, readIndex, readRoot, type Route } from './router.js';

/** Answers a request; rejects with a `Refusal` for what is not granted. */
export async function handleRequest(request: IncomingMessage, site: Site): Promise<Reply> {
  const address = readAddress(request, site.basePath);
  const route = address.path === undefined ? undefined : matchRoute(address.path, site.namespace);
  if (!route) throw notFound();
  const allowed = allowedMethods(route);
  const method = request.method ?? 'GET';
  if (!allowed.includes(method)) throw notAllowed(allowed);
  if (method === 'OPTIONS') return describeRoute(allowed);
  const isRead = method === 'GET' || method === 'HEAD';
  const call = readCall(request, address, site, isRead ? undefined : await readBody(request));
  const reply = dispatch(route, method, site, call);
  keep(site);
  return reply;
}

/** A change is in the data file before it is answered. */
function keep({ data }: Site): void {
  try {
    data?.commit();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The change could not be written to the data file: ${reason}.`;
    throw new Refusal(507, { code: 'not_kept', message });
  }
}

const notAllowed = (allowed: readonly string[]): Refusal =>
  new Refusal(405, {
    code: 'method_not_allowed',
    message: `Only ${allowed.join(', ')} work here.`,
    headers: { Allow: allowed.join(', ') },
  });

/** What may be done here; pages of other origins may read only. */
const describeRoute = (allowed: readonly string[]): Reply => ({
  status: 204,
  headers: {
    Allow: allowed.join(', '),
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Cache-Control, If-None-Match',
  },
});

function readCall(request: IncomingMessage, address: Address, site: Site, bytes: Buffer | undefined): Call {
  const { headers } = request;
  const viewer = site.access.identify(headers.authorization);
  const parameters = parseParameters(address.query);
  const body = bytes ? parseBody(bytes, headers) : noParameters;
  return {
    headers,
    viewer,
    parameters,
    body,
    origin: address.origin,
    query: address.query,
    segment: address.segment ? `/${address.segment}` : '',
    language: selectLanguage(parameters.get('ml_language') ?? body.get('ml_language'), address.segment),
  };
}

function dispatch(route: Route, method: string, site: Site, call: Call): Reply {
  switch (route.kind) {
    case 'root':
      return readRoot(site, call);
    case 'index':
      return readIndex(site, call);
    case 'doc':
      return readDocument(site, call);
    case 'collection':
      return method === 'POST' ? createItem(route.collection, site, call) : list(route.collection, site, call);
    case 'item':
      return itemAction(method)(route, site, call);
  }
}

function itemAction(method: string): typeof readItem {
  if (method === 'DELETE') return deleteItem;
  return method === 'GET' || method === 'HEAD' ? readItem : updateItem;
}
