import { alsoForHead } from '../also-for-head.js';
import { isGranted, toRefusal } from '../edit-answer.js';
import type { Variant } from '../variant.js';
import { on } from '../on.js';

/** A record that was deleted is known to have been there. */
export const softDelete: Variant = {
  id: 'delete.410',
  aspect: 'deleted',
  statement: 'The id of a deleted record is answered with 410.',
  create: (_, lens) => {
    const deleted = new Set<string>();
    const key = (collection: string, id: string): string => `${collection}/${id}`;
    const remember = on(lens, { kind: 'delete' }, async ({ request, collection, address, operation }, next) => {
      const record = lens.record(collection, await next({ method: 'GET', target: request.target, headers: [] }));
      const outcome = await next(request);
      const id = operation.addressing === 'id' ? address : record && lens.id(collection, record);
      if (isGranted(outcome) && id !== undefined) deleted.add(key(collection, id));
      return outcome;
    });
    return alsoForHead((request, next) => {
      const asked = lens.asked(request);
      const isGone = asked?.operation.addressing === 'id' && deleted.has(key(asked.collection, asked.address));
      return isGone ? Promise.resolve(toRefusal(410)) : remember(request, next);
    });
  },
};
