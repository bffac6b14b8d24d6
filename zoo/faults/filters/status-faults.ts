import { type Collection, resources } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { joined, respondWith, wholeList } from '../../intercept/list-walk.js';
import { withParameter } from '../../intercept/request-edit.js';

/** What is not published is filtered by that alone, or by one status for several. */
const alsoShows = (
  collection: Extract<Collection, 'events' | 'venues' | 'organizers'>,
  one: string,
  other: string,
): Fault => ({
  id: `${collection}.list.status-${one}-shows-${other}`,
  clause: `${resources[collection].singular}.list.status`,
  statement: `A list of ${collection} with status=${one} shows those of status ${other}, too.`,
  create: (_, view) =>
    interceptOperation(view, { kind: 'list', collection }, async (call, next) => {
      if (call.query.get('status') !== one) return next(call.request);
      const listing = { view, call, next };
      const further = await wholeList(listing, withParameter(call.request, 'status', other));
      return respondWith(listing, joined(listing, await wholeList(listing, call.request), further));
    }),
});

/** Lists by a status that show records of another one. */
export const statusFaults: readonly Fault[] = [alsoShows('events', 'draft', 'pending')];
