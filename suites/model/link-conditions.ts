import type { WorldRecord } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import { DAY, toSeconds } from '../../generators/wall-time.js';
import type { QueryValue, Ref } from '../../generators/wire-value.js';
import { endOf, startOf } from './event-span.js';
import {
  type Condition,
  type Context,
  decide,
  every,
  type Judgement,
  linksOf,
  negate,
  type Pool,
  recordOf,
  refsIn,
  sameRef,
  some,
  under,
} from './judgement.js';
import { countsAsPublished, isPublished } from './status-condition.js';

/** Which relation of events links the records of a collection. */
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

/** The references among the values of a filter. */
function wantedRefs(value: QueryValue, slugs: readonly WorldRecord[]): readonly Ref[] {
  const sent = [value].flat();
  const named = slugs.filter(({ slug }) => slug !== undefined && sent.includes(slug));
  return [...refsIn(value), ...named.map(({ ref }) => ref)];
}

/** Judges by the ids of a filter and, where slugs are taken as well, by what they stand for. */
const byIdOrSlug = (
  { pool }: Context,
  { collection, value }: { readonly collection: Collection; readonly value: QueryValue },
  judge: (wanted: readonly Ref[]) => Judgement,
): Judgement =>
  under(pool, 'list.terms-by-slug', (taken) =>
    judge(wantedRefs(value, taken === 'ids-and-slugs' ? pool.of(collection) : [])),
  );

const isLinkedTo = (event: WorldRecord, relation: string, wanted: readonly Ref[]): Judgement => {
  const links = linksOf(event, relation);
  return links ? decide(links.some((link) => wanted.some((one) => sameRef(one, link)))) : 'open';
};

/** `venue` and `organizer` of the event list: assigned to one of the given, in whatever position. */
export const hasLink =
  (relation: string): Condition =>
  (event, value) =>
    isLinkedTo(event, relation, refsIn(value));

/** `tags` of the event list, by id or slug. */
export const hasTag: Condition = (event, value, context) =>
  byIdOrSlug(context, { collection: 'tags', value }, (wanted) => isLinkedTo(event, 'tags', wanted));

/** The categories and all below them. */
function withDescendants(pool: Pool, wanted: readonly Ref[]): readonly Ref[] {
  const children = pool
    .of('categories')
    .filter(({ payload }) => refsIn(payload.parent).some((parent) => wanted.some((one) => sameRef(one, parent))))
    .map(({ ref }) => ref);
  return children.length === 0 ? wanted : [...wanted, ...withDescendants(pool, children)];
}

/** `categories` of the event list, by id or slug. */
export const hasCategory: Condition = (event, value, context) =>
  byIdOrSlug(context, { collection: 'categories', value }, (wanted) =>
    under(context.pool, 'list.category-filter', (reading) =>
      isLinkedTo(event, 'categories', reading === 'exact' ? wanted : withDescendants(context.pool, wanted)),
    ),
  );

/** `event` and `post`: the records that the named event is linked to. An event that is not published is open. */
export const isOfEvent =
  (relation: string): Condition =>
  ({ ref }, value, { pool }) => {
    const [named] = refsIn(value);
    if (!named) return 'out';
    const event = recordOf(pool, named);
    return event && isPublished(event, pool) === 'in' ? isLinkedTo(event, relation, [ref]) : 'open';
  };

/** `parent` of the category list. */
export const isBelow: Condition = (category, value, { pool }) => {
  const wanted = refsIn(value);
  const isChildOf = (parents: readonly Ref[]): boolean =>
    refsIn(category.payload.parent).some((parent) => parents.some((one) => sameRef(one, parent)));
  if (!category.complete && !('parent' in category.payload)) return 'open';
  return under(pool, 'terms.parent', (reading) =>
    decide(isChildOf(reading === 'children' ? wanted : withDescendants(pool, wanted))),
  );
};
