import type { ClauseId } from '../contract/clauses/clauses.js';
import { fieldClauseId, listClauseId } from '../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../contract/queries.js';
import { type Collection, collections, resources } from '../contract/resources.js';
import type { Level, RequirementInfo } from '../kernel/requirement.js';
import type { Clock } from '../wire/clock.js';
import type { Interceptor } from '../wire/exchange.js';
import type { WireView } from './intercept/wire-view.js';

/** One way in which a target can be wrong, put between the harness and any target. */
export interface Fault {
  /** `<resource>.<operation>.<what is wrong>`, lower case. */
  readonly id: string;
  /** The clause that it breaks: a requirement about this clause must catch it. */
  readonly clause: ClauseId;
  /** Clause ids, or prefixes of requirement ids, that may as well be the ones to catch it. */
  readonly neighbours?: readonly string[];
  /**
   * Requirements, by id, that are about the clause and cannot see the fault: they find out from the target itself
   * whether what they judge has any effect there, and with this fault it has none.
   */
  readonly unseenBy?: readonly string[];
  /** Only requirements of this level catch it. */
  readonly level?: Level;
  /** One sentence that is true of a target with this fault. */
  readonly statement: string;
  /**
   * Makes the fault for one run; what it remembers is in the closure. The seed picks where there is a choice, and what
   * takes time takes it from the clock.
   */
  create(seed: number, view: WireView, clock: Clock): Interceptor;
}

/** Fields of several collections that share a piece of code. */
export type FieldTable = Readonly<Partial<Record<Collection, readonly string[]>>>;

/** The collections that have any of the fields. */
export const collectionsOf = (table: FieldTable): readonly Collection[] =>
  collections.filter((collection) => table[collection] !== undefined);

/** What a fault in the fields of a table breaks: their clauses, and that a write keeps what it is sent. */
export function aboutFields(
  table: FieldTable,
  write: 'create' | 'update' = 'create',
): Pick<Fault, 'clause'> & { readonly neighbours: readonly ClauseId[] } {
  const [clause, ...others] = collectionsOf(table).flatMap((collection): readonly ClauseId[] =>
    (table[collection] ?? []).map((field) => fieldClauseId(collection, field)),
  );
  if (clause === undefined) throw new Error('a table of no fields is about nothing');
  const writes = collectionsOf(table).map((collection) => `${resources[collection].singular}.${write}` as const);
  return { clause, neighbours: [...others, ...writes] };
}

/** The clauses of one parameter in several lists. */
export const listClausesOf = (among: readonly Collection[], parameter: ParameterOf): readonly ClauseId[] =>
  among.map((collection) => listClauseId(collection, parameter));

type About = Pick<RequirementInfo, 'id' | 'clause' | 'alsoCovers' | 'level'>;

/**
 * Whether a requirement that fails on a target with a fault is about the fault: it covers the fault's clause or a
 * neighbouring one, or is named as a neighbour itself, and it can see the fault.
 */
export function isAbout(
  { clause, neighbours = [], unseenBy = [], level }: Fault,
  { id, ...requirement }: About,
): boolean {
  if (unseenBy.includes(id) || (level ?? requirement.level) !== requirement.level) return false;
  const covered: readonly string[] = [requirement.clause, ...(requirement.alsoCovers ?? [])];
  return [clause, ...neighbours].some((one) => covered.includes(one)) || neighbours.some((one) => id.startsWith(one));
}
