import type { Capability } from '../../adapter/learn/capabilities.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type ClauseId, clauseOf } from '../../contract/clauses/clauses.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import type { OperationId } from '../../contract/operations.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { Level, RequirementDefinition } from '../../kernel/requirement.js';
import { LEAVES_OUT, RETURNS } from '../expect/expect-selection.js';

/** What a rule of a list states as every requirement does. */
type Stated<Value, Arranged> = Pick<
  RequirementDefinition<Subject, World, Value, Arranged>,
  'statement' | 'cost' | 'runs' | 'establishes' | 'given' | 'arrange' | 'check'
>;

/** The clauses of a rule: those of its parameters, unless it names another. */
interface Covered<C extends Collection> {
  readonly collection: C;
  /** The one parameter that it judges: its id is `<collection>.list.<parameter>`, then the rule. */
  readonly parameter?: ParameterOf<C>;
  /** Several parameters, the most important first; they are not part of its id. */
  readonly parameters?: readonly ParameterOf<C>[];
  /** Judged instead of the clauses of its parameters. */
  readonly clause?: ClauseId;
  /** Further clauses that a pass covers. */
  readonly alsoCovers?: readonly ClauseId[];
}

/** A rule of a list. What is optional is given only where it differs from what collection and parameter imply. */
export interface ListRule<C extends Collection, Value, Arranged = undefined>
  extends Covered<C>,
    Stated<Value, Arranged> {
  /** The end of its id, such as `default`. */
  readonly rule?: string;
  /** Operations and capabilities besides the list itself. */
  readonly needs?: readonly (OperationId | Capability)[];
  /** By default MUST. */
  readonly level?: Level;
  /** By default it only reads. */
  readonly effects?: 'writes';
  /** By default it is judged with others at the same time. */
  readonly alone?: true;
  /** By default that some record had to be returned and another one left out. */
  readonly witnesses?: readonly string[];
}

function clausesOf<C extends Collection>(covered: Covered<C>): readonly ClauseId[] {
  const { collection, parameter, parameters = [], clause, alsoCovers = [] } = covered;
  const judged = parameter === undefined ? parameters : [parameter];
  const own = clause === undefined ? judged.map((name) => listClauseId(collection, name)) : [clause];
  return [...own, ...alsoCovers];
}

/** Declares a rule of a list: id, clauses, profile, operations and needs follow from its collection and parameters. */
export function listRule<C extends Collection, Value, Arranged = undefined>(
  definition: ListRule<C, Value, Arranged>,
): CalendarRequirement {
  const { collection, parameter = [], parameters: _, rule = [], needs = [], ...stated } = definition;
  const [clause, ...alsoCovers] = clausesOf(definition);
  const id = [collection, 'list', parameter, rule].flat().join('.');
  if (clause === undefined) throw new RangeError(`${id} judges no clause`);
  return requirement({
    level: 'MUST',
    effects: 'reads',
    witnesses: [RETURNS, LEAVES_OUT],
    ...stated,
    id,
    clause,
    alsoCovers,
    operations: [`${collection}.list`],
    profile: clauseOf(clause).profile,
    needs: [`${collection}.list`, ...needs],
  });
}
