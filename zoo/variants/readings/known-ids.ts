import type { Collection } from '../../../contract/field.js';
import { eventRelations } from '../../../contract/resources.js';
import type { Send } from '../../../harness/exchange.js';
import { alsoForHead } from '../../also-for-head.js';
import type { OperationCall } from '../../asked.js';
import { statusOf, toRefusal } from '../../edit-answer.js';
import { valuesOf } from '../../edit-request.js';
import { interceptOperation } from '../../on.js';
import type { Variant } from '../../variant.js';

/** The records of which a list may be asked for the ids. */
const namedBy = (collection: Collection): Readonly<Record<string, Collection>> => ({
  ...(collection === 'events' ? eventRelations : { event: 'events', post: 'events', parent: 'categories' }),
  include: collection,
});

/** Whether every record is there of which a request for a list names the id. */
async function areKnown({ collection, query, at }: OperationCall, next: Send): Promise<boolean> {
  for (const [name, named] of Object.entries(namedBy(collection))) {
    for (const id of valuesOf(query, name).filter((value) => /^\d+$/.test(value))) {
      if (statusOf(await next({ method: 'GET', target: at(`/${named}/${id}`), headers: [] })) === 404) return false;
    }
  }
  return true;
}

/** A list by the id of nothing is refused. */
export const knownIdsOnly: Variant = {
  id: 'reading.unknown-filter-id-refused',
  aspect: 'reading.event-filters',
  statement: 'A list by the id of a record that is not there is refused.',
  readings: {
    'list.relation-filter.unknown-id': 'refused',
    'list.include.unknown-id': 'refused',
    'list.event-filter.unknown-id': 'refused',
  },
  create: (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, async (asked, next) =>
        (await areKnown(asked, next)) ? next(asked.request) : toRefusal(400),
      ),
    ),
};
