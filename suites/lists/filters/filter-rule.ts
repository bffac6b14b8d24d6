import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import type { ParameterOf } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import { parameterValue } from '../../../generators/parameter-value.js';
import type { ListQuery, QueryValue } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import type { Draw } from '../../../kernel/requirement.js';
import { expectListed } from '../../expect/expect-list.js';
import { baseQueryOf, isJudged } from '../../queries/base-query.js';
import { discriminatingBy } from '../../queries/discriminating.js';
import { type ListRule, listRule } from '../../queries/list-rule.js';
import { semanticsOf } from '../../queries/parameter-semantics.js';

type Stated<C extends Collection> = Pick<ListRule<C, never>, 'rule' | 'statement' | 'runs' | 'needs'>;

/** One list parameter on its own. */
interface Filter<C extends Collection> extends Stated<C> {
  readonly collection: C;
  readonly parameter: ParameterOf<C>;
  /** What stands beside it in every query. */
  readonly base?: (world: World) => ListQuery;
  /** Its values, the most discriminating kind first; by default those that are generated for it. */
  readonly values?: (world: World, draw: Draw) => readonly Arbitrary<QueryValue>[];
}

/** The values that are generated for a parameter. @throws WorldLacks when the world offers none. */
export function valuesOf<C extends Collection>(
  world: World,
  collection: C,
  parameter: ParameterOf<C>,
): Arbitrary<QueryValue> {
  const values = parameterValue(collection, parameter, world);
  if (!values) throw new WorldLacks(`the test data has no value for ${parameter} of ${collection}`);
  return values;
}

/** Whether a filter leaves others in view, so that a page which the known records fill is not the whole list. */
const showsOthers = <C extends Collection>(collection: C, parameter: ParameterOf<C>): boolean =>
  ['exclusion', 'text'].includes(semanticsOf(collection, parameter).kind);

/** A list parameter selects what its rule says: of the known records, those that it must and none that it must not. */
export const selectsBy = <C extends Collection>(filter: Filter<C>): CalendarRequirement => {
  const { collection, parameter, base, values, ...stated } = filter;
  return listRule({
    ...stated,
    collection,
    parameter,
    cost: 1,
    given(world, draw) {
      const beside = base?.(world) ?? baseQueryOf(world, collection);
      const sources = values?.(world, draw) ?? [valuesOf(world, collection, parameter)];
      const queries = sources.map((source) => source.map((value): ListQuery => ({ ...beside, [parameter]: value })));
      return discriminatingBy(parameter, { world, collection }, ...queries);
    },
    check: (subject, query) =>
      expectListed(subject, collection, query, {
        among: isJudged(subject.world),
        isTight: !showsOthers(collection, parameter),
      }),
  });
};

/** A list parameter with several values, one after the other. */
interface SeveralValues<C extends Collection> extends Stated<C> {
  readonly collection: C;
  readonly parameter: ParameterOf<C>;
  readonly queries: (world: World) => Arbitrary<readonly ListQuery[]>;
  /** Which records it is judged on; by default those on which every filter is. */
  readonly among?: typeof isJudged;
}

/** A list parameter selects what its rule says by each of two values. */
export const selectsByTwo = <C extends Collection>(filter: SeveralValues<C>): CalendarRequirement => {
  const { queries, among = isJudged, ...stated } = filter;
  return listRule({
    ...stated,
    cost: 2,
    given: queries,
    async check(subject, asked) {
      const judged = { among: among(subject.world) };
      for (const query of asked) await expectListed(subject, filter.collection, query, judged);
    },
  });
};

/** A flag selects by either value: one that is read as always true, or by its presence alone, fails by the other. */
export const selectsByFlag = <C extends Collection>(flag: Omit<SeveralValues<C>, 'queries'>): CalendarRequirement =>
  selectsByTwo({
    ...flag,
    queries: (world) =>
      fc.constant(
        [true, false].map((value): ListQuery => ({ ...baseQueryOf(world, flag.collection), [flag.parameter]: value })),
      ),
  });
