import type { ShownPage } from './lens.js';

/**
 * Whether a page stands past the end of its list and gives an earlier one again: what is answered there is open
 * (gap.page.past-the-end). It shows nothing new, and all that is told of was on the pages before it. Where nothing is
 * told, it is the page before once more; the first page twice may as well be a list that knows no pages.
 */
export function isOverrun(page: ShownPage, before: readonly ShownPage[]): boolean {
  const seen = new Set(before.flatMap(idsOn));
  const last = before.at(-1);
  if (!last || page.items.length === 0 || idsOn(page).some((id) => !seen.has(id))) return false;
  const { total, totalPages } = last;
  return total === undefined && totalPages === undefined
    ? isAfterSeveral(before) && toText(page) === toText(last)
    : seen.size >= (total ?? 0) && before.length >= (totalPages ?? 0);
}

const idsOn = ({ items }: ShownPage): readonly string[] => items.map(({ id }) => id);

const toText = (page: ShownPage): string => idsOn(page).join(', ');

const isAfterSeveral = (before: readonly ShownPage[]): boolean => new Set(before.map(toText)).size > 1;
