import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { withoutParameter } from '../edit-request.js';
import { totalIn } from '../edit-total.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** The query that counts was written once, before the filter was there. */
const countedWithout = (collection: Collection, parameter: string): Fault => ({
  id: `${collection}.list.total-without-${parameter}`,
  clause: 'coherence.pages',
  neighbours: [listClauseId(collection, 'search')],
  statement: `The total of a list of ${collection} counts as if there were no ${parameter}.`,
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list', collection }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!query.has(parameter)) return outcome;
      const all = totalIn(await next(withoutParameter(request, parameter)));
      return lens.editTotal(outcome, (total) => all ?? total);
    }),
});

/** Totals that a filter forgets. */
export const filteredTotals: readonly Fault[] = [
  countedWithout('events', 'search'),
  countedWithout('events', 'featured'),
  countedWithout('categories', 'exclude'),
  countedWithout('venues', 'status'),
];
