/** Gives every record of a run a unique token: the run's marker and a number. */
export interface Marker {
  /** Lower-case ASCII letters and digits, unique to the run: `cp3k9x2a`. */
  readonly text: string;
  /** The next token: `cp3k9x2-17`. */
  next(): string;
}

/** Digits and letters alternate, so that no search for part of a word finds the marker, nor one for zero. */
const PAIRS = Array.from(
  { length: 234 },
  (_, at) => `${1 + Math.floor(at / 26)}${String.fromCharCode(97 + (at % 26))}`,
);

/** A marker from a random number in [0, 1). */
export function createMarker(random: number): Marker {
  const number = Math.floor(random * PAIRS.length ** 3);
  const pairs = [2, 1, 0].map((power) => PAIRS[Math.floor(number / PAIRS.length ** power) % PAIRS.length]);
  const text = `cp${pairs.join('')}`;
  let count = 0;
  return {
    text,
    next() {
      count += 1;
      return `${text}-${count}`;
    },
  };
}

/** Whether a text holds exactly this token, not a longer one with the same beginning. */
export function holdsToken(text: string, token: string): boolean {
  const [whole, wanted] = [text.toLowerCase(), token.toLowerCase()];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    if (!/\d/.test(whole.charAt(at + wanted.length))) return true;
  }
  return false;
}

/** The tokens of runs in a text, as they were made. */
export const tokensIn = (text: string): readonly string[] =>
  (text.match(/\bcp[0-9a-z]{6}-\d+/gi) ?? []).map((token) => token.toLowerCase());

/** Whether a text holds a token of any run: another run judges the same target, or left records behind. */
export const holdsAnyToken = (text: string): boolean => /\bcp[0-9a-z]{6}-\d/i.test(text);
