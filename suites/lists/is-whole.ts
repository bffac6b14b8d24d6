import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import type { Calendar } from '../../target/calendar.js';
import type { ShownPage } from '../../target/lens.js';
import { askPageBeyond } from './ask-page.js';

/** A first page, and what was asked for it. */
export interface FirstPage {
  readonly collection: Collection;
  readonly query: ListQuery & { readonly per_page: number };
  readonly page: ShownPage;
}

/**
 * Whether a page shows all that its list holds. One that is not full need not: fewer may be granted than were asked for
 * (gap.per-page.maximum), and then the rest stands on the page after it. That is asked only where a total tells of a rest.
 */
export async function isWhole(calendar: Calendar, first: FirstPage): Promise<boolean> {
  const { items, total = items.length } = first.page;
  if (items.length >= first.query.per_page) return false;
  return total <= items.length || !(await isFollowed(calendar, first));
}

/** Whether others stand on the second page: past the end some give the last page again. */
async function isFollowed(calendar: Calendar, { collection, query, page }: FirstPage): Promise<boolean> {
  const { items } = await askPageBeyond(calendar, collection, { ...query, page: 2 });
  return items.some(({ id }) => page.items.every((one) => one.id !== id));
}
