import { queryOf } from '../../../contract/queries.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { withParameter } from '../../intercept/request-edit.js';
import { learning } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

/** How lists of ids are written in queries is stated for `include` of events alone (gap.query.arrays). */
export const listNotations: readonly Variant[] = [
  {
    id: 'lists.ids-in-brackets',
    aspect: 'parameters',
    statement: 'Lists of ids in queries are written in brackets; of commas, only the number before the first counts.',
    learns: learning({ 'lists.ids': 'brackets' }),
    create: (_, view) =>
      alsoForHead(
        interceptOperation(view, { kind: 'list' }, ({ request, query, collection }, next) => {
          const cut = [...query].filter(
            ([name, value]) =>
              queryOf(collection)[name]?.type === 'integers' &&
              /^\d+,/.test(value) &&
              !(collection === 'events' && name === 'include'),
          );
          return next(
            cut.reduce((kept, [name, value]) => withParameter(kept, name, value.split(',')[0] ?? ''), request),
          );
        }),
      ),
  },
];
