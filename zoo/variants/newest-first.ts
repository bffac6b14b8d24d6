import type { Outcome, Send } from '../../harness/exchange.js';
import type { JsonObject } from '../../harness/json.js';
import { alsoForHead } from '../also-for-head.js';
import type { OperationCall } from '../asked.js';
import { isGranted } from '../edit-answer.js';
import { withParameter } from '../edit-request.js';
import { interceptOperation } from '../on.js';
import type { Variant } from '../variant.js';
import type { WireView } from '../wire-lens.js';
import { OFF_THE_PAGE, withoutFamily } from './unfound.js';

const WHOLE = 100;

/** The order of a list is stated for terms alone, and only when it is asked for. */
export const newestFirst: Variant = {
  id: 'list.newest-first',
  aspect: 'default-order',
  statement: 'Where no order is asked for, the highest ids come first.',
  allowances: [withoutFamily(OFF_THE_PAGE)],
  create: (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
        const outcome = await next(asked.request);
        const isOrdered = asked.query.has('order') || asked.query.has('orderby');
        return isOrdered || !isGranted(outcome) ? outcome : inOrder(lens, asked, outcome, next);
      }),
    ),
};

async function inOrder(lens: WireView, asked: OperationCall, outcome: Outcome, next: Send): Promise<Outcome> {
  const { query, collection } = asked;
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  const isAll = page === 1 && lens.items(collection, outcome).length < size;
  const items = isAll ? lens.items(collection, outcome) : await readAll(lens, asked, next);
  const idOf = (item: JsonObject): number => Number(lens.id(collection, item));
  const sorted = items.toSorted((one, other) => idOf(other) - idOf(one));
  return lens.editItems(collection, outcome, () => sorted.slice((page - 1) * size, page * size));
}

async function readAll(
  lens: WireView,
  { request, collection }: OperationCall,
  next: Send,
): Promise<readonly JsonObject[]> {
  const whole = withParameter(request, 'per_page', String(WHOLE));
  const all: JsonObject[] = [];
  for (let page = 1; page === 1 || all.length === (page - 1) * WHOLE; page += 1) {
    all.push(...lens.items(collection, await next(withParameter(whole, 'page', String(page)))));
  }
  return all;
}
