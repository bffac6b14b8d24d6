import { resourceOf } from '../../../contract/resources.js';
import type { JsonValue } from '../../../harness/json.js';
import { bodyOf } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, interceptOperations } from '../../on.js';
import { onLinked } from './embedded.js';

const PLACES = ['venues', 'organizers'] as const;

/** What events hold of a place is written anew when its name is. */
export const renewedByName: Fault = {
  id: 'events.read.linked-renewed-by-name',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'coherence.siblings'],
  statement: 'An event shows a venue or organizer with the phone that it had when it was named.',
  create(_, lens) {
    const phones = new Map<string, JsonValue>();
    const writing = interceptOperations(
      lens,
      [...inEach(PLACES, { kind: 'create' }), ...inEach(PLACES, { kind: 'update' })],
      async ({ request, collection }, next) => {
        const outcome = await next(request);
        const record = lens.record(collection, outcome);
        const isNamed = bodyOf(request)?.[resourceOf(collection).label] !== undefined;
        if (record && isNamed)
          phones.set(`${collection}/${lens.id(collection, record)}`, lens.field(collection, record, 'phone') ?? '');
        return outcome;
      },
    );
    const linked = onLinked(lens, (collection, record) => {
      const phone = phones.get(`${collection}/${lens.id(collection, record)}`);
      return phone === undefined ? record : lens.withField(collection, record, 'phone', phone);
    });
    return inTurn(linked, writing);
  },
};
