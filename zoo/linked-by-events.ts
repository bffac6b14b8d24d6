import { languages } from '../contract/queries.js';
import type { Relation } from '../contract/resources.js';
import type { JsonObject } from '../harness/json.js';
import { idsIn } from '../target/agreement.js';
import { everyItem } from './every-item.js';
import type { CallContext } from './look-up.js';
import { statuses } from './statuses.js';

/** Which relation of an event leads to records of a collection. */
export const relationTo = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'categories',
  tags: 'tags',
} as const satisfies Record<string, Relation>;

/** The events of some statuses, in all languages and of all times, or of those the ones that a filter selects. */
export async function eventsOf(
  look: CallContext,
  among: readonly string[] = statuses,
  filter = '',
): Promise<readonly JsonObject[]> {
  const { lens, asked } = look;
  const events: JsonObject[] = [];
  for (const language of languages) {
    for (const status of among) {
      const query = `starts_after=1000-01-01&starts_before=9999-12-31&status=${status}${filter}`;
      const target = asked.at(`/events?${query}&${lens.languageParameter}=${language}`);
      events.push(...(await everyItem(look, { method: 'GET', target, headers: [] })));
    }
  }
  return events;
}

/** To how many of the events each record is linked by a relation, by its id. */
export function countLinks({ lens }: CallContext, events: readonly JsonObject[], relation: Relation) {
  const counts = new Map<string, number>();
  for (const id of events.flatMap((event) => idsIn(lens.field('events', event, relation)))) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
