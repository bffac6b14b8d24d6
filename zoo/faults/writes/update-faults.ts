import { idsIn } from '../../../adapter/reading/agreement.js';
import { collections, resourceOf } from '../../../contract/resources.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';
import { withStatus } from '../../intercept/response-edit.js';
import { places, terms } from '../../list-fault.js';

/** A loop returns where it should go on. */
const firstFieldOnly: Fault = {
  id: 'records.update.patch.first-field-only',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'coherence.kept-write'],
  statement: 'A PATCH of a venue or an organizer writes only the first field.',
  create: (_, view) =>
    interceptOperations(view, inEach(places, { kind: 'update', method: 'PATCH' }), ({ request }, next) =>
      next(editBody(request, (body) => Object.fromEntries(Object.entries(body).slice(0, 1)))),
    ),
};

/** A write is put on a queue that nobody works off. */
const putQueued: Fault = {
  id: 'records.update.put.queued',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'coherence.kept-write', 'coherence.siblings'],
  statement: 'A PUT of a venue or an organizer by its id returns 202 and is never carried out.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(places, { kind: 'update', method: 'PUT', addressing: 'id' }),
      async (call, next) => {
        const outcome = await itemNow(call, next);
        return isGranted(outcome) ? withStatus(outcome, 202) : outcome;
      },
    ),
};

/** The answer is made of the record and the body, and the body is not written. */
const respondsMerged: Fault = {
  id: 'records.update.patch.answers-merged',
  clause: 'category.update',
  neighbours: ['tag.update', 'coherence.kept-write', 'coherence.shown-everywhere'],
  statement: 'A PATCH of a category or a tag returns success and changes nothing.',
  create: (_, view) =>
    interceptOperations(view, inEach(terms, { kind: 'update', method: 'PATCH' }), async (call, next) => {
      const { request, collection } = call;
      const sent = Object.entries(bodyOf(request) ?? {});
      return view.editRecord(collection, await itemNow(call, next), (record) =>
        sent.reduce((shown, [name, value]) => view.withField(collection, shown, name, value), record),
      );
    }),
};

/** One of the routes has a validator of its own, which was made for teasers. */
const descriptionCut: Fault = {
  id: 'records.update.put.description-cut',
  clause: 'coherence.siblings',
  neighbours: collections.map((collection) => `${resourceOf(collection).singular}.update`),
  statement: 'A PUT by id stores only the first word of a description.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'update', method: 'PUT', addressing: 'id' }], ({ request }, next) =>
      next(editBody(request, (body) => cutIn(body))),
    ),
};

const cutIn = (body: JsonObject): JsonObject =>
  typeof body.description === 'string' ? { ...body, description: body.description.split(' ', 1)[0] ?? '' } : body;

/** The row is written, then its links, and nothing undoes the first. */
const halfWritten: Fault = {
  id: 'events.update.refused-links-half-written',
  clause: 'coherence.refused-write',
  neighbours: ['event.update', 'coherence.relations'],
  statement: 'An update of an event that is refused for an unknown organizer writes its other fields.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      const { organizer, ...others } = bodyOf(request) ?? {};
      const isRefusedForLinks = !isGranted(outcome) && isJsonArray(organizer) && organizer.every(Number.isInteger);
      if (isRefusedForLinks) await next(withJson(request, others));
      return outcome;
    }),
};

/** Updates that write less than they are sent, or more. */
export const halfDoneUpdates: readonly Fault[] = [
  firstFieldOnly,
  putQueued,
  respondsMerged,
  descriptionCut,
  halfWritten,
];

/** PATCH empties what was not sent. */
const patchResets: Fault = {
  id: 'venues.update.patch.resets-others',
  clause: 'venue.update',
  neighbours: ['venue.fields.optional-on-update', 'coherence.siblings'],
  statement: 'A PATCH of a venue clears the description and the city where they are not sent.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.update.patch' }, ({ request }, next) =>
      next(editBody(request, (body) => ({ description: '', city: '', ...body }))),
    ),
};

/** PUT by slug is polite and does nothing. */
const putDoesNothing: Fault = {
  id: 'events.by-slug.update.put.does-nothing',
  clause: 'event.update',
  neighbours: ['coherence.siblings', 'coherence.kept-write', 'address.slug'],
  statement: 'A PUT of an event by its slug returns success and changes nothing.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.by-slug.update.put' }, ({ request: { target, headers } }, next) =>
      next({ method: 'GET', target, headers }),
    ),
};

/** The answer to an update shows what was before. */
const respondsWithPrevious: Fault = {
  id: 'tags.update.answers-before',
  clause: 'coherence.shown-everywhere',
  neighbours: ['tag.update', 'coherence.kept-write'],
  statement: 'The response to an update of a tag shows the old values.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'tags' }, async ({ request }, next) => {
      const before = await next({ method: 'GET', target: request.target, headers: [] });
      const outcome = await next(request);
      return isGranted(outcome) ? before : outcome;
    }),
};

/** A refused update has written already what came before the mistake. */
const refusedButWritten: Fault = {
  id: 'events.update.refused-but-written',
  clause: 'coherence.refused-write',
  statement: 'A refused update of an event still changes its title and description.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      const texts = Object.entries(bodyOf(request) ?? {}).filter(([name, value]) => isText(name, value));
      if (!isGranted(outcome) && texts.length > 0) await next(withJson(request, Object.fromEntries(texts)));
      return outcome;
    }),
};

const isText = (name: string, value: JsonValue): boolean =>
  ['title', 'description'].includes(name) && typeof value === 'string';

/** An update asks for fields that only a create needs. */
const asksForAll: Fault = {
  id: 'categories.update.put.name-required',
  clause: 'category.fields.optional-on-update',
  neighbours: ['category.update', 'coherence.siblings'],
  statement: 'A PUT of a category without its name is refused.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.update.put' }, async ({ request }, next) => {
      const { name } = bodyOf(request) ?? {};
      return next(name === undefined ? editBody(request, (body) => ({ ...body, name: '' })) : request);
    }),
};

/** Relations are added to and never taken away. */
const relationsOnlyGrow: Fault = {
  id: 'events.update.relations-only-grow',
  clause: 'event.field.tags',
  neighbours: ['event.update', 'coherence.kept-write'],
  statement: 'An update of an event adds the sent tags to those it has.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const sent = bodyOf(request)?.tags;
      if (!isJsonArray(sent)) return next(request);
      const record = view.record('events', await next({ method: 'GET', target: request.target, headers: [] }));
      const had = record ? idsIn(view.field('events', record, 'tags')).map(Number) : [];
      return next(editBody(request, (body) => ({ ...body, tags: [...new Set([...had, ...sent])] })));
    }),
};

/** Updates that change too much, too little, or what they refuse. */
export const updates: readonly Fault[] = [
  patchResets,
  putDoesNothing,
  respondsWithPrevious,
  refusedButWritten,
  asksForAll,
  relationsOnlyGrow,
];
