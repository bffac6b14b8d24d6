import type { WireRequest } from '../../../harness/exchange.js';
import type { JsonObject } from '../../../harness/json.js';
import { alsoForHead } from '../../also-for-head.js';
import type { OperationCall } from '../../asked.js';
import { toRefusal } from '../../edit-answer.js';
import { valuesOf, withParameter } from '../../edit-request.js';
import { everyItem } from '../../every-item.js';
import { listed } from '../../list-answer.js';
import type { CallContext } from '../../look-up.js';
import { inTurn, interceptOperation, interceptOperations } from '../../on.js';
import { statuses } from '../../statuses.js';
import type { Variant } from '../../variant.js';
import type { WireView } from '../../wire-lens.js';

/** The records of a list in every status. */
async function inAllStatuses(look: CallContext, request: WireRequest): Promise<readonly JsonObject[]> {
  const lists: (readonly JsonObject[])[] = [];
  for (const status of statuses) lists.push(await everyItem(look, withParameter(request, 'status', status)));
  return lists.flat();
}

const showingAll = (lens: WireView) =>
  interceptOperations(
    lens,
    (['events.list', 'venues.list', 'organizers.list'] as const).map((id) => ({ id })),
    async (asked, next) => {
      const { request, query } = asked;
      const look = { lens, asked, next };
      return query.has('status') ? next(request) : listed(look, await inAllStatuses(look, request));
    },
  );

const hiding = (lens: WireView) =>
  interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
    const look = { lens, asked, next };
    const events = await everyItem(look, asked.request);
    return listed(
      look,
      events.filter((event) => lens.field('events', event, 'hide_from_listings') !== true),
    );
  });

const hasSlugs = ({ query }: OperationCall): boolean =>
  ['categories', 'tags'].flatMap((name) => valuesOf(query, name)).some((value) => !/^[+-]?\d+$/.test(value));

const idsOnly = (lens: WireView) =>
  interceptOperation(lens, { id: 'events.list' }, (asked, next) =>
    hasSlugs(asked) ? Promise.resolve(toRefusal(400)) : next(asked.request),
  );

/** The other readings of what a list of events shows and takes. */
export const eventFilterReadings: readonly Variant[] = [
  {
    id: 'reading.all-statuses-listed',
    aspect: 'reading.event-filters',
    statement:
      'A list without a status shows records of all of them, no list shows an event that is hidden from listings, and categories and tags are named by their ids alone.',
    readings: {
      'list.status.default': 'visible',
      'list.hide-from-listings': 'absent',
      'list.terms-by-slug': 'ids-only',
    },
    allowances: [{ requirement: 'events.list.algebra.slugs-for-ids', reason: 'no slug can be sent for an id' }],
    create: (_, lens) => alsoForHead(inTurn(idsOnly(lens), hiding(lens), showingAll(lens))),
  },
];
