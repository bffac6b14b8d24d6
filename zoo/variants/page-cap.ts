import { alsoForHead } from '../also-for-head.js';
import { withParameter } from '../edit-request.js';
import type { Variant } from '../variant.js';
import { on } from '../on.js';

const CAP = 50;

/** Pages of more than 50 records are not to be had. */
export const pageCap: Variant = {
  id: 'list.page-cap-50',
  aspect: 'page-cap',
  statement: 'A page holds at most fifty records, however many are asked for.',
  create: (_, lens) =>
    alsoForHead(
      on(lens, { kind: 'list' }, ({ request, query }, next) =>
        next(Number(query.get('per_page')) > CAP ? withParameter(request, 'per_page', String(CAP)) : request),
      ),
    ),
};
