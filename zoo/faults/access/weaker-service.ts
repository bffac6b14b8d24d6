import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import { withoutParameter } from '../../intercept/request-edit.js';
import { editTotal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { PAGES } from '../../list-fault.js';
import { type ActFor, forOthers } from './confused-deputy.js';

/** The filter of each list that is lost where what may be seen is added to the query. */
const lost = {
  events: 'venue',
  venues: 'search',
  organizers: 'event',
  categories: 'parent',
  tags: 'exclude',
} as const satisfies { readonly [C in Collection]: ParameterOf<C> };

/** What may be seen takes the place of a filter. */
const replacesFilter = (collection: Collection): Fault => ({
  id: `${collection}.list.${lost[collection]}-lost-for-others`,
  clause: listClauseId(collection, lost[collection]),
  statement: `A list of ${collection} ignores ${lost[collection]} for every identity with fewer rights.`,
  create: forOthers(
    [{ kind: 'list', collection }],
    () =>
      ({ request }, next) =>
        next(withoutParameter(request, lost[collection])),
  ),
});

/** The total of an answer is that of the page. */
const pageTotal =
  (view: WireView): ActFor =>
  () =>
  async ({ request, collection }, next) => {
    const outcome = await next(request);
    return editTotal(outcome, () => view.items(collection, outcome).length);
  };

/** What an identity with fewer rights may ask for, and is served worse. */
export const weakerService: readonly Fault[] = [
  ...collections.map(replacesFilter),
  {
    id: 'records.list.page-total-for-others',
    clause: PAGES,
    statement: 'The total of a list is the number of records on the page for every identity with fewer rights.',
    create: (seed, view) => forOthers([{ kind: 'list' }], pageTotal(view))(seed, view),
  },
];
