import { editTotal } from '../edit-total.js';
import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { inEach, inTurn, interceptOperation, interceptOperations } from '../on.js';

const COUNTED = ['events', 'venues', 'organizers'] as const;
const SHOWN = ['categories', 'tags'] as const;

/** The count is kept apart from what it counts, and a DELETE forgets it. */
const deletedCounted: Fault = {
  id: 'lists.total-keeps-deleted',
  clause: 'coherence.pages',
  statement: 'The total of events, venues and organizers still counts those that were deleted.',
  create(_, lens) {
    const deleted = new Map<string, number>();
    return inTurn(
      interceptOperations(lens, inEach(COUNTED, { kind: 'delete' }), async ({ request, collection }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) deleted.set(collection, (deleted.get(collection) ?? 0) + 1);
        return outcome;
      }),
      interceptOperations(lens, inEach(COUNTED, { kind: 'list' }), async ({ request, collection }, next) =>
        editTotal(await next(request), (total) => total + (deleted.get(collection) ?? 0)),
      ),
    );
  },
};

/** An update files the record anew and leaves the old entry in the index. */
const updatedTwice: Fault = {
  id: 'lists.updated-twice',
  clause: 'coherence.pages',
  neighbours: ['coherence.kept-write'],
  statement: 'A category or tag that was updated by PATCH is listed twice.',
  create(_, lens) {
    const updated = new Set<string>();
    const [categories, tags] = SHOWN.map((collection) =>
      inTurn(
        interceptOperation(lens, { kind: 'update', method: 'PATCH', collection }, ({ request, address }, next) => {
          updated.add(address);
          return next(request);
        }),
        interceptOperation(lens, { kind: 'list', collection }, async ({ request }, next) =>
          lens.editItems(collection, await next(request), (items) =>
            items.flatMap((item) => (updated.has(lens.id(collection, item)) ? [item, item] : [item])),
          ),
        ),
      ),
    );
    return categories && tags ? inTurn(categories, tags) : (request, next) => next(request);
  },
};

/** Lists that come out of order by writes. */
export const recount: readonly Fault[] = [deletedCounted, updatedTwice];
