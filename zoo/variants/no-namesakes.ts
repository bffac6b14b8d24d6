import { resourceOf } from '../../contract/resources.js';
import { allowInEach } from '../allow.js';
import { toRefusal } from '../edit-answer.js';
import { bodyOf } from '../edit-request.js';
import { interceptOperation } from '../on.js';
import type { Variant } from '../variant.js';

/** Nothing states that two records may be called the same; services for terms often refuse it. */
export const noNamesakes: Variant = {
  id: 'strict.no-namesakes',
  aspect: 'values',
  statement: 'A record that is called as another one of its kind is refused.',
  allowances: [...allowInEach('delete.others', 'There are no two records of one name.')],
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'create' }, async ({ request, collection, at }, next) => {
      const { label } = resourceOf(collection);
      const name = bodyOf(request)?.[label];
      if (typeof name !== 'string') return next(request);
      const query = new URLSearchParams({ search: name, per_page: '50', hide_empty: '0', starts_after: '2000-01-01' });
      const target = `${at(`/${collection}`)}?${query.toString()}`;
      const list = await next({ method: 'GET', target, headers: [] });
      const isTaken = lens.items(collection, list).some((one) => lens.field(collection, one, label) === name);
      return isTaken ? toRefusal(409) : next(request);
    }),
};
