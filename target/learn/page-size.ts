import { jsonOf } from '../../harness/body.js';
import type { Exchange } from '../../harness/exchange.js';
import { isJsonArray, type JsonValue, valueAt } from '../../harness/json.js';
import type { Calendar } from '../calendar.js';
import { findItems } from '../discover.js';
import { findTotal, numberAt } from '../totals.js';

/** What a common implementation allows at most. */
export const LARGEST = 50;
/** The declared default. */
export const SMALLEST = 10;

/** Page sizes to try, largest first. */
const SIZES = [LARGEST, 25, 20, SMALLEST] as const;

/** The largest of a few page sizes that the target grants: of those that it does not refuse, what is given of them. */
export async function learnPageSize(calendar: Calendar): Promise<number> {
  for (const size of SIZES) {
    const page = await askPage(calendar, { per_page: size });
    if (page) return givenOf(calendar, size, page);
  }
  return SMALLEST;
}

/** A page of tags, as far as it can be read while nothing is known of the target. */
interface RawPage {
  readonly items: readonly string[];
  readonly total: number;
}

async function askPage(calendar: Calendar, paging: Paging): Promise<RawPage | undefined> {
  const exchange = await calendar.list('tags', { hide_empty: false, ...paging });
  const { outcome } = exchange;
  return outcome.kind === 'response' && outcome.response.status === 200 ? readPage(exchange) : undefined;
}

interface Paging {
  readonly per_page: number;
  readonly page?: number;
}

function readPage({ outcome }: Exchange): RawPage {
  const body: JsonValue = jsonOf(outcome) ?? null;
  const list = valueAt(body, findItems(body, 'tags') ?? []);
  const items = isJsonArray(list) ? list.map((item) => JSON.stringify(item)) : [];
  const headers = outcome.kind === 'response' ? outcome.response.headers : [];
  const place = findTotal(body, headers);
  return { items, total: (place && numberAt(place, body, headers)) ?? items.length };
}

/** A page that is not full is one of fewer than were asked for where the total tells of more and the next page has others. */
async function givenOf(calendar: Calendar, size: number, { items, total }: RawPage): Promise<number> {
  if (items.length === 0 || items.length >= size || total <= items.length) return size;
  const next = await askPage(calendar, { per_page: size, page: 2 });
  return next?.items.some((item) => !items.includes(item)) ? items.length : size;
}
