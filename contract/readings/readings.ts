import { accessReadings, addressReadings } from './access-readings.js';
import { boundReadings, dateReadings } from './date-readings.js';
import { eventFilterReadings, venueFilterReadings } from './filter-readings.js';
import { searchReadings, termReadings } from './term-readings.js';
import { fieldReadings, writeReadings } from './write-readings.js';

/** Every sentence of the interface that admits two meanings, in the order of `interface.md`. */
export const readings = [
  ...dateReadings,
  ...boundReadings,
  ...eventFilterReadings,
  ...venueFilterReadings,
  ...searchReadings,
  ...termReadings,
  ...writeReadings,
  ...fieldReadings,
  ...addressReadings,
  ...accessReadings,
] as const;

type Entry = (typeof readings)[number];

/** The id of a reading, such as `list.start-date`. */
export type ReadingId = Entry['id'];

/** The ids of the alternatives of one reading: `AlternativeOf<'list.start-date'>` is `'on-day' | 'lower-bound' | ...`. */
export type AlternativeOf<Id extends ReadingId> = Extract<Entry, { readonly id: Id }>['alternatives'][number]['id'];

/** One alternative for every reading: what a target is taken to mean. */
export type Choices = { readonly [Id in ReadingId]: AlternativeOf<Id> };

const byId = new Map<string, Entry>(readings.map((reading) => [reading.id, reading]));

/** Whether this is the id of a reading. */
export const isReadingId = (id: string): id is ReadingId => byId.has(id);

/** The reading with this id. */
export function readingOf(id: ReadingId): Entry {
  const found = byId.get(id);
  if (!found) throw new Error(`no reading is called ${id}`);
  return found;
}

/** Whether the text names an alternative of the reading. */
export const isAlternativeOf = <Id extends ReadingId>(id: Id, text: string): text is AlternativeOf<Id> =>
  readingOf(id).alternatives.some((alternative) => alternative.id === text);

/** The literal alternative of a reading, the one the reference server follows. */
export function literalChoice<Id extends ReadingId>(id: Id): AlternativeOf<Id> {
  const literal: string = readingOf(id).alternatives[0].id;
  if (!isAlternativeOf(id, literal)) throw new Error(`${literal} is no alternative of ${id}`);
  return literal;
}
