import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import { expectThat } from '../../harness/expectations.js';
import { witness } from '../../harness/tally.js';
import { type Browsed, browse } from '../../target/browse.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { isRefused } from '../../target/refused.js';
import type { Subject } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { type Attribute, findDisorder } from '../model/order.js';
import { provisionedPool } from './provisioned.js';
import type { Taxonomy } from './terms.js';

export type Direction = 'ascending' | 'descending';

/** Witnessed when a list held records whose order tells something. */
export const ORDERS = 'two records of a list differed in what it was sorted by';

export interface Ordering {
  readonly collection: Taxonomy;
  readonly orderby: string;
  readonly direction: Direction;
  /** What else is asked for, such as a part of the list, in small pages. */
  readonly query?: ListQuery;
}

/** The word for a direction that the target takes. */
function wordFor({ profile }: Calendar, direction: Direction): string {
  if (profile.choices['terms.order-words'] === 'ascending-descending') return direction;
  return direction === 'ascending' ? 'asc' : 'desc';
}

/** Which attributes and words are taken is not stated: a refusal says nothing. */
async function browseOrdered(
  calendar: Calendar,
  collection: Taxonomy,
  query: ListQuery & { readonly orderby: string; readonly order: string },
): Promise<Browsed> {
  try {
    return await browse(calendar, collection, query);
  } catch (error) {
    const exchange = error instanceof Deviation ? error.details.exchange : undefined;
    if (!exchange || !isRefused(exchange)) throw error;
    throw new Inconclusive(`the target refuses orderby=${query.orderby} with order=${query.order}`);
  }
}

function attributeOf({ lens }: Calendar, shown: Shown, orderby: string): Attribute {
  const value = orderby === 'id' ? shown.id : lens.field(shown, orderby);
  if (typeof value === 'string' && orderby !== 'id' && orderby !== 'count') return value;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') throw new Inconclusive(`${orderby} is shown as no number`);
  return number;
}

/** What is judged of a list: by their ids all that it shows, for an id stays as it is; else what nobody else changes. */
function judgedOf(items: readonly Shown[], world: World, { collection, orderby }: Ordering): readonly Shown[] {
  const provisioned = provisionedPool(world);
  return orderby === 'id'
    ? items
    : items.filter(({ id }) => world.refOf(collection, id) ?? provisioned.refOf(collection, id));
}

/** Expects records to stand in the order asked for. */
export async function expectOrder({ calendar, world }: Subject, ordering: Ordering): Promise<void> {
  const { collection, orderby, direction, query } = ordering;
  const asked = { ...query, orderby, order: wordFor(calendar, direction) };
  const { items, pages } = await browseOrdered(calendar, collection, asked);
  const attributes = judgedOf(items, world, ordering).map((shown) => attributeOf(calendar, shown, orderby));
  if (new Set(attributes).size > 1) witness(ORDERS);
  const disorder = findDisorder(attributes, direction);
  const [page] = pages;
  expectThat(disorder === undefined, {
    kind: 'order',
    expected: `${collection} in ${direction} order of ${orderby}`,
    observed: `${disorder?.join(' and ')} beside each other the wrong way round`,
    ...(page && { exchange: page.exchange }),
  });
}
