import fc, { type Arbitrary } from 'fast-check';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { WorldLacks } from '../../kernel/deviation.js';
import type { Taxonomy } from '../lists/filters/term-selection.js';
import { preferring } from '../queries/discriminating.js';
import { type Filter, filtersOf, inAll, toQuery } from '../queries/drawn-filters.js';
import { drawable } from '../queries/parameter-semantics.js';
import { beside, filtersBy } from '../queries/several-filters.js';
import { divides } from './filter-pairs.js';
import { type Equation, relates, type RuleName } from './query-relation.js';

/** `exclude` is the rest of `include`, whatever stands beside both. */
export const excludesTheRest = (collection: Taxonomy): CalendarRequirement =>
  relates({
    name: 'exclude',
    collection,
    parameters: ['exclude', 'include'],
    statement: `Each of the ${collection} of a list is returned either by include or by exclude of the same ids.`,
    cost: 3,
    runs: 2,
    equations(world) {
      const named = filtersBy(world, collection, 'include');
      if (named.length === 0) throw new WorldLacks(`no ${collection} can be named`);
      const drawn = fc.tuple(fc.constantFrom(...named), beside(world, collection, ['include', 'exclude']));
      return preferring(
        drawn,
        ([one, others]) => divides(one, others),
        ([one, others]) => inAll([one, ...others]).length > 0,
      ).map(([{ value }, others]) => {
        const whole = toQuery(world, collection, others);
        return [
          {
            rules: ['partition'],
            whole,
            parts: [
              { ...whole, include: value },
              { ...whole, exclude: value },
            ],
          },
        ];
      });
    },
  });

const dates = drawable('events', 'bound', 'day');
const others = drawable('events', 'text', 'union', 'flag', 'view');

const among = (world: World, names: readonly string[]): Arbitrary<Filter> => {
  const filters = filtersOf(world, 'events').filter(({ name }) => names.includes(name));
  if (filters.length === 0) throw new WorldLacks('the test data offers too few filters of events');
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
  statement: 'Filtering by include, a date and another filter returns the named events that the other filter selects.',
  cost: 3,
  runs: 2,
  equations: (world) => {
    const drawn = fc.tuple(among(world, ['include']), among(world, others), among(world, dates));
    return preferring(drawn, isDiscriminating).map((named) => [toEquation(world, named)]);
  },
});
