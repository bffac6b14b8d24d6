import fc, { type Arbitrary } from 'fast-check';
import { droppable } from './droppable.js';
import { MARK, type WireValue } from './wire-value.js';

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

/** Other names and domains than of one word, each as RFC 5321 allows. */
const otherEmails = ['jan+agenda@example.org', 'mary-ann.o_neil2@mail.example.org', '7@my-town.example.com'] as const;

/** An address of the domains that RFC 2606 reserves for examples. */
export const email: Arbitrary<string> = fc.oneof(
  { arbitrary: word.map((name) => `${name}@example.org`), weight: 1 },
  { arbitrary: fc.constantFrom(...otherEmails), weight: 2 },
);

/** Numbers with a country code, of one digit to three. */
export const phone: Arbitrary<string> = fc
  .tuple(fc.constantFrom('+31 20 ', '+1 541 ', '+351 21'), fc.integer({ min: 5_550_100, max: 5_550_199 }))
  .map(([prefix, number]) => `${prefix}${number}`);

type Values = Arbitrary<WireValue>;

/** The values of a field, and the texts that it is sent besides: in them, and alone. */
interface Texts {
  readonly values: Values;
  readonly rich: readonly string[];
  readonly alone: readonly string[];
}

/** All of some texts; when shrunk, those that matter. */
const allOf = (rich: readonly string[]): Arbitrary<readonly string[]> =>
  droppable(rich.map((text) => fc.constant(text)));

/** Half of the texts have the rich ones in them. */
export const enriched = ({ values, rich }: Texts): Values =>
  rich.length === 0
    ? values
    : enrichedBy(values, fc.oneof({ withCrossShrink: true }, fc.constant<readonly string[]>([]), allOf(rich)));

/** One kind of texts: plain, rich, or one that stands alone. Numbers in a row are all kinds, over and over. */
export function kindOf({ values, rich, alone }: Texts, kind: number): Values {
  const richer = rich.length === 0 ? [] : [enrichedBy(values, allOf(rich))];
  const kinds = [values, ...richer, ...alone.map((text) => fc.constant(text))];
  return kinds[kind % kinds.length] ?? values;
}

const enrichedBy = (values: Values, additions: Arbitrary<readonly string[]>): Values =>
  fc.tuple(values, additions).map(([text, more]) => (typeof text === 'string' ? more.reduce(toRicher, text) : text));

/** The mark stays last: it is what a record is found by. */
const toRicher = (text: string, more: string): string =>
  text.endsWith(MARK) ? `${text.slice(0, -MARK.length)}${more} ${MARK}` : `${text} ${more}`;
