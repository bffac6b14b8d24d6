import fc, { type Arbitrary } from 'fast-check';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { preferring } from './discriminating.js';
import { type Filter, filtersOf } from './drawn-filters.js';
import { drawable } from './parameter-semantics.js';

interface Companions {
  readonly pair: readonly [ParameterOf, ParameterOf];
  /** Whether both apply beside each other; that alternative is called `both`. */
  readonly reading: ReadingId;
}

/** Parameters of term lists of which, by a reading, one is ignored beside the other. */
const companions: readonly Companions[] = [
  { pair: ['include', 'exclude'], reading: 'terms.include-exclude' },
  { pair: ['include', 'hide_empty'], reading: 'terms.include-hide-empty' },
  { pair: ['post', 'hide_empty'], reading: 'terms.post-hide-empty' },
  { pair: ['event', 'hide_empty'], reading: 'terms.post-hide-empty' },
  { pair: ['post', 'event'], reading: 'terms.post-event' },
];

/** Whether all of these parameters certainly apply when they are sent together. */
export const holdTogether = ({ profile }: World, names: readonly string[]): boolean =>
  companions
    .filter(({ pair }) => pair.every((name) => names.includes(name)))
    .every(({ reading }) => alternativesFor(profile, reading).every((alternative) => alternative === 'both'));

const kinds = ['text', 'union', 'choice', 'flag', 'view', 'exclusion'] as const;

/** None in one of so many cases: what holds alone may not hold beside others. */
const FREQUENCY = 8;

/**
 * Another filter that stands in all lists of a relation, or none: of none of the parameters that are related, and one
 * that holds beside them.
 */
export function beside(
  world: World,
  collection: Collection,
  related: readonly ParameterOf[],
): Arbitrary<readonly Filter[]> {
  const names = drawable(collection, ...kinds).filter(
    (name) => !related.includes(name) && related.every((one) => holdTogether(world, [one, name])),
  );
  const offered = names
    .map((name) => filtersOf(world, collection).filter((filter) => filter.name === name))
    .filter(({ length }) => length > 0);
  if (offered.length === 0) return fc.constant([]);
  const filter = fc.oneof(...offered.map((filters) => fc.constantFrom(...filters)));
  return fc.option(filter, { freq: FREQUENCY, nil: undefined }).map((one) => (one ? [one] : []));
}

/** How many filters of which parameters are drawn. */
export interface Choice {
  readonly names: readonly ParameterOf[];
  /** Which parameters may stand beside each other, besides that they hold then. */
  readonly fits: (names: readonly ParameterOf[]) => boolean;
  readonly count: number;
  /** How few they may become when a failure is shrunk. */
  readonly least: number;
  /** Properties of a good choice, the best first: all that is drawn has the first of these that any choice has. */
  readonly preferred: readonly ((filters: readonly Filter[]) => boolean)[];
}

/** The filters of one parameter that the world offers, those that name it. */
export const filtersBy = (world: World, collection: Collection, name: ParameterOf): readonly Filter[] =>
  filtersOf(world, collection).filter((filter) => filter.name === name);

/** A filter of each parameter that may stand beside the others, all of which select one and the same record. */
export function filtersSelecting(world: World, { ref: collection, key }: Ref): readonly Filter[] {
  const all = drawable(collection, 'choice', 'flag', 'view', 'union').flatMap((name) =>
    filtersBy(world, collection, name)
      .filter(({ value, extent }) => value !== false && extent.has(key))
      .slice(0, 1),
  );
  return all.reduce<readonly Filter[]>(
    (some, one) =>
      holdTogether(
        world,
        [...some, one].map(({ name }) => name),
      )
        ? [...some, one]
        : some,
    [],
  );
}

/** Every choice of so many names, in their order. */
function choicesOf(names: readonly ParameterOf[], count: number): readonly (readonly ParameterOf[])[] {
  if (count === 0) return [[]];
  return names.flatMap((name, index) =>
    choicesOf(names.slice(index + 1), count - 1).map((others) => [name, ...others]),
  );
}

/** Parameters that hold beside each other, as many as there may be. @throws WorldLacks when there are too few. */
function companionsAmong(
  world: World,
  names: readonly ParameterOf[],
  { count, least, fits }: Choice,
): Arbitrary<readonly ParameterOf[]> {
  for (let length = Math.min(count, names.length); length >= least; length -= 1) {
    const choices = choicesOf(names, length).filter((chosen) => holdTogether(world, chosen) && fits(chosen));
    if (choices.length === 0) continue;
    return fc
      .constantFrom(...choices)
      .chain((chosen) => fc.shuffledSubarray([...chosen], { minLength: length, maxLength: length }));
  }
  throw new WorldLacks(`the test data distinguishes fewer than ${least} of these filters`);
}

/** One of some filters, more often one that selects several records: others can cross it. */
function anyOf(filters: readonly Filter[]): Arbitrary<Filter> {
  const wide = filters.filter(({ extent }) => extent.size > 1);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...filters), weight: 1 },
    ...(wide.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...wide), weight: 3 }]),
  );
}

/** Filters of different parameters that hold beside each other, in any order. */
export function severalFilters(world: World, collection: Collection, choice: Choice): Arbitrary<readonly Filter[]> {
  const offered = choice.names.filter((name) => filtersBy(world, collection, name).length > 0);
  const drawn = companionsAmong(world, offered, choice).chain((names) =>
    allOrFewer(
      names.map((name) => anyOf(filtersBy(world, collection, name))),
      choice.least,
    ),
  );
  return preferring(drawn, ...choice.preferred);
}
