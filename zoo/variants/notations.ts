import { eventRelations } from '../../contract/resources.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../harness/json.js';
import type { Variant } from '../fault.js';
import { representing } from '../represent.js';

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const mapEntries = (record: JsonObject, edit: (name: string, value: JsonValue) => [string, JsonValue]): JsonObject =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => edit(name, value)));

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

const notation = (
  id: string,
  statement: string,
  edit: (name: string, value: JsonValue) => [string, JsonValue],
): Variant => ({
  id: `notation.${id}`,
  statement,
  create: representing((_, __, record) => mapEntries(record, edit)),
});

/** Ways to write the fields of a record. */
export const notations: readonly Variant[] = [
  notation('camel-case', 'Fields are named in camel case.', (name, value) => [camel(name), value]),
  notation('iso-dates', 'Dates are written with a T.', (name, value) => [name, withT(value)]),
  notation('flags-as-digits', 'Truth values are written as "1" and "0".', (name, value) => [name, asDigit(value)]),
  notation('relations-as-ids', 'Related records are shown as their ids.', (name, value) => [
    name,
    isRelation(name) ? toId(value) : value,
  ]),
  notation('single-venue', 'The one venue of an event is shown as a record.', (name, value) => [
    name,
    unlisted(name, value),
  ]),
  {
    id: 'notation.attributes',
    statement: 'All fields but the id stand under attributes.',
    create: representing((_, __, { id = null, ...attributes }) => ({ id, attributes })),
  },
];
