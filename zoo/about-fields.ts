import type { ClauseId } from '../contract/clauses.js';
import { fieldClauseId } from '../contract/clauses/fields.js';
import { listClauseId } from '../contract/clauses/lists.js';
import type { Collection } from '../contract/field.js';
import { collections, resources } from '../contract/resources.js';
import type { Fault } from './fault.js';

/** Fields of several collections that share a piece of code. */
export type FieldTable = Readonly<Partial<Record<Collection, readonly string[]>>>;

/** The collections that have any of the fields. */
export const collectionsOf = (table: FieldTable): readonly Collection[] =>
  collections.filter((collection) => table[collection] !== undefined);

/** What a fault in the fields of a table breaks: their clauses, and that a create keeps what it is sent. */
export function aboutFields(table: FieldTable): Pick<Fault, 'clause'> & { readonly neighbours: readonly ClauseId[] } {
  const [clause, ...others] = collectionsOf(table).flatMap((collection): readonly ClauseId[] =>
    (table[collection] ?? []).map((field) => fieldClauseId(collection, field)),
  );
  if (clause === undefined) throw new Error('a table of no fields is about nothing');
  const creates = collectionsOf(table).map((collection) => `${resources[collection].singular}.create` as const);
  return { clause, neighbours: [...others, ...creates] };
}

/** The clauses of one parameter in several lists. */
export const listClausesOf = (among: readonly Collection[], parameter: string): readonly ClauseId[] =>
  among.map((collection) => listClauseId(collection, parameter));
