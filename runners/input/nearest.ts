/** The number of insertions, deletions, replacements and swaps of neighbours between two words. */
export function editDistance(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** The known word that is most like one that was not known; undefined when there is none at all. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const rated = known.map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }));
  return rated.sort((one, other) => one.distance - other.distance)[0]?.candidate;
}

/** A word that another one begins with or holds counts as near, whatever the rest. */
function distanceTo(wanted: string, candidate: string): number {
  const distance = editDistance(wanted, candidate);
  return wanted.length > 2 && candidate.includes(wanted) ? Math.min(distance, 2 + distance / 100) : distance;
}
