import { DAY, toSeconds } from '../../generators/wall-clock.js';
import type { WorldRecord } from '../../target/world/world.js';
import { decide, every, type Judgement, negate, some, under } from './judgement.js';
import { type Condition, linksOf, type Pool, sameRef } from './pool.js';
import { countsAsPublished } from './status.js';
import { endOf, startOf } from './times.js';

/** Which relation of events leads to records of a collection. */
const relations = { venues: 'venue', organizers: 'organizer', categories: 'categories', tags: 'tags' } as const;

const relationTo = ({ ref: { ref } }: WorldRecord): string => (ref === 'events' ? '' : relations[ref]);

/** The known events that are linked to a record. */
const eventsOf = (record: WorldRecord, pool: Pool): readonly WorldRecord[] =>
  pool.of('events').filter((event) => linksOf(event, relationTo(record))?.some((link) => sameRef(link, record.ref)));

/** Whether some event meets a condition; of a record that was found, not all events are known. */
function hasEvent(record: WorldRecord, pool: Pool, counts: (event: WorldRecord) => Judgement): Judgement {
  const found = some(eventsOf(record, pool).map(counts));
  return found === 'out' && !record.complete ? 'open' : found;
}

/** Whether events count for a record: published ones, or those of any status. */
const hasCounted = (record: WorldRecord, pool: Pool, which: 'published' | 'any-status'): Judgement =>
  hasEvent(record, pool, (event) => (which === 'published' ? countsAsPublished(event, pool) : 'in'));

/** Whether a term is assigned to any event that counts. */
export const isAssigned = (term: WorldRecord, pool: Pool): Judgement =>
  under(pool, 'terms.counted-events', (which) => hasCounted(term, pool, which));

/** `has_events`. */
export const hasEvents: Condition = (place, value, { pool }) => {
  const has = under(pool, 'list.has-events.counted', (which) => hasCounted(place, pool, which));
  if (value === true) return has;
  return under(pool, 'list.has-events.false', (effect) => (effect === 'no-filter' ? 'in' : negate(has)));
};

/** Whether an event is upcoming; within two days of today it is open, on whatever clock. */
function isUpcoming(event: WorldRecord, pool: Pool): Judgement {
  const today = toSeconds(`${pool.today} 00:00:00`);
  return under(pool, 'list.upcoming', (reading) => {
    const time = reading === 'not-ended' ? endOf(event, pool) : startOf(event, pool);
    if (!time || (time.latest > today - 2 * DAY && time.earliest < today + 3 * DAY)) return 'open';
    return decide(time.earliest > today);
  });
}

/** `only_with_upcoming`: when true, records with a published event that is upcoming. */
export const hasUpcoming: Condition = (place, value, { pool }) => {
  if (value !== true) return 'in';
  return hasEvent(place, pool, (event) => every([isUpcoming(event, pool), openUnlessPublished(event, pool)]));
};

const openUnlessPublished = (event: WorldRecord, pool: Pool): Judgement =>
  countsAsPublished(event, pool) === 'in' ? 'in' : 'open';
