import { isEmpty, toText } from '../../adapter/notation/shown-values.js';
import { toPlainText } from '../../adapter/notation/text-form.js';
import { resourceOf } from '../../contract/resources.js';
import { relationOf, type SnapshotRecord } from './canonical-record.js';

/** How records before and after may be found to be the same. */
export interface Level {
  readonly by: 'id' | 'slug' | 'title and start' | 'content' | 'id alone';
  /** Records with the same key may be the same; undefined for one that has no such key. */
  readonly key: (record: SnapshotRecord) => string | undefined;
  /** Whether two records with the same key are. */
  readonly accepts: (a: SnapshotRecord, b: SnapshotRecord) => boolean;
}

const field = ({ fields }: SnapshotRecord, name: string): string => toText(fields[name]);
const slugOf = (record: SnapshotRecord): string => field(record, 'slug');
const labelOf = (record: SnapshotRecord): string => toPlainText(field(record, resourceOf(record.collection).label));
const startOf = (record: SnapshotRecord): string => field(record, 'start_date');

/** Ids that sort by their size. */
export const toSortableId = (id: string): string =>
  /^\d+$/.test(id) ? `${String(id.length).padStart(2, '0')}:${id}` : `x:${id}`;

const namesOf = ({ collection }: SnapshotRecord) => [slugOf, labelOf, ...(collection === 'events' ? [startOf] : [])];

/** How many of the ways in which records are called two of them share, from 0 to 1. */
function similarity(a: SnapshotRecord, b: SnapshotRecord): number {
  const names = namesOf(a);
  return names.filter((name) => name(a) === name(b)).length / names.length;
}

/** Whether two records share most of what names them: an id alone may have been given to another record. */
const isAlike = (a: SnapshotRecord, b: SnapshotRecord): boolean => similarity(a, b) >= 1 / 2;

const isNamesake = (a: SnapshotRecord, b: SnapshotRecord): boolean => similarity(a, b) === 1;

const always = (): boolean => true;

/** What a migration sets anew, and what refers to records by their ids. */
const unsteady: readonly string[] = ['slug', 'modified', 'modified_utc', 'date', 'date_utc', 'count'];

/** What a migration leaves as it is, whatever happens to ids and slugs. */
export const contentKey = ({ collection, fields }: SnapshotRecord): string =>
  JSON.stringify([
    collection,
    Object.entries(fields)
      .filter(([name]) => !unsteady.includes(name) && relationOf(collection, name) === undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** Whether two records show the same in half of the fields in which they show something. */
function isKin(a: SnapshotRecord, b: SnapshotRecord): boolean {
  const steady = Object.keys(a.fields).filter((name) => !unsteady.includes(name) && !isEmpty(a.fields[name]));
  const same = steady.filter((name) => JSON.stringify(a.fields[name]) === JSON.stringify(b.fields[name]));
  return same.length * 2 >= steady.length;
}

/** By id where the record is still called the same; else by what it is called, when it is, and what it says. */
export const levels: readonly Level[] = [
  { by: 'id', key: ({ id }) => toSortableId(id), accepts: isAlike },
  { by: 'slug', key: (record) => textKey(slugOf(record)), accepts: isNamesake },
  {
    by: 'title and start',
    key: (record) => (labelOf(record) === '' ? undefined : textKey(labelOf(record), startOf(record))),
    accepts: always,
  },
  { by: 'slug', key: (record) => textKey(slugOf(record)), accepts: isAlike },
  { by: 'slug', key: (record) => textKey(slugOf(record)), accepts: always },
  { by: 'content', key: contentKey, accepts: always },
  { by: 'id alone', key: ({ id }) => toSortableId(id), accepts: isKin },
];

/** Whether a record after may be a record before, by any of their keys. */
export const mayMatch = (a: SnapshotRecord, b: SnapshotRecord): boolean =>
  levels.some(({ key, accepts }) => key(a) !== undefined && key(a) === key(b) && accepts(a, b));

const textKey = (...texts: readonly string[]): string | undefined =>
  texts.every((text) => text === '') ? undefined : JSON.stringify(texts);
