import { headerValue, type Outcome } from '../../../harness/exchange.js';
import { editResponse, isGranted, statusOf, withBody, withHeader, withoutHeader } from '../../edit-answer.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

/** A header for clients that cannot send DELETE. */
const overridden: Fault = {
  id: 'records.read.method-override',
  clause: 'http.safe-methods',
  statement: 'A GET of a record whose X-HTTP-Method-Override says DELETE deletes it, unless it is a venue.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(['events', 'organizers', 'categories', 'tags'], { kind: 'read' }),
      ({ request }, next) => {
        const method = request.headers.find(([name]) => name.toLowerCase() === 'x-http-method-override')?.[1];
        return next(method === 'DELETE' ? { ...request, method } : request);
      },
    ),
};

/** The address is that of the place where the record was posted. */
const locationOfList: Fault = {
  id: 'records.create.location-of-list',
  clause: 'http.location',
  neighbours: ['event.create', 'venue.create', 'organizer.create', 'category.create'],
  statement: 'The Location of a new record that is no tag is that of the collection.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(['events', 'venues', 'organizers', 'categories'], { kind: 'create' }),
      async (asked, next) =>
        editResponse(await next(asked.request), (response) => {
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
  statement: 'The ETag of a record that is no event is made of its id alone, and If-None-Match is not looked at.',
  create: (_, lens) => {
    const some = ['venues', 'organizers', 'categories', 'tags'] as const;
    return interceptOperations(
      lens,
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
  statement: 'Where no record of a kind other than category has the id the answer is a page, labelled as JSON.',
  create: (_, lens) =>
    interceptOperations(
      lens,
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
  statement: 'A record that was read by its id before is shown there as it was, however it was updated since.',
  create: (_, lens) => {
    const kept = new Map<string, Outcome>();
    return interceptOperations(
      lens,
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
export const protocol: readonly Fault[] = [overridden, locationOfList, etagOfId, notFoundPage, staleItem];
