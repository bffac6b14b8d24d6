import { eventRelations } from '../../contract/resources.js';
import { isJsonArray, type JsonValue } from '../../harness/json.js';
import type { Variant } from '../variant.js';
import { type Represent, representing } from '../represent.js';

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `2030-01-02 03:04:05` as `2030-01-02T03:04:05`. */
const withT = (value: JsonValue): JsonValue =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? value.replace(' ', 'T') : value;

const asDigit = (value: JsonValue): JsonValue => (typeof value === 'boolean' ? String(Number(value)) : value);

const isRelation = (name: string): boolean => name in eventRelations;

/** An embedded record as its id alone. */
function toId(value: JsonValue): JsonValue {
  if (!isJsonArray(value)) return value;
  return value.map((one) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one) ?? null);
}

/** One venue is shown as a record, not as a list of one. */
const unlisted = (name: string, value: JsonValue): JsonValue =>
  name === 'venue' && isJsonArray(value) && value.length === 1 ? (value[0] ?? value) : value;

const inEveryField =
  (edit: (name: string, value: JsonValue) => [string, JsonValue]): Represent =>
  (_, __, record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => edit(name, value)));

/** Ways to write the fields of a record. */
export const notations: readonly Variant[] = [
  {
    id: 'notation.camel-case',
    aspect: 'names',
    statement: 'Fields are named in camel case.',
    create: representing(inEveryField((name, value) => [camel(name), value])),
  },
  {
    id: 'notation.iso-dates',
    aspect: 'dates',
    statement: 'Dates are written with a T.',
    create: representing(inEveryField((name, value) => [name, withT(value)])),
  },
  {
    id: 'notation.flags-as-digits',
    aspect: 'flags',
    statement: 'Truth values are written as "1" and "0".',
    create: representing(inEveryField((name, value) => [name, asDigit(value)])),
  },
  {
    id: 'notation.relations-as-ids',
    aspect: 'relations',
    statement: 'Related records are shown as their ids.',
    create: representing(inEveryField((name, value) => [name, isRelation(name) ? toId(value) : value])),
  },
  {
    id: 'notation.single-venue',
    aspect: 'relations',
    statement: 'The one venue of an event is shown as a record.',
    create: representing(inEveryField((name, value) => [name, unlisted(name, value)])),
  },
  {
    id: 'notation.attributes',
    aspect: 'nesting',
    statement: 'All fields but the id stand under attributes.',
    create: representing((_, __, { id = null, ...attributes }) => ({ id, attributes })),
  },
];
