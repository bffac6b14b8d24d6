import type { Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import type { Equation } from './equation.js';
import { expectEquations } from './expect-equation.js';

/** A relation between lists of one collection. */
export interface Relation {
  readonly collection: Collection;
  /** The end of its id: what relates them. */
  readonly name: string;
  /** The parameters that it tells about, the first of which stands for all where one clause must be named. */
  readonly parameters: readonly string[];
  readonly statement: string;
  readonly cost: number;
  readonly runs?: number;
  /** What some list must show, or nothing was told. By default that lists hold something and leave something out. */
  readonly witnesses?: readonly string[];
  readonly equations: (world: World) => Arbitrary<readonly Equation[]>;
}

/** A relation as a requirement: the lists of a target are compared with one another, on records that are known. */
export function relates({ name, collection, parameters, equations, ...relation }: Relation): CalendarRequirement {
  const { statement, cost, runs = 1, witnesses = [RETURNS, LEAVES_OUT] } = relation;
  const [clause, ...alsoCovers] = parameters.map((parameter) => listClauseId(collection, parameter));
  if (!clause) throw new RangeError(`the relation ${name} is about no parameter`);
  return requirement({
    id: `${collection}.list.algebra.${name}`,
    level: 'MUST',
    clause,
    alsoCovers: alsoCovers,
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement,
    cost,
    runs,
    witnesses,
    given: equations,
    check: (subject, drawn) => expectEquations(subject, collection, drawn),
  });
}
