import type { JsonObject } from '../../harness/json.js';
import type { Fault } from '../fault.js';
import { on } from '../on.js';
import type { WireLens } from '../wire-lens.js';

const byText = (lens: WireLens, items: readonly JsonObject[]): readonly JsonObject[] =>
  items.toSorted((one, other) => (lens.id('tags', one) < lens.id('tags', other) ? -1 : 1));

/** Ids are ordered as text: 10 before 9. */
const idsAsText: Fault = {
  id: 'tags.list.orderby-id-as-text',
  clause: 'tag.list.orderby',
  neighbours: ['tag.list.order'],
  statement: 'A list of tags ordered by id has 100 before 99.',
  create: (_, lens) =>
    on(lens, { id: 'tags.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (query.get('orderby') !== 'id') return outcome;
      const descending = (query.get('order') ?? '').startsWith('desc');
      return lens.editItems('tags', outcome, (items) =>
        descending ? byText(lens, items).toReversed() : byText(lens, items),
      );
    }),
};

/** Lists in a wrong order. */
export const order: readonly Fault[] = [idsAsText];
