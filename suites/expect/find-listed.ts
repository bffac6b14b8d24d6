import type { Calendar } from '../../adapter/calendar/calendar.js';
import { browse } from '../../adapter/reading/browse.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { Via } from '../../adapter/reading/paths.js';
import { holdsToken } from '../../adapter/ownership/marker.js';
import { narrow, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';

/** A record to find in the list of its collection, by the body that it was made with. */
export interface Sought {
  readonly collection: Collection;
  readonly id: string;
  readonly body: JsonObject;
  readonly via?: Via;
}

/** What a list shows of a record; `shown` is undefined where it is not in it. */
export interface Listed {
  readonly shown: Shown | undefined;
  readonly exchange: Exchange;
}

/** Finds a record in a list that shows hardly anything else; `more` is added to the query. */
export const findListed = (calendar: Calendar, sought: Sought, more: ListQuery = {}): Promise<Listed> =>
  findIn(calendar, sought, { ...narrow(sought.collection, sought.body, calendar.profile), ...more });

/** Finds a record that must be listed: where a search misses it, in the whole list, as searching is judged elsewhere. */
export async function findListedSomehow(calendar: Calendar, sought: Sought): Promise<Listed> {
  const { search, ...whole } = narrow(sought.collection, sought.body, calendar.profile);
  const listed = await findListed(calendar, sought);
  return listed.shown || search === undefined ? listed : findIn(calendar, sought, whole);
}

async function findIn(calendar: Calendar, { collection, id, via }: Sought, query: ListQuery): Promise<Listed> {
  const { items, pages } = await browse(calendar, collection, query, via);
  const page = pages.find((one) => one.items.some((item) => item.id === id)) ?? pages.at(-1);
  if (!page) throw new RangeError('a list that was browsed has a page');
  return { shown: items.find((item) => item.id === id), exchange: page.exchange };
}

/** The records of a list that may be refused, as one of what is not there may be: then it holds none. */
export function itemsIfListed({ lens }: Calendar, collection: Collection, exchange: Exchange): readonly Shown[] {
  if (isRefused(exchange)) return [];
  expectSuccess(exchange, `a list of ${collection}`);
  return lens.page(collection, exchange).items;
}

/** Expects that a create that was refused has left nothing with the mark that it sent. */
export async function expectNoneMarked(calendar: Calendar, collection: Collection, mark: string): Promise<void> {
  const query = { ...unfilteredFor(calendar.profile, collection), search: mark };
  const exchange = await calendar.list(collection, query);
  const items = itemsIfListed(calendar, collection, exchange);
  const [ours] = items.filter(({ json }) => holdsToken(JSON.stringify(json), mark));
  const [expected, observed] = ['no record created by the refused request', `${collection}/${ours?.id}`];
  const name = ours && calendar.lens.field(ours, resourceOf(collection).label);
  // A list may repeat what it was searched for.
  const sign = typeof name === 'string' && name !== mark && { sign: { text: name } };
  expectThat(ours === undefined, { kind: 'state', expected, observed, exchange, ...sign });
}
