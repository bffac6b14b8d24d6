import type { ParameterOf } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { valuesOf } from '../../intercept/request-edit.js';

/** Rows are counted in a query of its own, which has one condition more or less than that of the page. */
const miscounts = <C extends Collection>(
  collection: C,
  parameters: readonly [ParameterOf<C>, ParameterOf<C>],
): Fault => ({
  id: `${collection}.list.total-beside-${parameters.join('-and-').replaceAll('_', '-')}`,
  clause: 'coherence.pages',
  statement: `The total of a list of ${collection} with ${parameters.join(' and ')} counts one record too many.`,
  create: (_, view) =>
    interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const isMiscounted = parameters.every((name) => valuesOf(query, name).length > 0);
      return isMiscounted ? view.editTotal(outcome, (total) => total + 1) : outcome;
    }),
});

/** Pages that contradict themselves where no requirement counts. */
export const contradictingPages: readonly Fault[] = [
  miscounts('categories', ['parent', 'hide_empty']),
  miscounts('tags', ['exclude', 'orderby']),
];
