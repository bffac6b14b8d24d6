import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../../contract/resources.js';
import { parameterValue } from '../../../generators/parameter-value.js';
import type { ListQuery, QueryValue } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectListed } from '../../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../../expect/expect-selection.js';
import { baseQueryOf, isJudged } from '../../queries/base-query.js';
import { discriminates, firstWith, leaveOut } from '../../queries/discriminating.js';

/** One list parameter on its own. */
interface Filter {
  readonly collection: Collection;
  readonly parameter: string;
  readonly statement: string;
  readonly runs: number;
  /** Capabilities besides the list itself. */
  readonly needs?: readonly string[];
  /** What stands beside it in every query. */
  readonly base?: (world: World) => ListQuery;
  /** Its values, the most telling kind first; by default those that are generated for it. */
  readonly values?: (world: World) => readonly Arbitrary<QueryValue>[];
}

/** The values that are generated for a parameter. @throws WorldLacks when the world offers none. */
export function valuesOf(world: World, collection: Collection, parameter: string): Arbitrary<QueryValue> {
  const values = parameterValue(collection, parameter, world);
  if (!values) throw new WorldLacks(`the world offers no value for ${parameter} of ${collection}`);
  return values;
}

/** A list parameter selects what its rule says: of the known records, those that it must and none that it must not. */
export function selectsBy({ collection, parameter, base, values, ...filter }: Filter): CalendarRequirement {
  const { statement, runs, needs = [] } = filter;
  const groundIn = (world: World): ListQuery => base?.(world) ?? baseQueryOf(world, collection);
  return requirement({
    id: `${collection}.list.${parameter}`,
    level: 'MUST',
    clause: listClauseId(collection, parameter),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`, ...needs],
    effects: 'reads',
    statement,
    cost: 1,
    runs,
    witnesses: [RETURNS, LEAVES_OUT],
    given(world) {
      const ground = groundIn(world);
      const sources = values?.(world) ?? [valuesOf(world, collection, parameter)];
      const queries = sources.map((source) => source.map((value): ListQuery => ({ ...ground, [parameter]: value })));
      const telling = { world, collection, otherwise: leaveOut(parameter), among: isJudged(world) };
      return firstWith((query) => discriminates(query, telling), ...queries);
    },
    check: (subject, query) => expectListed(subject, collection, query, { among: isJudged(subject.world) }),
  });
}

/** A parameter that is true or false. */
interface Flag {
  readonly collection: Collection;
  readonly parameter: string;
  readonly statement: string;
  /** Which records it is judged on; by default those on which every filter is. */
  readonly among?: typeof isJudged;
}

/** A flag selects by either value: one that is read as always true, or by its presence alone, fails by the other. */
export const selectsByFlag = ({ collection, parameter, statement, among = isJudged }: Flag): CalendarRequirement =>
  requirement({
    id: `${collection}.list.${parameter}`,
    level: 'MUST',
    clause: listClauseId(collection, parameter),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement,
    cost: 2,
    witnesses: [RETURNS, LEAVES_OUT],
    given: (world) =>
      fc.constant([true, false].map((value): ListQuery => ({ ...baseQueryOf(world, collection), [parameter]: value }))),
    async check(subject, queries) {
      const judged = { among: among(subject.world) };
      for (const query of queries) await expectListed(subject, collection, query, judged);
    },
  });
