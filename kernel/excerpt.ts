const LONGEST = 160;

/** How much is shown before the place that matters. */
const BEFORE = 40;

/** The beginning of a text on one line, or as much around a place in it. */
export function excerpt(text: string, near = 0): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST) return line || 'an empty body';
  const start = near + BEFORE <= LONGEST ? 0 : Math.min(near - BEFORE, line.length - LONGEST);
  const end = start + LONGEST;
  return `${start > 0 ? '...' : ''}${line.slice(start, end)}${end < line.length ? '...' : ''}`;
}

/** Two texts, each around the first place in which they differ. */
export function contrast(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one[at] === other[at]) at += 1;
  return [excerpt(one, at), excerpt(other, at)];
}
