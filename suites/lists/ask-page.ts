import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { expectSuccess } from '../../harness/expectations.js';
import { toEmptyPage } from '../../target/browse.js';
import type { Calendar } from '../../target/calendar.js';
import type { ShownPage } from '../../target/lens.js';
import { isNoPage } from '../../target/refused.js';

/** Asks for one page of a list, which must be accepted. */
export async function askPage(calendar: Calendar, collection: Collection, query: ListQuery): Promise<ShownPage> {
  const exchange = await calendar.list(collection, query);
  expectSuccess(exchange, `a page of the list of ${collection}`);
  return calendar.lens.page(collection, exchange);
}

/** Asks for a page that may lie past the end; where that is refused, it holds nothing. */
export async function askPageBeyond(calendar: Calendar, collection: Collection, query: ListQuery): Promise<ShownPage> {
  const exchange = await calendar.list(collection, query);
  if (isNoPage(exchange)) return toEmptyPage(exchange);
  expectSuccess(exchange, `a page of the list of ${collection}`);
  return calendar.lens.page(collection, exchange);
}

/** The ids on a page, in order, as text to be compared and told. */
export const idsOn = ({ items }: ShownPage): string => items.map(({ id }) => id).join(', ') || 'none';
