import { isSafe, type Outcome } from '../../../wire/exchange.js';
import { toText } from '../../../wire/message-body.js';
import type { Fault } from '../../fault.js';
import { editResponse, withHeader, withStatus } from '../../intercept/response-edit.js';

/** Whether a path is that of the index or of the documentation. */
export const isService = (path: string | undefined): boolean => path === '' || path === '/doc';

const headUnknown: Fault = {
  id: 'service.head-not-found',
  clause: 'http.head',
  statement: 'A HEAD of the index or the documentation returns 404.',
  create: (_, view) => async (request, next) =>
    request.method === 'HEAD' && isService(view.path(request)) ? withStatus(await next(request), 404) : next(request),
};

/** What serves GET knows of no other method. */
const headRefused: Fault = {
  id: 'lists.head-refused',
  clause: 'http.head',
  statement: 'A HEAD of a list is refused as a method.',
  create: (_, view) => async (request, next) => {
    const { kind } = view.operationCall({ ...request, method: 'GET' })?.operation ?? {};
    if (request.method !== 'HEAD' || kind !== 'list') return next(request);
    return editResponse(withStatus(await next(request), 405), (response) => ({
      ...response,
      headers: withHeader(response.headers, 'Allow', 'GET, POST'),
    }));
  },
};

/** The interface does not name it. */
const headRefusedEverywhere: Fault = {
  id: 'http.head-refused',
  clause: 'http.head',
  level: 'SHOULD',
  statement: 'HEAD is refused as a method wherever it is asked for.',
  create: () => async (request, next) =>
    request.method === 'HEAD' ? withStatus(await next(request), 405) : next(request),
};

/** A page of its own has a route of its own. */
const headOfDocRefused: Fault = {
  id: 'doc.head-refused',
  clause: 'http.head',
  statement: 'A HEAD of the documentation is refused as a method.',
  create: (_, view) => async (request, next) =>
    request.method === 'HEAD' && view.path(request) === '/doc' ? withStatus(await next(request), 405) : next(request),
};

const headBySlug =
  (status: 404 | 405): Fault['create'] =>
  (_, view) =>
  async (request, next) => {
    const isBySlug = view.path(request)?.includes('/by-slug/') ?? false;
    return request.method === 'HEAD' && isBySlug ? withStatus(await next(request), status) : next(request);
  };

const headUnknownBySlug: Fault = {
  id: 'records.by-slug.head-not-found',
  clause: 'http.head',
  statement: 'A HEAD of an event, a venue or an organizer by its slug returns 404.',
  create: headBySlug(404),
};

/** A route of its own names its methods. */
const headRefusedBySlug: Fault = {
  id: 'records.by-slug.head-refused',
  clause: 'http.head',
  statement: 'A HEAD of an event, a venue or an organizer by its slug is refused as a method.',
  create: headBySlug(405),
};

/** HEAD counts characters, GET octets. */
const headCountsCharacters: Fault = {
  id: 'records.head-counts-characters',
  clause: 'http.head',
  statement: 'The Content-Length of a HEAD of a record counts characters instead of octets.',
  create: (_, view) => async (request, next) => {
    if (request.method !== 'HEAD' || !/^\/[a-z]+\/\d+$/.test(view.path(request) ?? '')) return next(request);
    return editResponse(await next({ ...request, method: 'GET' }), (response) => ({
      ...response,
      headers: withHeader(response.headers, 'Content-Length', String(toText(response.body).length)),
      body: new Uint8Array(),
    }));
  },
};

/** What answers a HEAD writes no body, and counts what it wrote. */
const headOfNothing: Fault = {
  id: 'lists.head-length-zero',
  clause: 'http.head',
  statement: 'A HEAD of a list has Content-Length: 0.',
  create: (_, view) => async (request, next) => {
    const { kind } = view.operationCall({ ...request, method: 'GET' })?.operation ?? {};
    const outcome = await next(request);
    if (request.method !== 'HEAD' || kind !== 'list') return outcome;
    return editResponse(outcome, (response) => ({
      ...response,
      headers: withHeader(response.headers, 'Content-Length', '0'),
    }));
  },
};

const isTerm = (path = ''): boolean => path.startsWith('/categories') || path.startsWith('/tags');

const headTypedOtherwise: Fault = {
  id: 'terms.head-typed-otherwise',
  clause: 'http.head',
  statement: 'A HEAD of categories or tags, or of one of them, has the headers of an HTML page.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    if (request.method !== 'HEAD' || !isTerm(view.path(request))) return outcome;
    return editResponse(outcome, (response) => ({
      ...response,
      headers: withHeader(response.headers, 'Content-Type', 'text/html'),
    }));
  },
};

/** A cache knows what it keeps by its address alone. */
const headKept: Fault = {
  id: 'http.head-kept-for-get',
  clause: 'http.head',
  statement: 'Until the next write, a GET after a HEAD of the same address is answered as that was, without a body.',
  create: () => {
    const kept = new Map<string, Outcome>();
    return async (request, next) => {
      if (!isSafe(request.method)) kept.clear();
      const outcome = (request.method === 'GET' && kept.get(request.target)) || (await next(request));
      if (request.method === 'HEAD') kept.set(request.target, outcome);
      return outcome;
    };
  },
};

/** HEAD that does not answer as GET does, or not everywhere. */
export const headFaults: readonly Fault[] = [
  headUnknown,
  headUnknownBySlug,
  headRefusedBySlug,
  headRefused,
  headRefusedEverywhere,
  headOfDocRefused,
  headTypedOtherwise,
  headCountsCharacters,
  headOfNothing,
  headKept,
];
