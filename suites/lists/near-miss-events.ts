import fc, { type Arbitrary } from 'fast-check';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import { toLifted, windowQuery } from '../../adapter/reading/record-queries.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import { eventRelations, type Relation, relations } from '../../contract/resources.js';
import { type ListQuery, MARK, type Payload, type QueryValue, type Ref } from '../../generators/wire-value.js';
import { allOrFewer } from '../arbitraries/subsets.js';

/** A filter, the fields of an event that it selects, and those of one that no other filter leaves out. */
interface Aspect {
  readonly name: ParameterOf<'events'>;
  readonly value: QueryValue;
  readonly has: Payload;
  readonly misses: Payload;
}

const at = (from: string, days: number): string => atTime(addDays(from, days), '10:00:00');

/** The length in days of the event that all filters select: each end has bounds on either side. */
const LENGTH = 6;

/** Bounds two days from an event, and times two days beyond each: whatever clock compares them, bounds included or not. */
const bounds = (from: string): readonly Aspect[] => [
  { name: 'starts_after', value: addDays(from, -2), has: {}, misses: { start_date: at(from, -4) } },
  { name: 'starts_before', value: addDays(from, 2), has: {}, misses: { start_date: at(from, 4) } },
  { name: 'ends_after', value: addDays(from, LENGTH - 2), has: {}, misses: { end_date: at(from, LENGTH - 4) } },
  { name: 'ends_before', value: addDays(from, LENGTH + 2), has: {}, misses: { end_date: at(from, LENGTH + 4) } },
];

const searched: Aspect = {
  name: 'search',
  value: 'Crossing quagga',
  has: { title: `Crossing quagga ${MARK}` },
  misses: { title: `Waiting ibex ${MARK}` },
};

/** Links to records that a list may show. */
function linked(world: World, relation: Relation): readonly Arbitrary<Aspect>[] {
  const refs = world.of(eventRelations[relation]).filter(({ payload: { status } }) => status === undefined);
  const aspectOf = (ref: Ref): Aspect => ({ name: relation, value: [ref], has: { [relation]: [ref] }, misses: {} });
  return refs.length === 0 ? [] : [fc.constantFrom(...refs.map(({ ref }) => ref)).map(aspectOf)];
}

/** A flag that the target takes. */
const featured = (world: World): readonly Aspect[] =>
  world.of('events').some(({ payload: { featured: sent } }) => sent === true)
    ? [{ name: 'featured', value: true, has: { featured: true }, misses: { featured: false } }]
    : [];

/** A status that the target lists: an event of the default one shows where it is forgotten. */
const unpublished = (world: World): readonly Aspect[] =>
  world.of('events').some(({ payload: { status } }) => status === 'draft')
    ? [{ name: 'status', value: 'draft', has: { status: 'draft' }, misses: { status: 'publish' } }]
    : [];

/** As many aspects as there are; when shrunk, two. */
export const aspectsOf = (world: World, from: string): Arbitrary<readonly Aspect[]> =>
  allOrFewer(
    [
      ...[searched, ...featured(world), ...unpublished(world), ...bounds(from)].map((one) => fc.constant(one)),
      ...relations.flatMap((relation) => linked(world, relation)),
    ],
    2,
  );

export interface Asked {
  /** What all of the events have in common, but for what the filters select by. */
  readonly body: Payload;
  readonly aspects: readonly Aspect[];
}

/** How far before the event the earliest of the others starts. */
const EARLIEST = 4;

function lastOfMonth(day: string): string {
  const next = addDays(day, 1);
  return next.endsWith('-01') ? day : lastOfMonth(next);
}

/**
 * The first day of the event that all filters select, after the one that the body says. It ends on the last day of a
 * month, the day after which is easily computed wrong.
 */
export const fromOf = ({ start_date: start }: Payload): string =>
  typeof start === 'string' ? addDays(lastOfMonth(addDays(dayOf(start), EARLIEST + LENGTH)), -LENGTH) : '';

/** An event that all filters select. */
export function selectedBody(body: Payload, aspects: readonly Aspect[]): Payload {
  const from = fromOf(body);
  const times = { start_date: at(from, 0), end_date: at(from, LENGTH) };
  return Object.assign({}, body, times, ...aspects.map(({ has }) => has));
}

/** An event that one filter alone leaves out. Each has a title of its own: a service may refuse namesakes. */
export function missingBody({ body, aspects }: Asked, missed: Aspect): Payload {
  const others = aspects.filter((one) => one !== missed);
  const missing = { ...selectedBody(body, others), ...missed.misses };
  const { title } = missing;
  const ownTitle = typeof title === 'string' && title.replace(MARK, `${aspects.indexOf(missed) + 1} ${MARK}`);
  return { ...missing, ...(ownTitle && { title: ownTitle }) };
}

const toParameters = (aspects: readonly Aspect[]): ListQuery =>
  Object.fromEntries(aspects.map(({ name, value }) => [name, value]));

/** The filters together, within a window of their own where shrinking left out bounds. */
export function queryOf({ profile }: World, { body, aspects }: Asked): ListQuery {
  const from = fromOf(body);
  const period = { from: addDays(from, -LENGTH), to: addDays(from, 2 * LENGTH) };
  return { ...windowQuery(profile, period, { end: 'ends_before' }), ...toParameters(aspects) };
}

/** What must be known for a day to select what starts or ends on it, and a time what starts after it, by its own clock. */
const onDays = [
  ['list.start-date', 'on-day'],
  ['list.end-date', 'on-day'],
  ['list.compared-time', 'wall-clock'],
  ['list.lenient-time', 'ignored'],
] as const;

const areDaysKnown = ({ profile }: World): boolean =>
  onDays.every(([id, sense]) => alternativesFor(profile, id).every((alternative) => alternative === sense));

/** The same with days in place of the bounds. */
function queryByDay({ body, aspects }: Asked): ListQuery {
  const from = fromOf(body);
  const others = aspects.filter(({ name }) => !/^(?:starts|ends)_/.test(name));
  return { ...toLifted({ from, to: addDays(from, LENGTH) }), ...toParameters(others) };
}

/** The same from a time on that is later on the day on which the event starts: to the second, it is before. */
const queryTooLate = (world: World, asked: Asked): ListQuery => ({
  ...queryOf(world, asked),
  starts_after: atTime(fromOf(asked.body), '10:30:00'),
  strict_dates: true,
});

/** Further lists, and whether each contains the event that all filters select. */
export const furtherQueries = (world: World, asked: Asked): readonly (readonly [query: ListQuery, isIn: boolean])[] =>
  areDaysKnown(world)
    ? [
        [queryByDay(asked), true],
        [queryTooLate(world, asked), false],
      ]
    : [];
