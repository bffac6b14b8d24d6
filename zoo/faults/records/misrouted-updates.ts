import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../harness/json.js';
import type { OperationCall } from '../../asked.js';
import { statusOf, toJsonResponse } from '../../edit-answer.js';
import { editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

const misroutedCollections = ['venues', 'organizers'] as const;

/** The request as a create of the same body. */
const asCreate = ({ request, collection, at }: OperationCall): OperationCall['request'] => ({
  ...request,
  method: 'POST',
  target: at(`/${collection}`),
});

/** The route of POST does not look at what follows the collection. */
const postCreates: Fault = {
  id: 'records.update.post.creates',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'category.update', 'tag.update', 'coherence.siblings'],
  statement: 'A POST to a venue, an organizer, a category or a tag creates another one.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach([...misroutedCollections, 'categories', 'tags'], { kind: 'update', method: 'POST' }),
      (asked, next) => next(asCreate(asked)),
    ),
};

/** PUT puts something there, whatever is there already. */
const putBySlugCreates: Fault = {
  id: 'records.by-slug.update.put.creates',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'address.slug', 'coherence.siblings'],
  statement: 'A PUT of a venue or an organizer by its slug makes another one of that slug.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(misroutedCollections, { kind: 'update', method: 'PUT', addressing: 'slug' }),
      (asked, next) => next(asCreate({ ...asked, request: editBody(asked.request, (body) => withName(asked, body)) })),
    ),
};

const withName = ({ collection, address }: OperationCall, body: JsonObject): JsonObject => ({
  [resourceOf(collection).label]: address,
  ...body,
});

/** Nothing was updated, and nothing went wrong. */
const unknownGranted: Fault = {
  id: 'records.update.unknown-granted',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'tag.update', 'address.id'],
  statement: 'An update of a venue, an organizer or a tag that is not there is answered with success.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach([...misroutedCollections, 'tags'], { kind: 'update' }),
      async ({ request }, next) => {
        const outcome = await next(request);
        return statusOf(outcome) === 404 ? toJsonResponse(200, { updated: 0 }) : outcome;
      },
    ),
};

/** What is not there is made. */
const unknownCreated: Fault = {
  id: 'records.update.put.unknown-created',
  clause: 'event.update',
  neighbours: ['category.update', 'address.id'],
  statement: 'A PUT of an event or a category that is not there makes one, under another id.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(['events', 'categories'], { kind: 'update', method: 'PUT' }),
      async (asked, next) => {
        const outcome = await next(asked.request);
        return statusOf(outcome) === 404 ? next(asCreate(asked)) : outcome;
      },
    ),
};

/** Updates that reach another operation, or no record. */
export const misroutedUpdates: readonly Fault[] = [postCreates, putBySlugCreates, unknownGranted, unknownCreated];
