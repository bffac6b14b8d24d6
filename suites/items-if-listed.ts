import type { Exchange } from '../harness/exchange.js';
import { expectSuccess, isRefused } from '../harness/expectations.js';
import type { Collection } from '../contract/field.js';
import type { Calendar } from '../target/calendar.js';
import type { Shown } from '../target/lens.js';

/** The records of a list that may be refused, as one of what is not there may be: then it holds none. */
export function itemsIfListed({ lens }: Calendar, collection: Collection, exchange: Exchange): readonly Shown[] {
  if (isRefused(exchange)) return [];
  expectSuccess(exchange, `a list of ${collection}`);
  return lens.page(collection, exchange).items;
}
