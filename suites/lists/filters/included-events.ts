import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import { byId } from '../../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import { addDays, atTime, dayOf } from '../../../adapter/notation/day-times.js';
import { wallClock } from '../../../adapter/reading/agreement.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { parameterValue } from '../../../generators/parameter-value.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../../kernel/expectations.js';
import { isRefused } from '../../../wire/status.js';
import { anyRecord } from '../../arbitraries/any-record.js';
import { droppableButOne } from '../../arbitraries/subsets.js';
import { expectListed } from '../../expect/expect-list.js';
import { itemsIfListed } from '../../expect/find-listed.js';
import { dateParameters } from '../../model/date-conditions.js';
import { select } from '../../model/select.js';
import { farTimes, isJudged, isPlain } from '../../queries/base-query.js';
import { firstWith, leaveOut } from '../../queries/discriminating.js';
import { listRule } from '../../queries/list-rule.js';
import { selectsBy, valuesOf } from './filter-rule.js';

/** Events and venues may share one space of ids, or an event may have the same id as a venue: then it is there as such. */
const includesNoOtherKind: CalendarRequirement = listRule({
  collection: 'events',
  parameter: 'include',
  rule: 'other-kinds',
  needs: ['events.read'],
  statement: 'Including the id of a venue in a list of events is refused, or returns that id only if an event has it.',
  cost: 2,
  witnesses: [],
  given: (world) => fc.record({ venue: anyRecord(world, 'venues') }),
  async check({ calendar }, { venue }) {
    const id = calendar.idOf(venue);
    const exchange = await calendar.list('events', { include: [id] });
    const items = itemsIfListed(calendar, 'events', exchange);
    const isEvent = await isThere(calendar, id);
    const [expected, observed] = [`no event ${id}, which does not exist`, 'Response wrongly includes it'];
    expectThat(isEvent || items.every((item) => item.id !== id), { kind: 'selection', expected, observed, exchange });
  },
});

/** Whether an event has an id. */
async function isThere(calendar: Calendar, id: string): Promise<boolean> {
  const exchange = await calendar.read('events', byId({ id }));
  if (isRefused(exchange)) return false;
  expectSuccess(exchange, `a GET of events/${id}`);
  return true;
}

/** `include`, with nothing else: not even the default window hides what it names. */
const selectsIncludedEvents: CalendarRequirement = selectsBy({
  collection: 'events',
  parameter: 'include',
  statement: 'Filtering by include returns exactly the events named, whatever their dates.',
  runs: 4,
  base: () => ({}),
});

const dated = (world: World): Arbitrary<ListQuery> =>
  fc.constantFrom(...dateParameters).chain((parameter) => {
    const values = parameterValue('events', parameter, farTimes(world));
    if (!values) throw new WorldLacks('the test data has no times');
    return values.map((value) => ({ [parameter]: value }));
  });

const MIDNIGHT = '00:00:00';

/** An event before a period and one after it, and every date filter set to the period: each would leave out one of them. */
function around(world: World): Arbitrary<ListQuery> | undefined {
  const events = world.of('events').filter((event) => event.complete && isPlain(world)(event));
  const at = (event: WorldRecord, field: string): string => dayOf(wallClock(event.body[field] ?? ''));
  const [early] = events.toSorted((one, other) => at(one, 'end_date').localeCompare(at(other, 'end_date')));
  const late = events.toSorted((one, other) => at(one, 'start_date').localeCompare(at(other, 'start_date'))).at(-1);
  if (!early || !late) return undefined;
  const [from, to] = [addDays(at(early, 'end_date'), 2), addDays(at(late, 'start_date'), -2)];
  if (from >= to) return undefined;
  const dates = dateParameters.map((name) => ({ [name]: atTime(isLowerBound(name) ? from : to, MIDNIGHT) }));
  return droppableButOne(dates.map((date) => fc.constant(date))).map(
    (kept): ListQuery => Object.assign({ include: [early.ref, late.ref] }, ...kept),
  );
}

const isLowerBound = (name: string): boolean => name === 'start_date' || name.endsWith('_after');

/** A date filter beside `include`, one that would leave out an event that is named. */
const includesWhateverTheDate: CalendarRequirement = listRule({
  collection: 'events',
  parameter: 'include',
  rule: 'lifts-dates',
  clause: 'event.list.include.lifts-dates',
  statement: 'Filtering by include returns the events named, whatever date filters are sent with it.',
  cost: 1,
  runs: 6,
  given(world, { turn }) {
    const all = turn === 0 ? around(world) : undefined;
    if (all) return all;
    const include = valuesOf(world, 'events', 'include');
    const queries = fc.tuple(include, dated(world)).map(([ids, dates]): ListQuery => ({ include: ids, ...dates }));
    const isContrary = (query: ListQuery): boolean => {
      const { must } = select(world, 'events', query, { among: isPlain(world) });
      const { mustNot } = select(world, 'events', leaveOut('include')(query), { among: isPlain(world) });
      return must.some((one) => mustNot.includes(one));
    };
    return firstWith(isContrary, queries);
  },
  check: (subject, query) => expectListed(subject, 'events', query, { among: isJudged(subject.world) }),
});

/** What `include` selects of the event list. */
export const includeRules: readonly CalendarRequirement[] = [
  selectsIncludedEvents,
  includesWhateverTheDate,
  includesNoOtherKind,
];
