import type { Collection } from '../contract/field.js';
import { type Exchange, headerValue } from '../harness/exchange.js';
import type { Lens } from './lens.js';

/** The ids of records that lists showed when the answers to their creates told none. */
const foundIds = new WeakMap<Exchange, string>();

/** Remembers which record a create made whose answer does not tell it. */
export function rememberCreated(exchange: Exchange, id: string): void {
  foundIds.set(exchange, id);
}

/** The id of a record just created: in the body, else at the end of Location, else as a list showed it afterwards. */
export function createdId(lens: Lens, collection: Collection, exchange: Exchange): string | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== 'response' || outcome.response.status < 200 || outcome.response.status >= 300) return undefined;
  const location = headerValue(outcome.response.headers, 'location') ?? '';
  return lens.recordIfAny(collection, exchange)?.id ?? idInLocation(collection, location) ?? foundIds.get(exchange);
}

/** Digits at the end of a Location, wherever it leads; anything else only as an item of the collection itself. */
function idInLocation(collection: Collection, location: string): string | undefined {
  const [path = ''] = location.split(/[?#]/);
  const [last = '', before] = path.split('/').filter(Boolean).reverse();
  if (/^\d+$/.test(last)) return last;
  return before === collection ? decode(last) : undefined;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
