import type { Collection } from '../../contract/field.js';
import { type Payload, type Ref, ref } from '../../generators/wire.js';
import { type Draft, named, polished } from './draft.js';
import { addDays, atTime } from './wall-clock.js';

/** When and what an event of the world is. Days count from a first one; relations are keys. */
export interface EventDesign {
  readonly key: string;
  readonly word: string;
  readonly start: readonly [day: number, time: string];
  readonly end: readonly [day: number, time: string];
  readonly venue?: readonly string[];
  readonly organizer?: readonly string[];
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  /** Whether its texts are to show how texts are polished. */
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
