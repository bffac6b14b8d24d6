import type { Arbitrary } from 'fast-check';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type ParameterOf, queryOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { leaveOut, preferring } from '../queries/discriminating.js';
import { extentOf, type Filter, inAll, toQuery } from '../queries/drawn-filters.js';
import { drawable, type Semantics, semanticsOf } from '../queries/parameter-semantics.js';
import { beside, filtersBy } from '../queries/several-filters.js';
import { type Equation, relates, type RuleName } from './query-relation.js';

type Flag = Extract<Semantics, { kind: 'flag' }>;

/** How the two values of a flag make up the list without it: both together, or `false` by itself. */
function compositions({ off }: Flag, { profile }: World): readonly ('partition' | 'lifted')[] {
  if (typeof off === 'string') return [off === 'complement' ? 'partition' : 'lifted'];
  const alternatives: readonly string[] = alternativesFor(profile, off.reading);
  return alternatives.map((alternative) => (alternative === off.complement ? 'partition' : 'lifted'));
}

/** The lists with a flag on, with it off, and without it. */
interface Switched {
  readonly on: ListQuery;
  readonly off: ListQuery;
  readonly without: ListQuery;
}

const same = (whole: ListQuery, part: ListQuery): Equation => ({ rules: ['same'], whole, parts: [part] });
const within = (whole: ListQuery, part: ListQuery): Equation => ({ rules: ['within'], whole, parts: [part] });

/** A flag with a default is the same without it; one that lifts a filter by `false` narrows the list by `true`. */
function equationsOf(flag: Flag, stated: unknown, world: World, { on, off, without }: Switched): readonly Equation[] {
  if (stated !== undefined) return [same(without, stated === false ? off : on), within(on, off)];
  const rules = compositions(flag, world).map((one): RuleName => (one === 'partition' ? 'partition' : 'lifted'));
  return [{ rules, whole: without, parts: [on, off] }];
}

function switches(world: World, collection: Collection, name: ParameterOf, flag: Flag): Arbitrary<readonly Equation[]> {
  const [on] = filtersBy(world, collection, name).filter(({ value }) => value === true);
  const whole = extentOf(world, collection, {});
  // Some are on and some are off of what the others select.
  const isDivided = (others: readonly Filter[]): boolean => {
    const all = others.length === 0 ? [...whole] : inAll(others);
    const left = all.filter((key) => on?.extent.has(key)).length;
    return left > 0 && left < all.length;
  };
  const hasOthers = (others: readonly Filter[]): boolean => others.length > 0 && isDivided(others);
  return preferring(beside(world, collection, [name]), hasOthers, isDivided, () => true).map((others) => {
    const base = toQuery(world, collection, others);
    const without = leaveOut(name)(base);
    const switched = { on: { ...base, [name]: true }, off: { ...base, [name]: false }, without };
    return equationsOf(flag, queryOf(collection)[name]?.default, world, switched);
  });
}

/** The two values of a flag, and the list without it. */
export const switchesBothWays = (collection: Collection): CalendarRequirement => {
  const names = drawable(collection, 'flag');
  return relates({
    name: 'flags',
    collection,
    parameters: names,
    statement: `A flag of the list of ${collection} narrows it by true, and by false to the rest or not at all.`,
    cost: 3 * names.length,
    runs: names.length > 1 ? 1 : 2,
    equations: (world) =>
      allOrFewer(
        names.flatMap((name) => {
          const flag = semanticsOf(collection, name);
          return flag.kind === 'flag' ? [switches(world, collection, name, flag)] : [];
        }),
      ).map((equations) => equations.flat()),
  });
};
