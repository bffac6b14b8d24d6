import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { withoutParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** Who asks for more is given more by another query, in which a filter was forgotten. */
const forgotten = (collection: Collection, parameter: string): Fault => ({
  id: `${collection}.list.page-forgets-${parameter}`,
  clause: listClauseId(collection, 'page'),
  neighbours: ['coherence.pages', listClauseId(collection, 'per_page')],
  statement: `Every page of ${collection} after the first is cut from the list without ${parameter}.`,
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list', collection }, ({ request, query }, next) =>
      next(Number(query.get('page') ?? 1) > 1 ? withoutParameter(request, parameter) : request),
    ),
});

/** Filters that count for the first page alone. */
export const forgetfulPages: readonly Fault[] = [forgotten('events', 'featured'), forgotten('categories', 'parent')];
