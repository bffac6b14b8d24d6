import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { baseQueryOf, isJudged } from './ground.js';

/** A parameter that is true or false. */
export interface Flag {
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
