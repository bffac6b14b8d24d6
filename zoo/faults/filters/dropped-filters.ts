import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { valuesOf, withoutParameter } from '../../intercept/request-edit.js';

/** The query of a sorted list is built by other code, which knows fewer conditions. */
const lostWhenSorted: Fault = {
  id: 'tags.list.include-lost-beside-order',
  clause: 'tag.list.include',
  statement: 'A list of tags ignores include beside order.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.list' }, ({ request, query }, next) =>
      next(valuesOf(query, 'order').length > 0 ? withoutParameter(request, 'include') : request),
    ),
};

/** Filters that are lost where others are asked for, too. */
export const droppedFilters: readonly Fault[] = [lostWhenSorted];
