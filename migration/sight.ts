import { resourceOf } from '../contract/resources.js';
import type { List } from './list.js';
import type { Page, Reader } from './reader.js';

/** How many records of each list are looked at before all are read. */
const PREVIEW_SIZE = 10;

/** What the first page of a list tells. */
export interface ListPreview {
  readonly list: List;
  readonly page: Page;
}

/** The list was refused, with this status. */
export interface Refused {
  readonly list: List;
  readonly refused: number;
}

export const isPreview = (one: ListPreview | Refused): one is ListPreview => !('refused' in one);

/** Looks at the first records of a list. */
export async function previewList(reader: Reader, list: List): Promise<ListPreview | Refused> {
  const page = await reader.page(list, { page: 1, size: PREVIEW_SIZE });
  return 'refused' in page ? { list, refused: page.refused } : { list, page };
}

/** Whether two lists look the same: as many records, and the first ones alike in what they are called. */
export const showsSame = (one: ListPreview, other: ListPreview): boolean =>
  one.page.total === other.page.total && toFingerprint(one) === toFingerprint(other);

const toFingerprint = ({ list, page }: ListPreview): string =>
  JSON.stringify(page.items.map(({ id, fields }) => [id, fields['slug'], fields[resourceOf(list.collection).label]]));
