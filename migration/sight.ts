import { resourceOf } from '../contract/resources.js';
import type { List } from './list.js';
import type { Page, Reader } from './reader.js';

/** How many records of each list are looked at before all are read. */
const SIGHTED = 10;

/** What the first page of a list tells. */
export interface Sight {
  readonly list: List;
  readonly page: Page;
}

/** The list was refused, with this status. */
export interface Refused {
  readonly list: List;
  readonly refused: number;
}

export const isSight = (one: Sight | Refused): one is Sight => !('refused' in one);

/** Looks at the first records of a list. */
export async function sight(reader: Reader, list: List): Promise<Sight | Refused> {
  const page = await reader.page(list, { page: 1, size: SIGHTED });
  return 'refused' in page ? { list, refused: page.refused } : { list, page };
}

/** Whether two lists look the same: as many records, and the first ones alike in what they are called. */
export const looksAlike = (one: Sight, other: Sight): boolean =>
  one.page.total === other.page.total && toLook(one) === toLook(other);

const toLook = ({ list, page }: Sight): string =>
  JSON.stringify(page.items.map(({ id, fields }) => [id, fields['slug'], fields[resourceOf(list.collection).label]]));
