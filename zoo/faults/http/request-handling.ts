import { headerValue, type Outcome } from '../../../wire/exchange.js';
import { parseJson, toText } from '../../../wire/message-body.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { chunksOf } from '../../../wire/transports/sending.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { withJson } from '../../intercept/request-edit.js';
import { editResponse, toRefusal, withBody, withHeader, withoutHeader } from '../../intercept/response-edit.js';

const crashesOnMalformed: Fault = {
  id: 'http.500-on-malformed-json',
  clause: 'http.server-error',
  statement: 'A body that is not JSON returns 500.',
  create: () => async (request, next) => {
    const isMalformed = request.body !== undefined && parseJson(toText(request.body)) === undefined;
    const isForm = request.headers.some(([, value]) => /form/.test(value));
    return isMalformed && !isForm ? toRefusal(500) : next(request);
  },
};

/** The type is compared with its parameters. */
const namedCharset: Fault = {
  id: 'http.json-with-charset-unread',
  clause: 'http.media-type',
  neighbours: ['venue.create'],
  statement: 'A body of the type application/json; charset=utf-8 is not taken for JSON, and no field of it is seen.',
  create: () => (request, next) =>
    next(
      /^application\/json *;/i.test(headerValue(request.headers, 'content-type') ?? '')
        ? withJson(request, {})
        : request,
    ),
};

const crashesOnBadNumber: Fault = {
  id: 'events.list.500-on-bad-page',
  clause: 'http.server-error',
  statement: 'A list of events with a non-numeric page returns 500.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) =>
      /^\d*$/.test(query.get('page') ?? '') ? next(request) : toRefusal(500),
    ),
};

/** A GET with fields in its query writes them. */
const getWrites: Fault = {
  id: 'venues.read.writes',
  clause: 'http.safe-methods',
  statement: 'A GET of a venue with a field in the query changes the venue.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.read' }, async ({ request, query }, next) => {
      const fields = ['venue', 'description', 'city', 'phone'].filter((name) => query.has(name));
      if (fields.length === 0) return next(request);
      const body = Object.fromEntries(fields.map((name) => [name, query.get(name) ?? '']));
      return next(withJson({ ...request, method: 'PATCH', target: request.target.split('?', 1)[0] ?? '' }, body));
    }),
};

/** Whoever opens the page of a draft is taken for its editor, who wants to see it published. */
const getPublishes: Fault = {
  id: 'events.by-slug.read.publishes',
  clause: 'http.safe-methods',
  statement: 'A GET by slug of an event that is a draft publishes it.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request }, next) => {
      const outcome = await next(request);
      const event = view.record('events', outcome);
      if (event && view.text('events', event, 'status') === 'draft')
        await next(withJson({ ...request, method: 'PATCH' }, { status: 'publish' }));
      return outcome;
    }),
};

/** As many octets are read as a length says, and no length is none. */
const chunksIgnored: Fault = {
  id: 'records.write.chunks-ignored',
  clause: 'http.content-length',
  statement: 'A body that is sent in chunks is taken for none.',
  create: () => (request, next) => {
    const isChunked = headerValue(request.headers, 'transfer-encoding') !== undefined;
    return next(
      isChunked
        ? { ...request, headers: withoutHeader(request.headers, 'Transfer-Encoding'), body: Buffer.from('{}') }
        : request,
    );
  },
};

/** Each chunk is turned into text for itself. */
const chunksDecoded: Fault = {
  id: 'records.write.chunks-decoded-alone',
  clause: 'http.content-length',
  neighbours: ['coherence.kept-write'],
  statement: 'Of a body in chunks, a character that two of them share is replaced.',
  create: () => (request, next) => {
    const chunks = chunksOf(request);
    return next(chunks ? { ...request, body: Buffer.from(chunks.map(toText).join('')) } : request);
  },
};

/** Requests that are handled as HTTP forbids. */
export const handling: readonly Fault[] = [
  crashesOnMalformed,
  namedCharset,
  crashesOnBadNumber,
  getWrites,
  getPublishes,
  chunksIgnored,
  chunksDecoded,
];

/** The address is that of the place where the record was posted. */
const locationOfList: Fault = {
  id: 'records.create.location-of-list',
  clause: 'http.location',
  neighbours: ['event.create', 'venue.create', 'organizer.create', 'category.create'],
  statement: 'The Location of a new record that is not a tag points to the collection.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'venues', 'organizers', 'categories'], { kind: 'create' }),
      async (call, next) =>
        editResponse(await next(call.request), (response) => {
          const location = headerValue(response.headers, 'location');
          if (location === undefined) return response;
          return { ...response, headers: withHeader(response.headers, 'Location', location.replace(/\/\d+\/?$/, '')) };
        }),
    ),
};

/** The tag says which record it is, not what is in it. */
const etagOfId: Fault = {
  id: 'records.read.etag-of-id',
  clause: 'http.validators',
  statement: 'The ETag of a record that is not an event depends only on its id, and If-None-Match is ignored.',
  create: (_, view) => {
    const some = ['venues', 'organizers', 'categories', 'tags'] as const;
    return interceptOperations(
      view,
      inEach(some, { kind: 'read', addressing: 'id' }),
      async ({ request, address }, next) => {
        const outcome = await next({ ...request, headers: withoutHeader(request.headers, 'If-None-Match') });
        if (!isGranted(outcome)) return outcome;
        return editResponse(outcome, (response) => ({
          ...response,
          headers: withHeader(response.headers, 'ETag', `"${address}"`),
        }));
      },
    );
  },
};

const page = Buffer.from('<!DOCTYPE html><title>Not found</title><p>There is nothing here.</p>');

/** The page that the web server shows for 404 gets the type of all other answers. */
const notFoundPage: Fault = {
  id: 'records.read.not-found-page',
  clause: 'http.media-type',
  neighbours: ['event.read', 'venue.read', 'organizer.read', 'tag.read'],
  statement: 'A GET by an unknown id returns an HTML page labelled as JSON, except for categories.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'venues', 'organizers', 'tags'], { kind: 'read' }),
      async ({ request }, next) => {
        const outcome = await next(request);
        return statusOf(outcome) === 404 ? editResponse(outcome, (response) => withBody(response, page)) : outcome;
      },
    ),
};

/** An item is kept until it is deleted. */
const staleItem: Fault = {
  id: 'records.read.stale-item',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'coherence.shown-everywhere', 'event.update', 'venue.update'],
  statement: 'A GET by id always shows a record as it was when first read.',
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    return interceptOperations(
      view,
      [{ addressing: 'id' }],
      async ({ request, operation, collection, address }, next) => {
        const key = `${collection}/${address}`;
        if (operation.kind === 'delete') kept.delete(key);
        if (operation.kind !== 'read') return next(request);
        const outcome = kept.get(key) ?? (await next(request));
        if (statusOf(outcome) === 200) kept.set(key, outcome);
        return outcome;
      },
    );
  },
};

/** What HTTP asks of records. */
export const protocol: readonly Fault[] = [locationOfList, etagOfId, notFoundPage, staleItem];
