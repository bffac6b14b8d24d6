import type { Clause } from '../clause.js';
import type { Collection } from '../field.js';
import { resourceOf, resources } from '../resources.js';
import { operationsOfKind, withArticle } from './resources.js';

type FieldClauseId = {
  [C in Collection]: `${(typeof resources)[C]['singular']}.field.${keyof (typeof resources)[C]['fields'] & string}`;
}[Collection];

/** The clause of a field: what it means and that a client may send it on create and update. */
export const fieldClauseId = (collection: Collection, field: string): FieldClauseId => {
  if (!(field in resourceOf(collection).fields)) throw new Error(`${collection} have no field ${field}`);
  return `${resources[collection].singular}.field.${field}` as FieldClauseId;
};

/** One clause a field. */
export const fieldClauses = Object.values(resources).flatMap(({ collection, singular, fields }) =>
  Object.entries(fields).map(
    ([name, field]): Clause<FieldClauseId> => ({
      id: fieldClauseId(collection, name),
      profile: 'core',
      text: `The fields of ${withArticle(singular)} include ${name}: ${field.meaning}.`,
      source: 'Resources and their fields',
      operations: [...operationsOfKind(collection, 'create'), ...operationsOfKind(collection, 'update')],
    }),
  ),
);
