import { collections, resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../harness/json.js';
import { isGranted, withStatus } from '../../edit-answer.js';
import { bodyOf, editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { itemNow } from '../../look-up.js';
import { inEach, interceptOperations } from '../../on.js';

const places = ['venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;

/** A loop returns where it should go on. */
const firstFieldOnly: Fault = {
  id: 'records.update.patch.first-field-only',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'coherence.kept-write'],
  statement: 'A PATCH of a venue or an organizer writes the first of its fields alone.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(places, { kind: 'update', method: 'PATCH' }), ({ request }, next) =>
      next(editBody(request, (body) => Object.fromEntries(Object.entries(body).slice(0, 1)))),
    ),
};

/** A write is put on a queue that nobody works off. */
const putQueued: Fault = {
  id: 'records.update.put.queued',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'coherence.kept-write', 'coherence.siblings'],
  statement: 'A PUT of a venue or an organizer by its id is answered with 202 and never done.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(places, { kind: 'update', method: 'PUT', addressing: 'id' }),
      async (asked, next) => {
        const outcome = await itemNow(asked, next);
        return isGranted(outcome) ? withStatus(outcome, 202) : outcome;
      },
    ),
};

/** The answer is made of the record and the body, and the body is not written. */
const respondsMerged: Fault = {
  id: 'records.update.patch.answers-merged',
  clause: 'category.update',
  neighbours: ['tag.update', 'coherence.kept-write', 'coherence.shown-everywhere'],
  statement: 'A PATCH of a category or a tag is answered as if it were done, and changes nothing.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(terms, { kind: 'update', method: 'PATCH' }), async (asked, next) => {
      const { request, collection } = asked;
      const sent = Object.entries(bodyOf(request) ?? {});
      return lens.editRecord(collection, await itemNow(asked, next), (record) =>
        sent.reduce((shown, [name, value]) => lens.withField(collection, shown, name, value), record),
      );
    }),
};

/** One of the routes has a validator of its own, which was made for teasers. */
const descriptionCut: Fault = {
  id: 'records.update.put.description-cut',
  clause: 'coherence.siblings',
  neighbours: collections.map((collection) => `${resourceOf(collection).singular}.update`),
  statement: 'A PUT by id stores the first word of a description, where all other updates store it whole.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'update', method: 'PUT', addressing: 'id' }], ({ request }, next) =>
      next(editBody(request, (body) => cutIn(body))),
    ),
};

const cutIn = (body: JsonObject): JsonObject =>
  typeof body.description === 'string' ? { ...body, description: body.description.split(' ', 1)[0] ?? '' } : body;

/** Updates that write less than they are sent. */
export const halfDoneUpdates: readonly Fault[] = [firstFieldOnly, putQueued, respondsMerged, descriptionCut];
