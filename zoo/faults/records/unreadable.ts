import type { ClauseId } from '../../../contract/clauses.js';
import type { Collection, FieldType } from '../../../contract/field.js';
import type { UpdateVerb } from '../../../contract/operation.js';
import { resourceOf } from '../../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../harness/json.js';
import { toText } from '../../../target/shown-values.js';
import { editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../on.js';

const isTime = (value: JsonValue | undefined): boolean => !Number.isNaN(Date.parse(toText(value)));

/** A time that cannot be read is taken from its twin. */
const timeOfTwin: Fault = {
  id: 'events.create.unreadable-time-of-twin',
  clause: 'event.field.start_date',
  neighbours: ['event.field.end_date'],
  statement: 'An event whose start or end cannot be read is created with one time for both.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.create' }, ({ request }, next) =>
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
  statement: `A ${method} of ${collections.join(' or ')} skips the fields that are of another type and writes the others.`,
  create: (_, lens) =>
    interceptOperations(lens, inEach(collections, { kind: 'update', method }), ({ request, collection }, next) =>
      next(editBody(request, (body) => readableOf(collection, body))),
    ),
});

/** Writes that go on where they cannot read. */
export const unreadable: readonly Fault[] = [
  timeOfTwin,
  skips({ method: 'PATCH', clause: 'venue.update', collections: ['venues', 'organizers'] }),
  skips({ method: 'PUT', clause: 'category.update', collections: ['categories', 'tags'] }),
];
