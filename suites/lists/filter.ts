import type { Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { parameterValue } from '../../generators/parameter-value.js';
import type { ListQuery, QueryValue } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { baseQueryOf, isJudged } from './ground.js';
import { firstWith, leaveOut, discriminates } from './telling.js';

/** One list parameter on its own. */
export interface Filter {
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
