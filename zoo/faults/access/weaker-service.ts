import { fieldClauseId, listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { editBody, withoutParameter } from '../../intercept/request-edit.js';
import { editTotal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { PAGES, places, terms } from '../../list-fault.js';
import { type ActFor, forOthers } from './acting-for-others.js';

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

function withoutDescription(body: JsonObject): JsonObject {
  const { description: _, ...others } = body;
  return others;
}

/** What some roles may write is a list of fields, in which one was forgotten. */
const forgetsField = (collection: Collection, kind: 'create' | 'update'): Fault => ({
  id: `${collection}.${kind}.description-lost-for-others`,
  clause: fieldClauseId(collection, 'description'),
  neighbours: ['coherence.kept-write'],
  statement: `A ${kind === 'create' ? 'create' : 'PATCH'} of ${collection} by an identity with fewer rights loses the description.`,
  create: forOthers(
    [{ kind, collection, ...(kind === 'update' && { method: 'PATCH' }) }],
    () =>
      ({ request }, next) =>
        next(editBody(request, withoutDescription)),
  ),
});

/** What an identity with fewer rights may ask for or write, and is served worse. */
export const weakerService: readonly Fault[] = [
  ...collections.map(replacesFilter),
  {
    id: 'records.list.page-total-for-others',
    clause: PAGES,
    statement: 'The total of a list is the number of records on the page for every identity with fewer rights.',
    create: (seed, view) => forOthers([{ kind: 'list' }], pageTotal(view))(seed, view),
  },
  ...(['events', ...places] as const).map((collection) => forgetsField(collection, 'update')),
  // Terms are nobody's own: whoever may create them need not be granted their updates.
  ...(['events', ...terms] as const).map((collection) => forgetsField(collection, 'create')),
];
