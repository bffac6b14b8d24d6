import type { OperationCall } from '../asked.js';
import { alsoForHead } from '../also-for-head.js';
import { toRefusal } from '../edit-answer.js';
import { withParameter } from '../edit-request.js';
import { interceptOperation } from '../on.js';
import { learning, unlearning } from '../learns.js';
import type { Allowance, Variant } from '../variant.js';

type Create = Variant['create'];

const asksForMore = ({ query }: OperationCall, most: number): boolean => Number(query.get('per_page')) > most;

const clamping =
  (most: number): Create =>
  (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, (asked, next) =>
        next(asksForMore(asked, most) ? withParameter(asked.request, 'per_page', String(most)) : asked.request),
      ),
    );

const refusing =
  (most: number): Create =>
  (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, (asked, next) =>
        asksForMore(asked, most) ? Promise.resolve(toRefusal(400)) : next(asked.request),
      ),
    );

/** Whether the records of a run fit on a page of ten depends on how many of them are there at that time. */
const fillPages: readonly Allowance[] = (['venues', 'organizers', 'categories', 'tags'] as const).map((collection) => ({
  requirement: `${collection}.list.recounted`,
  reason: 'More records are there than stand on one page.',
}));

/** Pages of more than so many records are not to be had: the maximum of per_page is not shown. */
export const pageCaps: readonly Variant[] = [
  {
    id: 'list.page-cap-50',
    aspect: 'page-cap',
    statement: 'A page holds at most fifty records, however many are asked for.',
    learns: unlearning('lists.page-cap'),
    create: clamping(50),
  },
  {
    id: 'list.page-cap-50-refused',
    aspect: 'page-cap',
    statement: 'A page of more than fifty records is refused.',
    learns: learning({ 'lists.page-cap': { beyond: 'refused', granted: 50 } }),
    create: refusing(50),
  },
  {
    id: 'list.page-cap-10',
    aspect: 'page-cap',
    statement: 'A page holds at most ten records, however many are asked for.',
    learns: learning({ 'lists.page-cap': { beyond: 'clamped', granted: 10 } }),
    allowances: fillPages,
    create: clamping(10),
  },
  {
    id: 'list.page-cap-20-refused',
    aspect: 'page-cap',
    statement: 'A page of more than twenty records is refused.',
    learns: learning({ 'lists.page-cap': { beyond: 'refused', granted: 20 } }),
    create: refusing(20),
  },
];
