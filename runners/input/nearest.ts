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
export const nearest = (word: string, known: readonly string[]): string | undefined => rate(word, known)[0]?.candidate;

/** The known words that one that was not known may stand for, the most alike first: half of its letters agree. */
export function similar(word: string, known: readonly string[]): readonly string[] {
  const most = Math.max(1, Math.floor(word.length / 2));
  const isNear = ({ candidate, distance }: Rated): boolean => distance <= most || holds(candidate, word);
  return rate(word, known)
    .filter(isNear)
    .map(({ candidate }) => candidate);
}

interface Rated {
  readonly candidate: string;
  readonly distance: number;
}

function rate(word: string, known: readonly string[]): readonly Rated[] {
  const rated = known.map((candidate) => ({ candidate, distance: distanceTo(word.toLowerCase(), candidate) }));
  return rated.sort((one, other) => one.distance - other.distance);
}

/** A word that another one begins with or holds counts as near, whatever the rest. */
function distanceTo(wanted: string, candidate: string): number {
  const distance = editDistance(wanted, candidate.toLowerCase());
  return holds(candidate, wanted) ? Math.min(distance, 2 + distance / 100) : distance;
}

const holds = (candidate: string, word: string): boolean =>
  word.length > 2 && candidate.toLowerCase().includes(word.toLowerCase());

/** What the values of options are called elsewhere. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  quick: ['fast', 'short', 'small', 'smoke', 'low', 'light'],
  standard: ['normal', 'default', 'medium', 'regular'],
  deep: ['full', 'thorough', 'slow', 'long', 'high', 'all', 'max'],
  readonly: ['read-only', 'read', 'ro', 'safe', 'dry', 'dry-run'],
  sandbox: ['write', 'writes', 'read-write', 'readwrite', 'rw', 'full'],
  markdown: ['md', 'text', 'txt', 'summary'],
  junit: ['xml', 'xunit', 'surefire'],
  html: ['htm', 'web', 'page'],
  github: ['gh', 'annotations', 'actions'],
  badge: ['svg', 'icon'],
  shields: ['shield', 'endpoint', 'shields.io'],
  har: ['http', 'exchanges', 'requests'],
  statement: ['earl', 'ics', 'conformance'],
};

/** What is to be given instead of a word that is none of a few: the one that it means, or is spelt like, and all. */
export function toChoice(word: string, known: readonly string[]): string {
  const meant = known.find((one) => synonyms[one]?.includes(word.toLowerCase())) ?? similar(word, known)[0];
  const all = known.join(', ');
  return meant === undefined ? `expected one of ${all}.` : `did you mean ${meant}? Valid values: ${all}.`;
}
