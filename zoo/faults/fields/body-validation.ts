import { toText } from '../../../adapter/notation/shown-values.js';
import { kindOfField } from '../../../adapter/profile/request-body-forms.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { aboutFields, collectionsOf, type Fault, type FieldTable } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { creatingTerms, textsInObjects } from '../../intercept/named-terms.js';
import { toRefusal } from '../../intercept/response-edit.js';

interface OtherForm {
  readonly kind: 'relations' | 'flags';
  /** Whether a value is of the stated form, which is refused. */
  readonly isStated: (value: JsonValue) => boolean;
  /** A value of the form that is taken, as the target behind takes it. */
  readonly read: (value: JsonValue) => JsonValue;
}

const relations: OtherForm = {
  kind: 'relations',
  isStated: Array.isArray,
  read: (value) => (typeof value === 'string' ? value.split(',').filter(Boolean).map(Number) : value),
};

const digits: Readonly<Record<string, boolean>> = { 0: false, 1: true };
const flags: OtherForm = {
  kind: 'flags',
  isStated: (value) => typeof value === 'boolean',
  read: (value) => (typeof value === 'number' ? (digits[value] ?? value) : value),
};

const writes = [
  { kind: 'create', collection: 'events' },
  { kind: 'update', collection: 'events' },
] as const;

const isOf = (kind: OtherForm['kind'], name: string): boolean => kindOfField('events', name) === kind;

/** Takes fields of a kind in another form than the stated one alone. */
const inOtherForm =
  ({ kind, isStated, read }: OtherForm): Fault['create'] =>
  (_, view) =>
    interceptOperations(view, writes, ({ request }, next) => {
      const entries = Object.entries(bodyOf(request) ?? {}).filter(([name]) => isOf(kind, name));
      if (entries.some(([, value]) => isStated(value))) return Promise.resolve(toRefusal(400));
      const edit = (body: JsonObject): JsonObject =>
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isOf(kind, name) ? read(value) : value]));
      return next(editBody(request, edit));
    });

/** What is declared in one form, and taken in another alone. */
export const bodyForms: readonly Fault[] = [
  {
    id: 'events.create.terms-from-objects',
    clause: 'event.field.categories',
    neighbours: ['event.field.tags'],
    statement: 'An object among the categories or tags of an event makes a term of each of its texts.',
    create: creatingTerms(textsInObjects),
  },
  {
    id: 'events.create.relations-as-text-alone',
    clause: 'event.field.categories',
    statement: 'Writes of events accept relations as comma-separated ids, and refuse arrays.',
    create: inOtherForm(relations),
  },
  {
    id: 'events.create.flags-as-digits-alone',
    clause: 'event.field.all_day',
    statement: 'Writes of events accept flags as 0 and 1, and refuse true and false.',
    create: inOtherForm(flags),
  },
];

/** A reader that makes something of a value of another type instead of refusing it. */
interface Reader {
  readonly id: string;
  readonly fields: FieldTable;
  readonly statement: string;
  /** What is stored; undefined when the field is left out. */
  readonly reads: (value: JsonValue) => JsonValue | undefined;
}

const ifObject =
  (reads: (value: JsonObject) => JsonValue | undefined) =>
  (value: JsonValue): JsonValue | undefined =>
    isJsonObject(value) ? reads(value) : value;

const isNumber = (value: JsonValue): boolean => /^\d+$/.test(toText(value));

const readers: readonly Reader[] = [
  {
    id: 'records.create.object-as-name',
    fields: {
      events: ['title', 'slug'],
      venues: ['venue'],
      organizers: ['organizer'],
      categories: ['name', 'slug'],
      tags: ['name', 'slug'],
    },
    statement: 'A create with an object as name or slug stores "[object Object]".',
    reads: ifObject(String),
  },
  {
    id: 'records.create.object-as-json',
    fields: {
      events: ['description', 'excerpt'],
      venues: ['description'],
      organizers: ['description'],
      categories: ['description'],
      tags: ['description'],
    },
    statement: 'A create with an object as a text stores its JSON.',
    reads: ifObject(JSON.stringify),
  },
  {
    id: 'records.create.object-as-list-of-words',
    fields: {
      venues: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
      organizers: ['phone', 'website', 'email'],
    },
    statement: 'A create with an object as an address or contact field stores its members, joined.',
    reads: ifObject((value) => Object.values(value).map(toText).join(', ')),
  },
  {
    id: 'records.create.object-left-out',
    fields: {
      events: ['status', 'timezone', 'image', 'date', 'date_utc'],
      venues: ['status', 'image', 'date', 'date_utc'],
      organizers: ['status', 'image', 'date', 'date_utc'],
    },
    statement: 'A create drops unreadable statuses, zones, images and publication dates.',
    reads: ifObject(() => undefined),
  },
  {
    id: 'records.create.object-is-true',
    fields: {
      events: ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
      venues: ['show_map', 'show_map_link'],
    },
    statement: 'A create reads an object as a flag that is set.',
    reads: ifObject(() => 'true'),
  },
  {
    id: 'records.create.word-is-no-number',
    fields: { events: ['author'], venues: ['author'], organizers: ['author'], categories: ['parent'] },
    statement: 'A create drops a word that is sent as an id.',
    reads: (value) => (isNumber(value) ? value : undefined),
  },
  {
    id: 'events.create.other-than-ids-skipped',
    fields: { events: ['categories', 'tags', 'venue', 'organizer'] },
    statement: 'A create of an event skips relations that are not ids.',
    reads: (value) => (isJsonArray(value) ? value.filter(isNumber) : []),
  },
];

function readAll(body: JsonObject, names: readonly string[], reads: Reader['reads']): JsonObject {
  const entries = Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
    const read = names.includes(name) ? reads(value) : value;
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

/** A field that an update does without, whatever else is wrong with it. */
const unusableLeftOut: Fault = {
  id: 'venues.update.object-left-out',
  clause: 'venue.update',
  neighbours: ['venue.field.zip'],
  statement: 'An update of a venue drops an object that is sent as its postal code.',
  create: (_, view) =>
    interceptOperations(view, inEach(['venues'], { kind: 'update' }), ({ request }, next) =>
      next(
        editBody(request, (body) =>
          readAll(
            body,
            ['zip'],
            ifObject(() => undefined),
          ),
        ),
      ),
    ),
};

/** Creates that take a value of another type than declared. */
const uncheckedCreates: readonly Fault[] = readers.map(({ id, fields, statement, reads }) => ({
  id,
  ...aboutFields(fields),
  statement,
  create: (_, view) =>
    interceptOperations(view, inEach(collectionsOf(fields), { kind: 'create' }), ({ request, collection }, next) =>
      next(editBody(request, (body) => readAll(body, fields[collection] ?? [], reads))),
    ),
}));

/** Writes that take a value of another type than declared. */
export const uncheckedTypes: readonly Fault[] = [...uncheckedCreates, unusableLeftOut];
