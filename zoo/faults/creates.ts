import type { ClauseId } from '../../contract/clauses.js';
import { resourceOf, resources } from '../../contract/resources.js';
import type { Collection } from '../../contract/field.js';
import type { JsonObject } from '../../harness/json.js';
import { isGranted } from '../edit-answer.js';
import { bodyOf, editBody, withJson } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

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
  statement: `A record of ${collection} is created without its ${name}.`,
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'create', collection }, ({ request }, next) =>
      next(editBody(request, (body) => ({ [name]: fillers[name] ?? 'Untitled', ...body }))),
    ),
});

/** An event lasts all day unless something else is said. */
const allDayByDefault: Fault = {
  id: 'events.create.all_day-default-true',
  clause: 'event.default.all_day',
  neighbours: ['event.field.all_day'],
  statement: 'An event that is created without all_day lasts all day.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.create' }, ({ request }, next) =>
      next(editBody(request, (body) => ({ all_day: true, ...body }))),
    ),
};

/** A refused organizer is there all the same. */
const refusedButMade: Fault = {
  id: 'organizers.create.refused-but-made',
  clause: 'coherence.refused-write',
  statement: 'An organizer whose create is refused is created all the same.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'organizers.create' }, async ({ request }, next) => {
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

/** Creates that let in too much, or make what they say they did not. */
export const creates: readonly Fault[] = [
  notRequired('events', 'title'),
  notRequired('events', 'start_date'),
  notRequired('events', 'end_date'),
  notRequired('venues', 'venue'),
  notRequired('organizers', 'organizer'),
  notRequired('categories', 'name'),
  notRequired('tags', 'name'),
  allDayByDefault,
  refusedButMade,
];
