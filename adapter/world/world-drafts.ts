import type { Language } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { MARK, type Payload, type Ref, ref, type WireValue } from '../../generators/wire-value.js';
import { addDays, atTime } from '../notation/day-times.js';

/** A record of the world before it is created, with references instead of ids. */
export interface Draft {
  readonly ref: Ref;
  readonly payload: Payload;
  /** The designed fields that the target refused: they are not in the payload. */
  readonly without?: readonly string[];
  readonly language?: Language;
}

/**
 * Text that services may typeset: an ampersand, quotes, dashes, dots; and letters of two octets. One record per
 * collection contains it to learn the text form; the others are plain, because they are searched by name.
 */
export const POLISHED = `it's "so" & so -- or not... déjà`;

/** A record named by a word and the mark; its description contains the mark too. */
export const named = (collection: Collection, key: string, word: string, more: Payload = {}): Draft => ({
  ref: ref(collection, key),
  payload: { [resourceOf(collection).label]: `${word} ${MARK}`, description: `About ${key} ${MARK}`, ...more },
});

/** The same for a record with text that services may typeset. */
export const polished = (collection: Collection, key: string, word: string, more: Payload = {}): Draft =>
  named(collection, key, `${word} ${POLISHED}`, {
    description: `About ${key} ${POLISHED} ${MARK}`,
    ...('website' in resourceOf(collection).fields && { website: `https://example.org/?key=${key}&mark=${MARK}` }),
    ...more,
  });

/** Whether a value has text that services may typeset. */
export const isTypeset = (value: WireValue): value is string => typeof value === 'string' && value.includes(POLISHED);

/** Whether a draft has text that services may typeset. */
export const isPolished = ({ payload }: Draft): boolean => Object.values(payload).some(isTypeset);

/** A draft without text that services may typeset, or refuse. */
export const toPlain = ({ payload, ...draft }: Draft): Draft => ({
  ...draft,
  payload: Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, isTypeset(value) ? value.replace(POLISHED, 'plain') : value]),
  ),
});

/** A minimal record; an event is on this day. */
export function minimalRecord(collection: Collection, day: string): Payload {
  const times = { start_date: atTime(day, '10:00:00'), end_date: atTime(day, '11:00:00') };
  const name = { [resourceOf(collection).label]: `Trial ${MARK}`, description: `Trial ${MARK}` };
  return collection === 'events' ? { ...name, ...times } : name;
}

/** The design of an event of the world. Days count from the first; relations are keys. */
export interface EventDesign {
  readonly key: string;
  readonly word: string;
  readonly start: readonly [day: number, time: string];
  readonly end: readonly [day: number, time: string];
  readonly venue?: readonly string[];
  readonly organizer?: readonly string[];
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  /** Whether its texts contain `POLISHED`. */
  readonly polished?: true;
  readonly more?: Payload;
}

const many = (collection: Collection, keys: readonly string[]): readonly Ref[] =>
  keys.map((key) => ref(collection, key));

/** The draft of a designed event. */
export function eventDraft(
  { key, word, start, end, more = {}, polished: isPolished, ...relations }: EventDesign,
  firstDay: string,
): Draft {
  const at = ([day, time]: readonly [number, string]): string => atTime(addDays(firstDay, day), time);
  const { venue, organizer, categories: terms, tags: labels } = relations;
  return (isPolished ? polished : named)('events', key, word, {
    start_date: at(start),
    end_date: at(end),
    ...(venue && { venue: many('venues', venue) }),
    ...(organizer && { organizer: many('organizers', organizer) }),
    ...(terms && { categories: many('categories', terms) }),
    ...(labels && { tags: many('tags', labels) }),
    ...more,
  });
}
