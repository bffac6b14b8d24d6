import { type Filter, inAll } from '../queries/drawn-filters.js';

/** Two filters after one another, all pairs of some. */
export const pairsOf = <Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): readonly [Item, Item] => [one, other]));

/** Whether two filters select something together, and each leaves out some of the other's: no mistake goes unseen. */
export const isSharp = ([one, other]: readonly [Filter, Filter]): boolean => {
  return inAll([one, other]).length > 0 && areApart([one, other]);
};

/** Whether every two filters are sharp. */
export const areAllSharp = (filters: readonly Filter[]): boolean => pairsOf(filters).every(isSharp);

/** Whether each filter takes away from what those before it select, and something is left. */
export const areNarrowing = (filters: readonly Filter[]): boolean =>
  inAll(filters).length > 0 &&
  filters.every(
    (_, index) => index === 0 || inAll(filters.slice(0, index + 1)).length < inAll(filters.slice(0, index)).length,
  );

/** Whether a filter takes away some of what others select, and not all of it. */
export function divides(filter: Filter, others: readonly Filter[]): boolean {
  const { length } = inAll([filter, ...others]);
  return length > 0 && (others.length === 0 || length < inAll(others).length);
}

/** Whether neither of two filters selects all that the other does. */
export const areApart = ([one, other]: readonly [Filter, Filter]): boolean => {
  const { length } = inAll([one, other]);
  return length < one.extent.size && length < other.extent.size;
};
