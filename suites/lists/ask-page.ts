import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { expectSuccess } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import type { ShownPage } from '../../target/lens.js';

/** Asks for one page of a list, which must be accepted. */
export async function askPage(calendar: Calendar, collection: Collection, query: ListQuery): Promise<ShownPage> {
  const exchange = await calendar.list(collection, query);
  expectSuccess(exchange, `a page of the list of ${collection}`);
  return calendar.lens.page(collection, exchange);
}

/** The ids on a page, in order, as text to be compared and told. */
export const idsOn = ({ items }: ShownPage): string => items.map(({ id }) => id).join(', ') || 'none';
