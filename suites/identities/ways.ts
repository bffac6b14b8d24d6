import type { ListQuery } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectResponse, expectThat, observe } from '../../harness/expectations.js';
import { type Calendar, toWireId } from '../../target/calendar.js';
import { statusOf } from '../../target/learn/permission.js';
import { narrow } from '../../target/narrow.js';
import { byId, itemPath } from '../../target/paths.js';
import { unfilteredFor } from '../../target/unfiltered.js';
import type { HiddenRecord } from './hidden-record.js';

/** A way besides a plain GET that could lead to a record, and what is expected of it where a GET is refused. */
export interface Way {
  ask(other: Calendar, record: HiddenRecord): Promise<Exchange>;
  expectShut(exchange: Exchange, other: Calendar, record: HiddenRecord): void;
}

const pathOf = (record: HiddenRecord): string => itemPath(record.collection, byId(record));

const toDoor = (what: string, ask: Way['ask']): Way => ({
  ask,
  expectShut(exchange, _, { collection, id }) {
    const response = expectResponse(exchange);
    const expected = `a ${what} of ${collection}/${id} to be refused as a GET is`;
    expectThat(response.status >= 400, () => ({ kind: 'status', expected, observed: observe(response), exchange }));
  },
});

type ToQuery = (calendar: Calendar, record: HiddenRecord) => ListQuery;

const toList = (what: string, toQuery: ToQuery): Way => ({
  ask: (other, record) =>
    other.list(record.collection, { ...toQuery(other, record), per_page: other.profile.pageSize }),
  expectShut: (exchange, other, record) => expectLeftOut(exchange, other, record, what),
});

const around: ToQuery = ({ profile }, { collection, body }) => narrow(collection, body, profile);

/** The ways to a record of any kind; the lists show it, and hardly any other, to whoever may see it. */
export const ways = {
  head: toDoor('HEAD', (other, record) => other.send({ method: 'HEAD', path: pathOf(record) })),
  etag: toDoor('GET with its ETag', (other, record) =>
    other.send({ method: 'GET', path: pathOf(record), headers: [['If-None-Match', record.etag ?? '"untold"']] }),
  ),
  list: toList('list', around),
  status: toList('list of its status', (calendar, record) => ({ ...around(calendar, record), status: record.status })),
  search: toList('search for a word of it', ({ profile }, { collection, sought, status }) => ({
    ...unfilteredFor(profile, collection),
    search: sought,
    status,
  })),
  /** Of events alone. */
  include: toList('list that includes it', (_, { id, status }) => ({ include: [toWireId(id)], status })),
} as const satisfies Readonly<Record<string, Way>>;

export type WayName = keyof typeof ways;

/** Expects a list to be refused, or to leave a record out and not to count it. */
function expectLeftOut(exchange: Exchange, other: Calendar, { collection, id }: HiddenRecord, what: string): void {
  const isRefused = statusOf(exchange) >= 400;
  const { items, total } = isRefused ? { items: [], total: 0 } : other.lens.page(collection, exchange);
  const expected = `a ${what} without ${collection}/${id}, which a GET refuses`;
  const isIn = items.some((item) => item.id === id);
  expectThat(!isIn, { kind: 'selection', expected, observed: 'a list with it', exchange });
  const isCounted = total === undefined || total === items.length || items.length >= other.profile.pageSize;
  const observed = `a total of ${total}, with ${items.length} in the list`;
  expectThat(isCounted, { kind: 'total', expected: `a ${what} that counts what it shows`, observed, exchange });
}
