import type { FieldShown } from '../../../adapter/profile/fact.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { type Represent, representing } from '../../intercept/record-rewrite.js';
import { showingFields, showingIds } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

/** Shows an id under another name alone. */
const renaming =
  (toMember: (collection: Collection, id: JsonValue) => JsonObject): Represent =>
  (_, collection, { id = null, ...rest }) => ({ ...toMember(collection, id), ...rest });

const ownName = (collection: Collection): string => `${resourceOf(collection).singular}_id`;

/** What ids are called: the representation of a record is not shown. Whatever reads records by `id` stands before it. */
export const idNames: readonly Variant[] = [
  {
    id: 'id.own-name',
    aspect: 'nesting',
    statement: 'The id of a record is in a field named after its kind.',
    learns: showingIds((collection) => ({ at: `/${ownName(collection)}` })),
    create: representing(renaming((collection, id) => ({ [ownName(collection)]: id }))),
  },
  {
    id: 'id.key',
    aspect: 'nesting',
    statement: 'The id of a record is in `key`.',
    learns: showingIds(() => ({ at: '/key' })),
    create: representing(renaming((_, key) => ({ key }))),
  },
  {
    id: 'id.link-alone',
    aspect: 'nesting',
    statement: 'The id of a record is shown only at the end of its link.',
    learns: showingIds(() => ({ at: '/@id', type: 'string' })),
    create: representing((view, collection, record) => {
      const { id: _, ...rest } = record;
      return { '@id': `/api/${collection}/${view.id(collection, record)}`, ...rest };
    }),
  },
];

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const inEveryField =
  (edit: (name: string, value: JsonValue) => [string, JsonValue]): Represent =>
  (_, __, record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => edit(name, value)));

/** `2030-01-02 03:04:05` as `2030-01-02T03:04:05`. */
const withT = (value: JsonValue): JsonValue =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? value.replace(' ', 'T') : value;

const asDigit = (value: JsonValue): JsonValue => (typeof value === 'boolean' ? String(Number(value)) : value);

const extra = { _links: { self: [{ href: 'https://example.org/' }] }, meta: [], global_id: 'example.org?id=0' };

/** Truth values are texts then, and one that is false is a zero. */
const toDigits = (field: FieldShown): FieldShown => {
  if (!field.type?.includes('boolean')) return field;
  return {
    ...field,
    type: ['string'],
    ...(field.empty && { empty: field.empty.map((one) => (one === 'false' ? '"0"' : one)) }),
  };
};

/** Ways to write the fields of a record: its representation is not shown. */
export const notations: readonly Variant[] = [
  {
    id: 'notation.ids-as-strings',
    aspect: 'id-notation',
    statement: 'Ids are shown as strings.',
    learns: showingIds(() => ({ type: 'string' })),
    create: representing((view, collection, record) => ({ ...record, id: view.id(collection, record) })),
  },
  {
    id: 'notation.iso-dates',
    aspect: 'dates',
    statement: 'Dates are written with a T.',
    learns: showingFields((field) =>
      field.written === undefined ? field : { ...field, written: '0000-00-00T00:00:00' },
    ),
    create: representing(inEveryField((name, value) => [name, withT(value)])),
  },
  {
    id: 'notation.flags-as-digits',
    aspect: 'flags',
    statement: 'Booleans are shown as "1" and "0".',
    learns: showingFields(toDigits),
    create: representing(inEveryField((name, value) => [name, asDigit(value)])),
  },
  {
    id: 'notation.extra-fields',
    aspect: 'extra-fields',
    statement: 'Records contain undeclared fields.',
    create: representing((_, __, record) => ({ ...record, ...extra })),
  },
  {
    id: 'notation.other-order',
    aspect: 'key-order',
    statement: 'Fields are in reverse order.',
    create: representing((_, __, record) => Object.fromEntries(Object.entries(record).toReversed())),
  },
  {
    id: 'notation.camel-case',
    aspect: 'names',
    statement: 'Fields are named in camel case.',
    learns: showingFields((field) => ({ ...field, at: camel(field.at ?? '') })),
    create: representing(inEveryField((name, value) => [camel(name), value])),
  },
  {
    id: 'notation.attributes',
    aspect: 'nesting',
    statement: 'All fields but the id stand under attributes.',
    learns: showingFields((field) => ({ ...field, at: `/attributes${field.at}` })),
    create: representing((_, __, { id = null, ...attributes }) => ({ id, attributes })),
  },
];
