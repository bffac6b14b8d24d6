import type { Collection } from '../../../contract/field.js';
import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../harness/json.js';
import { isGranted, toRefusal } from '../../edit-answer.js';
import { bodyOf, withJson } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

/** The texts of a body that nobody could refuse. */
const textsOf = (collection: Collection, body: JsonObject): JsonObject =>
  Object.fromEntries(
    [resourceOf(collection).label, 'description'].flatMap((name) =>
      typeof body[name] === 'string' && body[name] !== '' ? [[name, body[name]]] : [],
    ),
  );

const updated = ['venues', 'organizers', 'categories', 'tags'] as const;

/** What stands before the mistake is written. */
const refusedButWritten: Fault = {
  id: 'records.update.refused-but-written',
  clause: 'coherence.refused-write',
  statement: 'An update of a record that is no event is refused when its name and description are written already.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(updated, { kind: 'update' }), async ({ request, collection }, next) => {
      const outcome = await next(request);
      const texts = textsOf(collection, bodyOf(request) ?? {});
      if (!isGranted(outcome) && Object.keys(texts).length > 0) await next(withJson(request, texts));
      return outcome;
    }),
};

/** What an event cannot be without. */
const times = { start_date: '2030-01-01 10:00:00', end_date: '2036-01-01 10:00:00' };

const created = ['events', 'venues', 'categories', 'tags'] as const;

/** The record is made before its fields are looked at. */
const refusedButMade: Fault = {
  id: 'records.create.refused-but-made',
  clause: 'coherence.refused-write',
  statement: 'A refused create leaves an event, a venue, a category or a tag with what was right in it.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(created, { kind: 'create' }), async ({ request, collection }, next) => {
      const outcome = await next(request);
      const body = bodyOf(request);
      if (isGranted(outcome) || !body) return outcome;
      const filler = { [resourceOf(collection).label]: 'Untitled', ...(collection === 'events' && times) };
      await next(withJson(request, { ...filler, ...textsOf(collection, body) }));
      return outcome;
    }),
};

/** A field that is not needed is asked for. */
const descriptionRequired: Fault = {
  id: 'records.create.description-required',
  clause: 'event.create',
  neighbours: ['venue.create', 'organizer.create', 'category.create', 'tag.create'],
  statement: 'A create without a description is refused.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'create' }], async ({ request }, next) =>
      bodyOf(request)?.description === undefined ? toRefusal(400) : next(request),
    ),
};

/** A second write finds the record in a version that it does not expect, and gives up. */
const secondLost: Fault = {
  id: 'records.update.second-lost',
  clause: 'coherence.kept-write',
  neighbours: ['http.idempotence', 'event.update', 'coherence.siblings'],
  statement: 'Of the updates of a record by its id the first alone is written; all are answered alike.',
  create: (_, lens) => {
    const updates = new Set<string>();
    return interceptOperations(
      lens,
      [{ kind: 'update', addressing: 'id' }],
      async ({ request, collection, address }, next) => {
        const key = `${collection}/${address}`;
        if (updates.has(key)) return next({ ...request, method: 'GET' });
        const outcome = await next(request);
        if (isGranted(outcome)) updates.add(key);
        return outcome;
      },
    );
  },
};

/** Writes that are done in part, or not at all. */
export const partialWrites: readonly Fault[] = [refusedButWritten, refusedButMade, descriptionRequired, secondLost];
