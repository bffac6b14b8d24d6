import type { Collection } from '../../contract/field.js';
import { expectThat } from '../../harness/expectations.js';
import type { Browsed } from '../../target/browse.js';
import type { World } from '../../target/world/world.js';

interface Own {
  readonly world: World;
  readonly collection: Collection;
}

/** Expects no known record to be on two pages of a list: what others write moves theirs. */
export function expectOnOnePage({ items, pages }: Browsed, { world, collection }: Own): void {
  const own = items.filter(({ id }) => world.refOf(collection, id));
  const twice = own.filter(({ id }, index) => own.slice(0, index).some((one) => one.id === id));
  expectThat(twice.length === 0, {
    kind: 'selection',
    expected: 'each record on one page',
    observed: `${collection}/${twice.map(({ id }) => id).join(', ')} on two`,
    ...(pages[1] && { exchange: pages[1].exchange }),
  });
}
