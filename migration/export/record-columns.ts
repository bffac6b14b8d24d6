import { isBlank, toText } from '../../adapter/notation/shown-values.js';
import { readTime } from '../../adapter/notation/shown-time.js';
import { isTruth } from '../../adapter/reading/agreement.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { toSeconds } from '../../generators/wall-time.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { fieldNamesOf, isTimeField, relationOf, type SnapshotRecord } from '../snapshot/canonical-record.js';

/** What a column holds: times as on the clock of the site, or in UTC; `texts` are several. */
export type ColumnType = 'text' | 'flag' | 'number' | 'local time' | 'time' | 'texts';

export type ColumnValue = string | bigint | boolean | Date | readonly string[] | null;

/** A column of the table of one collection. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Null where the record has no such value, or one of another kind. */
  readonly valueOf: (record: SnapshotRecord) => ColumnValue;
}

/** The table of a collection: the ID, the documented fields, the lists, and the whole record as JSON. */
export const columnsOf = (collection: Collection): readonly Column[] => [
  { name: 'id', type: 'text', valueOf: ({ id }) => id },
  ...fieldNamesOf(collection).map((name) => toColumn(collection, name)),
  { name: 'lists', type: 'texts', valueOf: ({ lists }) => lists },
  { name: 'record', type: 'text', valueOf: (record) => JSON.stringify(record) },
];

function toColumn(collection: Collection, name: string): Column {
  const type = typeOf(collection, name);
  return { name, type, valueOf: ({ fields: { [name]: value = null } }) => readers[type](value) };
}

function typeOf(collection: Collection, name: string): ColumnType {
  if (relationOf(collection, name)) return 'texts';
  if (isTimeField(name)) return /utc/.test(name) ? 'time' : 'local time';
  if (name === 'count') return 'number';
  return resourceOf(collection).fields[name]?.type === 'boolean' ? 'flag' : 'text';
}

const readers: Readonly<Record<ColumnType, (value: JsonValue) => ColumnValue>> = {
  text: (value) =>
    isJsonObject(value) || isJsonArray(value) ? JSON.stringify(value) : isBlank(value) ? null : toText(value),
  // A text, list or object without content stands for no flag.
  flag: (value) => (isBlank(value) && value !== false ? null : (isTruth(value) ?? null)),
  number: (value) =>
    toText(value).trim() === '' || !Number.isSafeInteger(Number(value)) ? null : BigInt(Number(value)),
  'local time': toTime,
  time: toTime,
  texts: (value) => (isJsonArray(value) ? value.map(toText) : null),
};

/** A day alone begins at midnight. */
function toTime(value: JsonValue): Date | null {
  const wall = readTime(value)?.wall ?? '';
  const seconds = toSeconds(wall.length === DAY_LENGTH ? `${wall} 00:00:00` : wall);
  return Number.isNaN(seconds) ? null : new Date(seconds * 1000);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
