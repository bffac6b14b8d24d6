import fc, { type Arbitrary } from 'fast-check';
import { parameterValue } from '../../generators/parameter-value.js';
import type { ListQuery } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { dateConditions } from '../model/dates.js';
import { select } from '../model/select.js';
import { expectListed } from './expect-list.js';
import { selectsBy, valuesOf } from './filter.js';
import { farTimes, isJudged, isPlain } from './ground.js';
import { firstWith, leaveOut } from './telling.js';

/** `include`, with nothing else: not even the default window hides what it names. */
export const selectsIncludedEvents: CalendarRequirement = selectsBy({
  collection: 'events',
  parameter: 'include',
  statement: 'A list by include holds the events named, whenever they are, and no others.',
  runs: 4,
  base: () => ({}),
});

const dated = (world: World): Arbitrary<ListQuery> =>
  fc.constantFrom(...Object.keys(dateConditions)).chain((parameter) => {
    const values = parameterValue('events', parameter, farTimes(world));
    if (!values) throw new WorldLacks('the world has no times');
    return values.map((value) => ({ [parameter]: value }));
  });

/** A date filter beside `include`, one that would leave out an event that is named. */
export const includesWhateverTheDate: CalendarRequirement = requirement({
  id: 'events.list.include.lifts-dates',
  level: 'MUST',
  clause: 'event.list.include.lifts-dates',
  operations: ['events.list'],
  profile: 'core',
  needs: ['events.list'],
  effects: 'reads',
  statement: 'A list by include holds the events named, whatever date filters stand beside it.',
  cost: 1,
  runs: 6,
  witnesses: [RETURNS, LEAVES_OUT],
  given(world) {
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
