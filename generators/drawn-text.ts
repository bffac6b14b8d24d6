import fc, { type Arbitrary } from 'fast-check';
import { MARK } from './wire-value.js';

const vocabulary = [
  'harbor',
  'lantern',
  'orchard',
  'violin',
  'market',
  'summit',
  'poetry',
  'kayak',
  'jubilee',
  'workshop',
  'gallery',
  'quartet',
];

/** At most eight letters, because some services respell longer ones (`Wordpress`). */
const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split('')),
  minLength: 2,
  maxLength: 8,
});

/** A lower-case ASCII word. */
const word: Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constantFrom(...vocabulary), weight: 3 },
  { arbitrary: letters, weight: 1 },
);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Plain text: ASCII words with single spaces between. Nothing in it is escaped, trimmed, curled or joined by services
 * that polish text, so it must come back as it was sent.
 */
export const phrase: Arbitrary<string> = fc
  .array(word, { minLength: 1, maxLength: 5 })
  .map((words) => capitalized(words.join(' ')));

/** Plain text that ends in the marker. */
export const markedPhrase: Arbitrary<string> = phrase.map((text) => `${text} ${MARK}`);

/** A slug that no slugger would change, with the marker in it. */
export const slug: Arbitrary<string> = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => `${words.join('-')}-${MARK}`);

/** An http(s) address with the marker in its path, where case counts, and nothing in it that is escaped in HTML. */
export const website: Arbitrary<string> = fc
  .tuple(fc.constantFrom('https', 'http'), fc.array(fc.oneof(word, word.map(capitalized)), { maxLength: 2 }))
  .map(([scheme, path]) => [`${scheme}://example.org`, MARK, ...path].join('/'));

/** An address of the domain that RFC 2606 reserves for examples. */
export const email: Arbitrary<string> = word.map((name) => `${name}@example.org`);
