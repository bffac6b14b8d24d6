import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { expectRefusal, expectSuccess } from '../../harness/expectations.js';
import { witness } from '../../harness/tally.js';
import { isRefused } from '../../target/refused.js';
import type { Subject } from '../../target/subject.js';
import { expectSelection, LEAVES_OUT } from '../expect-selection.js';
import { type SelectOptions, select } from '../model/select.js';

/**
 * Expects a query with a value that names nothing to be refused, or to give what the model says. One page is enough to
 * see a filter that does not filter.
 */
export async function expectRefusedOrSelected(
  { calendar, world }: Subject,
  collection: Collection,
  query: ListQuery,
  options: SelectOptions = {},
): Promise<void> {
  const exchange = await calendar.list(collection, { ...query, per_page: calendar.profile.pageSize });
  if (isRefused(exchange)) {
    expectRefusal(exchange, 'a value that names nothing');
    // What is refused lists nothing.
    witness(LEAVES_OUT);
    return;
  }
  expectSuccess(exchange, 'a value that names nothing');
  const { items } = calendar.lens.page(collection, exchange);
  expectSelection({ world, collection, items, selection: select(world, collection, query, options), exchange });
}
