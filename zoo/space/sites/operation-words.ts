import type { Operation } from '../../../contract/operations.js';
import { resources } from '../../../contract/resources.js';
import { withArticle } from '../../../contract/clauses/resource-clauses.js';

const verbs: Readonly<Record<string, string>> = { read: 'GET', delete: 'DELETE' };

/** An operation as the subject of a sentence: `A PATCH of a venue by its slug`. */
export function toSubject({ kind, method, collection, addressing }: Operation): string {
  if (collection === undefined) return kind === 'doc' ? 'The documentation' : 'The index';
  const record = withArticle(resources[collection].singular);
  if (kind === 'list') return `A list of ${collection}`;
  if (kind === 'create') return `A create of ${record}`;
  return `A ${verbs[kind] ?? method} of ${record} by its ${addressing}`;
}

/** The same in the middle of a sentence. */
export const toObject = (operation: Operation): string => {
  const [article, ...words] = toSubject(operation).split(' ');
  return [article?.toLowerCase(), ...words].join(' ');
};
