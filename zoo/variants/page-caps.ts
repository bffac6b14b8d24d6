import type { Asked } from '../asked.js';
import { alsoForHead } from '../also-for-head.js';
import { toRefusal } from '../edit-answer.js';
import { withParameter } from '../edit-request.js';
import { on } from '../on.js';
import { learning, unlearning } from '../learns.js';
import type { Variant } from '../variant.js';

const CAP = 50;

const asksForMore = ({ query }: Asked): boolean => Number(query.get('per_page')) > CAP;

/** Pages of more than fifty records are not to be had: the maximum of per_page is not shown. */
export const pageCaps: readonly Variant[] = [
  {
    id: 'list.page-cap-50',
    aspect: 'page-cap',
    statement: 'A page holds at most fifty records, however many are asked for.',
    learns: unlearning('lists.page-cap'),
    create: (_, lens) =>
      alsoForHead(
        on(lens, { kind: 'list' }, (asked, next) =>
          next(asksForMore(asked) ? withParameter(asked.request, 'per_page', String(CAP)) : asked.request),
        ),
      ),
  },
  {
    id: 'list.page-cap-50-refused',
    aspect: 'page-cap',
    statement: 'A page of more than fifty records is refused.',
    learns: learning({ 'lists.page-cap': { beyond: 'refused', granted: 50 } }),
    create: (_, lens) =>
      alsoForHead(
        on(lens, { kind: 'list' }, (asked, next) =>
          asksForMore(asked) ? Promise.resolve(toRefusal(400)) : next(asked.request),
        ),
      ),
  },
];
