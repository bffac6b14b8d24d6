import { toText } from '../../../adapter/notation/shown-values.js';
import { type Relation, relations } from '../../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf, withJson } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

/** The array that a value stands for; undefined for a value that is refused. */
type Read = (value: JsonValue) => JsonValue | undefined;

const toId = (value: JsonValue): JsonValue | undefined => (/^\d+$/.test(toText(value)) ? Number(value) : undefined);

const arrays: Read = (value) => (isJsonArray(value) ? value : undefined);

const texts: Read = (value) =>
  typeof value === 'string' && /^(\d+(,\d+)*)?$/.test(value) ? value.split(',').filter(Boolean).map(Number) : undefined;

const arraysOrTexts: Read = (value) => arrays(value) ?? texts(value);

/** `7`, `"7"` or `{"id":7}`. */
const loneId: Read = (value) => {
  const id = isJsonArray(value) ? undefined : toId(isJsonObject(value) ? (value.id ?? null) : value);
  return id === undefined ? undefined : [id];
};

const arrayOfOne: Read = (value) => (isJsonArray(value) && value.length < 2 ? value : undefined);

const objects: Read = (value) =>
  isJsonArray(value) && value.every(isJsonObject) ? value.map(({ id = null }) => id) : undefined;

type Reads = Readonly<Partial<Record<Relation, Read>>>;

const writes = [
  { kind: 'create', collection: 'events' },
  { kind: 'update', collection: 'events' },
] as const;

/** Refuses writes of events with a relation in another form than one of these. */
const reading =
  (reads: Reads): Fault['create'] =>
  (_, view) =>
    interceptOperations(view, writes, ({ request }, next) => {
      const body = bodyOf(request);
      const read = body && readAll(body, reads);
      if (body === undefined) return next(request);
      return read ? next(withJson(request, read)) : Promise.resolve(toRefusal(400));
    });

function readAll(body: JsonObject, reads: Reads): JsonObject | undefined {
  const read: Record<string, JsonValue> = { ...body };
  for (const name of relations) {
    const value = body[name];
    const taken = value === undefined ? value : (reads[name] ?? arraysOrTexts)(value);
    if (value !== undefined && taken === undefined) return undefined;
    if (taken !== undefined) read[name] = taken;
  }
  return read;
}

/** Relations that are not taken as arrays of ids. */
export const relationForms: readonly Fault[] = [
  {
    id: 'events.create.one-venue-only',
    clause: 'event.field.venue',
    statement: 'Writes of events accept a single venue without an array, and refuse arrays of venues.',
    create: reading({ venue: loneId }),
  },
  {
    id: 'events.create.organizers-array-only',
    clause: 'event.field.venue',
    statement:
      'Writes of events accept arrays of organizers, arrays or texts of terms, and a single venue without an array.',
    create: reading({ venue: loneId, organizer: arrays }),
  },
  {
    id: 'events.create.tags-as-text-only',
    clause: 'event.field.tags',
    statement: 'Writes of events accept tags as comma-separated ids, and refuse arrays of tags.',
    create: reading({ tags: texts }),
  },
  {
    id: 'events.create.one-organizer-at-most',
    clause: 'event.field.organizer',
    statement: 'Writes of events refuse a second organizer.',
    create: reading({ organizer: arrayOfOne }),
  },
  {
    id: 'events.create.categories-as-objects',
    clause: 'event.field.categories',
    statement: 'Writes of events accept categories as objects with an id, and refuse ids.',
    create: reading({ categories: objects }),
  },
  {
    id: 'events.create.no-venue-taken',
    clause: 'event.field.venue',
    statement: 'Writes of events refuse every venue.',
    create: reading({ venue: () => undefined }),
  },
];
