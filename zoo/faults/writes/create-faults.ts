import type { ClauseId } from '../../../contract/clauses/clauses.js';
import { type Collection, resourceOf, resources } from '../../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { aboutFields, collectionsOf, type Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';

const requiredClause = (collection: Collection): ClauseId =>
  `${resources[collection].singular}.fields.required-on-create`;

/** What is put in for a required field that was not sent. */
const fillers: Readonly<Record<string, string>> = {
  start_date: '2030-01-01 10:00:00',
  end_date: '2036-01-01 10:00:00',
};

const notRequired = (collection: Collection, name: string): Fault => ({
  id: `${collection}.create.${name}-not-required`,
  clause: requiredClause(collection),
  neighbours: [`${collection}.create.required`],
  statement: `A create of ${collection} succeeds without ${name}.`,
  create: (_, view) =>
    interceptOperation(view, { kind: 'create', collection }, ({ request }, next) =>
      next(editBody(request, (body) => ({ [name]: fillers[name] ?? 'Untitled', ...body }))),
    ),
});

/** What makes a required field out of the rest of a body; undefined where that does not do. */
type Derive = (body: JsonObject) => JsonValue | undefined;

/** A field is required but where a default can be made for it. */
const derived = (collection: Collection, name: string, from: string, derive: Derive): Fault => ({
  id: `${collection}.create.${name}-${from.replaceAll(' ', '-')}`,
  clause: requiredClause(collection),
  statement: `A create of ${collection} without ${name} takes it ${from}.`,
  create: (_, view) =>
    interceptOperation(view, { kind: 'create', collection }, ({ request }, next) =>
      next(
        editBody(request, (body) => {
          const value = name in body ? undefined : derive(body);
          return value === undefined ? body : { ...body, [name]: value };
        }),
      ),
    ),
});

/** A create that is tried again after it was made. */
const madeTwice: Fault = {
  id: 'organizers.create.made-twice',
  clause: 'coherence.other-records',
  neighbours: ['organizer.create'],
  statement: 'A create of an organizer makes two, and shows the first.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (isGranted(outcome)) await next(request);
      return outcome;
    }),
};

/** Before any world begins, and after every event that has passed. */
const NOW = '2026-11-24 10:00:00';

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** Defaults that can be made for some records, and for others not. */
const derivedFields: readonly Fault[] = [
  derived('events', 'end_date', 'from now', (body) => (textOf(body['start_date']) < NOW ? NOW : undefined)),
  derived('events', 'start_date', 'from now', (body) => (textOf(body['end_date']) > NOW ? NOW : undefined)),
  derived('events', 'end_date', 'from an all-day start', ({ all_day: allDay, start_date: start }) =>
    allDay === true ? start : undefined,
  ),
  derived('events', 'title', 'from its being a draft', ({ status }) => (status === 'draft' ? 'Untitled' : undefined)),
  derived('venues', 'venue', 'from its address', ({ address }) => address),
  derived('organizers', 'organizer', 'from its email', ({ email }) => email),
  derived('categories', 'name', 'from its slug', ({ slug }) => slug),
];

/** An event lasts all day unless something else is said. */
const allDayByDefault: Fault = {
  id: 'events.create.all_day-default-true',
  clause: 'event.default.all_day',
  neighbours: ['event.field.all_day'],
  statement: 'An event created without all_day lasts all day.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(editBody(request, (body) => ({ all_day: true, ...body }))),
    ),
};

/** A refused organizer is there all the same. */
const refusedButMade: Fault = {
  id: 'organizers.create.refused-but-made',
  clause: 'coherence.refused-write',
  statement: 'A refused create of an organizer still creates the organizer.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const body = bodyOf(request);
      if (isGranted(outcome) || !body) return outcome;
      await next(withJson(request, { organizer: 'Untitled', ...textsOf('organizers', body) }));
      return outcome;
    }),
};

/** The part of a body that nobody could refuse. */
const textsOf = (collection: Collection, body: JsonObject): JsonObject =>
  Object.fromEntries(
    [resourceOf(collection).label, 'description'].flatMap((name) =>
      typeof body[name] === 'string' && body[name] !== '' ? [[name, body[name]]] : [],
    ),
  );

