import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { MARK, type Payload } from '../../generators/wire.js';
import { addDays, addSeconds, atTime, dayOf } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';

/** The fields that histories write, the label first: texts that every target shows as they were sent. */
export const writtenFields: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description', 'website'],
  venues: ['venue', 'description', 'city'],
  organizers: ['organizer', 'description', 'website'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

/** A value that no other write has: the mark in it becomes a token of its own. */
const valueOf = (field: string): string => {
  if (field === 'website') return `https://example.org/${MARK}`;
  return field === 'slug' ? `lifecycle-${MARK}` : `Lifecycle ${MARK}`;
};

/** New values for fields. */
export const newValues = (fields: readonly string[]): Payload =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field)]));

const HOUR = 3600;

/** What a record is created with, links aside. */
export function newRecord(collection: Collection, { span }: Pick<World, 'span'>): Payload {
  const start = atTime(addDays(dayOf(span.from), 1), '10:00:00');
  const times = collection === 'events' ? { start_date: start, end_date: addSeconds(start, HOUR) } : {};
  return { ...newValues(writtenFields[collection]), ...times };
}

/** The fields of a record that takes over the name of another. */
export const nameOf = (collection: Collection, label: string, slug: string): Payload => ({
  [resourceOf(collection).label]: label,
  ...('slug' in resourceOf(collection).fields && { slug }),
});
