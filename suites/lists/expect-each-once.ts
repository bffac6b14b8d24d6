import type { Collection } from '../../contract/field.js';
import { expectThat } from '../../harness/expectations.js';
import type { Browsed } from '../../target/browse.js';

/** Expects no page to hold a record twice, whoever made it: what others write moves records between pages, never within. */
export function expectEachOnce({ pages }: Browsed, collection: Collection): void {
  for (const { items, exchange } of pages) {
    const ids = items.map(({ id }) => id);
    const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    expectThat(twice.length === 0, {
      kind: 'selection',
      expected: `each record once on a page of ${collection}`,
      observed: `${twice.join(', ')} more than once`,
      exchange,
    });
  }
}
