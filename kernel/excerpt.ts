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

/** Two texts, each around the first place in which they differ; of long ones, with their lengths. */
export function contrast(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one[at] === other[at]) at += 1;
  if (at + BEFORE <= LONGEST) return [excerpt(one), excerpt(other)];
  return [fromPlace(one, at - BEFORE), fromPlace(other, at - BEFORE)];
}

/** A text from a place on: both begin at the same, so that the eye finds where they part, and where one ends. */
function fromPlace(text: string, start: number): string {
  const part = text.slice(start, start + LONGEST).replace(/\s+/g, ' ');
  const rest = start + LONGEST < text.length ? '...' : '';
  return `...${part}${rest} (${lengthOf(text)} characters)`;
}

/** Characters, in the value of what is a JSON text. */
function lengthOf(text: string): number {
  const value: unknown = text.startsWith('"') ? JSON.parse(text) : text;
  return Array.from(typeof value === 'string' ? value : text).length;
}
