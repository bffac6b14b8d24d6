import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { type Browsed, browse } from '../../target/browse.js';
import type { Calendar } from '../../target/calendar.js';
import { expectSelection, type KnownRecords, type SelectionCheck } from '../expect-selection.js';
import type { Pool } from '../model/pool.js';
import { type SelectOptions, select } from '../model/select.js';
import { expectWhileThere } from './while-there.js';

/** A calendar, and what is known of its records: those of the world, or those that were provisioned. */
export interface Listing {
  readonly calendar: Calendar;
  readonly world: Pool & KnownRecords;
}

/** A query, and which records it is judged on. */
export interface Judged extends SelectOptions {
  readonly world: Pool & KnownRecords;
  readonly collection: Collection;
  readonly query: ListQuery;
}

/** Expects a list that was browsed to hold what the model says. */
export const expectBrowsed = (browsed: Browsed, judged: Judged): void => expectSelection(toCheck(browsed, judged));

/** Asks for a whole list and expects it to hold what the model says, of what is there. */
export async function expectListed(...asked: Parameters<typeof readListed>): Promise<void> {
  await readListed(...asked);
}

/** The same, and gives the list. */
export async function readListed(
  { calendar, world }: Listing,
  collection: Collection,
  query: ListQuery,
  options: SelectOptions = {},
): Promise<Browsed> {
  const browsed = await browse(calendar, collection, query);
  await expectWhileThere(calendar, toCheck(browsed, { world, collection, query, ...options }));
  return browsed;
}

function toCheck({ items, pages }: Browsed, { world, collection, query, ...options }: Judged): SelectionCheck {
  const [first] = pages;
  if (!first) throw new RangeError('a list that was browsed has a page');
  const selection = select(world, collection, query, options);
  return { world, collection, items, selection, exchange: first.exchange };
}
