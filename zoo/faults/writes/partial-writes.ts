import { toText } from '../../../adapter/notation/shown-values.js';
import type { ClauseId } from '../../../contract/clauses/clauses.js';
import type { UpdateVerb } from '../../../contract/operations.js';
import { type Collection, type FieldType, resourceOf } from '../../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

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
  statement: 'A refused update of a record that is not an event still changes its name and description.',
  create: (_, view) =>
    interceptOperations(view, inEach(updated, { kind: 'update' }), async ({ request, collection }, next) => {
      const outcome = await next(request);
      const texts = textsOf(collection, bodyOf(request) ?? {});
      if (!isGranted(outcome) && Object.keys(texts).length > 0) await next(withJson(request, texts));
      return outcome;
    }),
};

/** What is sent is checked, and not beside what is there. */
const endsBeforeStart: Fault = {
  id: 'events.update.end-alone-unchecked',
  clause: 'coherence.refused-write',
  statement: 'An update of an event with an end alone may put it before the start.',
  create(_, view) {
    const ends = new Map<string, JsonValue>();
    const of = { collection: 'events', addressing: 'id' } as const;
    const update = interceptOperation(view, { kind: 'update', ...of }, async ({ request, address }, next) => {
      const outcome = await next(request);
      const { end_date: end, ...others } = bodyOf(request) ?? {};
      if (isGranted(outcome) || end === undefined || others.start_date !== undefined) return outcome;
      const kept = await next(withJson(request, others));
      if (isGranted(kept)) ends.set(address, end);
      return kept;
    });
    const read = interceptOperation(view, { kind: 'read', ...of }, async ({ request, address }, next) =>
      view.editRecord('events', await next(request), (record) =>
        view.withField('events', record, 'end_date', ends.get(address) ?? view.text('events', record, 'end_date')),
      ),
    );
    return inTurn(update, read);
  },
};

/** What is linked is looked for after the rest is written. */
const refusedForLinks: Fault = {
  id: 'events.update.refused-links-written',
  clause: 'coherence.refused-write',
  neighbours: ['coherence.relations'],
  statement:
    'An update of an event that is refused for an unknown venue or term still changes its title and description.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      const body = bodyOf(request) ?? {};
      const isLinking = ['venue', 'organizer', 'categories', 'tags'].some((name) => name in body);
      if (!isGranted(outcome) && isLinking) await next(withJson(request, textsOf('events', body)));
      return outcome;
    }),
};

/** The times are compared once they are written. */
const refusedForTimes: Fault = {
  id: 'events.update.refused-times-written',
  clause: 'coherence.refused-write',
  statement: 'An update of an event that is refused for its times still changes its title and description.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      const body = bodyOf(request) ?? {};
      const isTimed = ['start_date', 'end_date'].some((name) => /^\d{4}-\d\d-\d\d/.test(toText(body[name])));
      if (!isGranted(outcome) && isTimed) await next(withJson(request, textsOf('events', body)));
      return outcome;
    }),
};

/** The parent is looked for after the rest is written. */
const refusedForParent: Fault = {
  id: 'categories.update.refused-parent-written',
  clause: 'coherence.refused-write',
  neighbours: ['coherence.relations'],
  statement: 'An update of a category that is refused for an unknown parent still changes its name and description.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'categories' }, async ({ request }, next) => {
      const outcome = await next(request);
      const body = bodyOf(request) ?? {};
      if (!isGranted(outcome) && typeof body['parent'] === 'number')
        await next(withJson(request, textsOf('categories', body)));
      return outcome;
    }),
};

/** The category is there before its parent is looked for. */
const leftForParent: Fault = {
  id: 'categories.create.refused-parent-left',
  clause: 'coherence.refused-write',
  neighbours: ['coherence.relations'],
  statement: 'A create of a category that is refused for an unknown parent leaves it without one.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const { parent, ...body } = bodyOf(request) ?? {};
      if (!isGranted(outcome) && typeof parent === 'number') await next(withJson(request, body));
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
  statement: 'A refused create still creates the event, venue, category or tag from its valid fields.',
  create: (_, view) =>
    interceptOperations(view, inEach(created, { kind: 'create' }), async ({ request, collection }, next) => {
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
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create' }], async ({ request }, next) =>
      bodyOf(request)?.description === undefined ? toRefusal(400) : next(request),
    ),
};

/** A second write finds the record in a version that it does not expect, and gives up. */
const secondLost: Fault = {
  id: 'records.update.second-lost',
  clause: 'coherence.kept-write',
  neighbours: ['http.idempotence', 'event.update', 'coherence.siblings'],
  statement: 'Only the first update of a record by its id is stored; all return success.',
  create: (_, view) => {
    const updates = new Set<string>();
    return interceptOperations(
      view,
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
export const partialWrites: readonly Fault[] = [
  refusedButWritten,
  endsBeforeStart,
  refusedForLinks,
  refusedForTimes,
  refusedForParent,
  leftForParent,
  refusedButMade,
  descriptionRequired,
  secondLost,
];

const isTime = (value: JsonValue | undefined): boolean => !Number.isNaN(Date.parse(toText(value)));

/** A time that cannot be read is taken from its twin. */
const timeOfTwin: Fault = {
  id: 'events.create.unreadable-time-of-twin',
  clause: 'event.field.start_date',
  neighbours: ['event.field.end_date'],
  statement: 'An event with an unreadable start or end is created with one time for both.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(
        editBody(request, ({ start_date: start = null, end_date: end = null, ...others }) => ({
          ...others,
          ...(start !== null && { start_date: isTime(start) ? start : end }),
          ...(end !== null && { end_date: isTime(end) ? end : start }),
        })),
      ),
    ),
};

const isInteger = (value: JsonValue): boolean => /^-?\d+$/.test(toText(value));

const isReadable: Readonly<Record<FieldType, (value: JsonValue) => boolean>> = {
  string: (value) => !isJsonObject(value),
  integer: isInteger,
  boolean: (value) => !isJsonObject(value),
  integers: (value) => isJsonArray(value) && value.every(isInteger),
  url: () => true,
  untyped: () => true,
};

const readableOf = (collection: Collection, body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) =>
      isReadable[resourceOf(collection).fields[name]?.type ?? 'untyped'](value),
    ),
  );

interface Skipping {
  readonly method: UpdateVerb;
  readonly clause: ClauseId;
  readonly collections: readonly [Collection, ...Collection[]];
}

/** One of the verbs goes through a mapper that skips what it cannot read. */
const skips = ({ method, clause, collections }: Skipping): Fault => ({
  id: `${collections[0]}.update.${method.toLowerCase()}.unreadable-skipped`,
  clause,
  neighbours: collections.map((collection) => `${collection}.update.malformed`),
  statement: `A ${method} of ${collections.join(' or ')} skips fields of a wrong type and writes the others.`,
  create: (_, view) =>
    interceptOperations(view, inEach(collections, { kind: 'update', method }), ({ request, collection }, next) =>
      next(editBody(request, (body) => readableOf(collection, body))),
    ),
});

/** Writes that go on where they cannot read. */
export const unreadable: readonly Fault[] = [
  timeOfTwin,
  skips({ method: 'PATCH', clause: 'venue.update', collections: ['venues', 'organizers'] }),
  skips({ method: 'POST', clause: 'organizer.update', collections: ['organizers'] }),
  skips({ method: 'PUT', clause: 'category.update', collections: ['categories', 'tags'] }),
];
