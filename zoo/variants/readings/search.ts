import type { Collection } from '../../../contract/field.js';
import { alsoForHead } from '../../also-for-head.js';
import { withoutParameter } from '../../edit-request.js';
import { everyItem } from '../../every-item.js';
import { listed } from '../../list-answer.js';
import { interceptOperation } from '../../on.js';
import type { Variant } from '../../variant.js';

/** Where a search looks: title or name, description, and what else the reference server takes for custom fields. */
const searched: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description'],
  venues: ['venue', 'description', 'address', 'phone', 'website'],
  organizers: ['organizer', 'description', 'phone', 'website', 'email'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The other readings of a search. */
export const searchReadings: readonly Variant[] = [
  {
    id: 'reading.search-by-letter',
    aspect: 'reading.search',
    statement: 'In a search, upper and lower case differ, and letters with and without accents do not.',
    readings: { 'list.search.case': 'exact', 'list.search.accents': 'folded' },
    create: (_, lens) =>
      alsoForHead(
        interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
          const { request, query, collection } = asked;
          const wanted = withoutAccents(query.getAll('search').at(-1) ?? '');
          if (wanted === '') return next(request);
          const look = { lens, asked, next };
          const records = await everyItem(look, withoutParameter(request, 'search'));
          const found = records.filter((record) =>
            searched[collection].some((field) => withoutAccents(lens.text(collection, record, field)).includes(wanted)),
          );
          return listed(look, found);
        }),
      ),
  },
];
