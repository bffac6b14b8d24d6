import fc, { type Arbitrary } from 'fast-check';
import { WorldLacks } from '../../harness/deviation.js';
import { alternativesFor } from '../../target/alternatives.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { preferring } from '../lists/telling.js';
import { drawable } from './drawable.js';
import type { Equation, RuleName } from './equation.js';
import { type Filter, filtersOf, inAll, toQuery } from './filters.js';
import { relates } from './relation.js';

const dates = drawable('events', 'bound', 'day');
const others = drawable('events', 'text', 'union', 'flag', 'view');

const among = (world: World, names: readonly string[]): Arbitrary<Filter> => {
  const filters = filtersOf(world, 'events').filter(({ name }) => names.includes(name));
  if (filters.length === 0) throw new WorldLacks('the world offers too few filters of events');
  return fc.constantFrom(...filters);
};

/** Named events, a filter and a date filter. */
type Named = readonly [named: Filter, filter: Filter, date: Filter];

/** Whether the filter leaves some of the named ones out, and the date filter some that it does not. */
function isDiscriminating([named, filter, date]: Named): boolean {
  const { length } = inAll([named, filter]);
  return length > 0 && length < named.extent.size && inAll([named, filter, date]).length < length;
}

/** Either other filters hold beside include, or it lifts them all. */
const rulesIn = ({ profile }: World): readonly RuleName[] =>
  alternativesFor(profile, 'list.include.other-filters').map((one) => (one === 'both' ? 'intersection' : 'same'));

const toEquation = (world: World, [named, filter, date]: Named): Equation => ({
  rules: rulesIn(world),
  whole: toQuery(world, 'events', [filter, date, named]),
  parts: [{ include: named.value }, toQuery(world, 'events', [filter])],
});

/** `include` with a filter that is not about dates, and with one that is. */
export const includesBesideOthers: CalendarRequirement = relates({
  name: 'include',
  collection: 'events',
  parameters: ['include', ...others],
  statement: 'A list by include, a date filter and another filter holds the named events that the other one holds.',
  cost: 3,
  runs: 2,
  equations: (world) => {
    const drawn = fc.tuple(among(world, ['include']), among(world, others), among(world, dates));
    return preferring(drawn, isDiscriminating).map((named) => [toEquation(world, named)]);
  },
});