/** What is most often meant is put in for what was not sent. */
const madeUp = (collection: 'venues' | 'organizers', name: string, value: string): Fault => ({
  id: `${collection}.create.${name}-made-up`,
  clause: `${resources[collection].singular}.default.null`,
  neighbours: ['coherence.kept-write'],
  statement: `A create of ${collection} without ${name} stores one of its own.`,
  create: (_, view) =>
    interceptOperation(view, { kind: 'create', collection }, ({ request }, next) =>
      next(editBody(request, (body) => ({ [name]: value, ...body }))),
    ),
});

/** A form comes with the first of its choices. */
const firstChosen: Fault = {
  id: 'events.create.organizer-first-chosen',
  clause: 'event.default.null',
  neighbours: ['coherence.kept-write', 'event.field.organizer'],
  statement: 'A create of an event without organizer links it to the first organizer that was created.',
  create: (_, view) => {
    let first: JsonValue | undefined;
    const note = interceptOperation(view, { id: 'organizers.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const record = view.record('organizers', outcome);
      if (record && isGranted(outcome)) first ??= Number(view.id('organizers', record));
      return outcome;
    });
    const choose = interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(editBody(request, (body) => ({ ...(first !== undefined && { organizer: [first] }), ...body }))),
    );
    return inTurn(note, choose);
  },
};

/** Creates that let in too much, or make what they say they did not. */
export const creates: readonly Fault[] = [
  notRequired('events', 'title'),
  notRequired('events', 'start_date'),
  notRequired('events', 'end_date'),
  notRequired('venues', 'venue'),
  notRequired('organizers', 'organizer'),
  notRequired('categories', 'name'),
  notRequired('tags', 'name'),
  ...derivedFields,
  madeTwice,
  allDayByDefault,
  firstChosen,
  madeUp('venues', 'country', 'Netherlands'),
  madeUp('organizers', 'email', 'info@example.org'),
  refusedButMade,
];

/** The answer to a create is made before the slug is. */
const respondsWithoutSlug: Fault = {
  id: 'records.create.answers-without-slug',
  clause: 'coherence.shown-everywhere',
  statement: 'The response to a create shows an empty slug.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create' }], async ({ request, collection }, next) =>
      view.editRecord(collection, await next(request), (record) => view.withField(collection, record, 'slug', '')),
    ),
};

/** Texts as they are written into a log: that there was one, and not which. */
const masked = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' && value !== '' ? '***' : null]),
  );

/** What is shown to the client is what was meant for the log. */
const respondsMasked: Fault = {
  id: 'records.create.answers-masked',
  clause: 'coherence.kept-write',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'The response to a create shows *** for every text, and of the other fields only the id.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create' }], async ({ request, collection }, next) =>
      view.editRecord(collection, await next(request), (record) =>
        view.withId(collection, masked(record), Number(view.id(collection, record))),
      ),
    ),
};

const echoedFields = ['author', 'image'];
const echoing = { events: echoedFields, venues: echoedFields, organizers: echoedFields };

const withoutEchoed = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !echoedFields.includes(name)));

/** The answer repeats what was sent, and nobody notices that it was not stored. */
const echoed: Fault = {
  id: 'records.create.author-echoed',
  ...aboutFields(echoing),
  statement: 'The response to a create shows the sent author and image, which are not stored.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(collectionsOf(echoing), { kind: 'create' }),
      async ({ request, collection }, next) => {
        const outcome = await next(editBody(request, (body) => withoutEchoed(body)));
        const sent = Object.entries(bodyOf(request) ?? {}).filter(([name]) => echoedFields.includes(name));
        return view.editRecord(collection, outcome, (record) =>
          sent.reduce((shown, [name, value]) => view.withField(collection, shown, name, value), record),
        );
      },
    ),
};

/** Who writes is who has written, unless it says otherwise. */
const authorOfOne: Fault = {
  id: 'records.update.author-of-one',
  clause: 'coherence.kept-write',
  neighbours: ['event.field.author', 'venue.field.author', 'organizer.field.author'],
  statement: 'An update of a record without an author makes the first user its author.',
  create: (_, view) =>
    interceptOperations(view, inEach(['events', 'venues', 'organizers'], { kind: 'update' }), ({ request }, next) =>
      next(editBody(request, (body) => ({ author: 1, ...body }))),
    ),
};

/** Answers to creates that do not show what was made. */
export const createResponses: readonly Fault[] = [respondsWithoutSlug, respondsMasked, echoed, authorOfOne];
