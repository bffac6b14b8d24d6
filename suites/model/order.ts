/** An attribute of a term, as it is shown. */
export type Attribute = string | number;

/**
 * Whether two attributes must not follow each other in ascending order. Numbers compare as numbers; of texts only that
 * is judged on which plain and language-aware comparison agree, whatever their case.
 */
export function isDescent(first: Attribute, second: Attribute): boolean {
  if (typeof first === 'number' && typeof second === 'number') return first > second;
  const [one, other] = [String(first).toLowerCase(), String(second).toLowerCase()];
  return one > other && one.localeCompare(other, 'en') > 0;
}

/** The first neighbours that stand in the wrong order; undefined when none do. Ties may stand in any. */
export function findDisorder(
  attributes: readonly Attribute[],
  direction: 'ascending' | 'descending',
): readonly [Attribute, Attribute] | undefined {
  const ascending = direction === 'ascending' ? attributes : attributes.toReversed();
  for (const [index, second] of ascending.entries()) {
    const first = ascending[index - 1];
    if (first !== undefined && isDescent(first, second)) return [first, second];
  }
  return undefined;
}
