import type { Send } from '../../harness/exchange.js';
import type { OperationCall } from '../asked.js';
import { withJson } from '../edit-request.js';
import type { Variant } from '../variant.js';
import { interceptOperation } from '../on.js';
import { OFF_THE_PAGE, withoutFamily, withoutProtected } from './unfound.js';

const bodies = {
  events: { title: 'Of others', start_date: '2033-03-03 10:00:00', end_date: '2033-03-03 11:00:00' },
  venues: { venue: 'Of others' },
  organizers: { organizer: 'Of others' },
  categories: { name: 'Of others' },
  tags: { name: 'Of others' },
} as const;

/** Other people use the calendar too: with every list that is read a record of theirs comes or goes. */
export const others: Variant = {
  id: 'others.write-too',
  aspect: 'others',
  statement: 'Between any two lists a record of somebody else has come or gone.',
  allowances: [...withoutProtected(OFF_THE_PAGE), withoutFamily(OFF_THE_PAGE)],
  create(_, lens) {
    const there = new Map<string, string>();
    return interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
      await comeOrGo(asked, next);
      return next(asked.request);
    });

    async function comeOrGo({ collection, at }: OperationCall, next: Send): Promise<void> {
      const id = there.get(collection);
      const path = `/${collection}`;
      if (id !== undefined) {
        there.delete(collection);
        await next({ method: 'DELETE', target: at(`${path}/${id}`), headers: [] });
        return;
      }
      const made = await next(withJson({ method: 'POST', target: at(path), headers: [] }, bodies[collection]));
      const record = lens.record(collection, made);
      if (record) there.set(collection, lens.id(collection, record));
    }
  },
};
