import { browse, type Browsed } from '../../adapter/reading/browse.js';
import type { Subject } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { expectOnOnePage, standOf, turnPages, whileStanding } from '../queries/read-pages.js';

/** A list as far as it holds records of the world. */
export interface KnownList {
  readonly query: ListQuery;
  readonly keys: ReadonlySet<string>;
  readonly exchange: Exchange;
  /** All that it holds, those of others too: by this it is seen whether they write to it. */
  readonly stand: string;
}

/** Reads whole lists of a collection; the same query is sent once. */
type Ask = (query: ListQuery) => Promise<KnownList>;

/** A query that says how large its pages are is turned page by page; else pages are as large as can be. */
async function readAll({ calendar, world }: Subject, collection: Collection, query: ListQuery): Promise<Browsed> {
  const { per_page: size } = query;
  if (typeof size !== 'number') return browse(calendar, collection, query);
  const read = () => turnPages(calendar, collection, { ...query, per_page: size });
  const turned = await read();
  const judge = (browsed: Browsed): void => expectOnOnePage(browsed, { world, collection });
  await whileStanding(turned, read, { calendar, judge });
  return turned;
}

async function askOnce(subject: Subject, collection: Collection, query: ListQuery): Promise<KnownList> {
  const read = await readAll(subject, collection, query);
  const { items, pages } = read;
  const [first] = pages;
  if (!first) throw new RangeError('a list that was read has a page');
  const keys = items.flatMap(({ id }) => subject.world.refOf(collection, id)?.key ?? []);
  return { query, keys: new Set(keys), exchange: first.exchange, stand: standOf(read) };
}

/** Opens what asks for lists during one execution of a check. */
export function createAsk(subject: Subject, collection: Collection): Ask {
  const asked = new Map<string, Promise<KnownList>>();
  return (query) => {
    // The order of parameters is a part of the query.
    const key = JSON.stringify(query);
    const list = asked.get(key) ?? askOnce(subject, collection, query);
    asked.set(key, list);
    return list;
  };
}
