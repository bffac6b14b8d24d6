import { type Collection, resourceOf } from '../contract/resources.js';

/** In every line: columns of many services hold three octets a character, and cut a text off at the first with four. */
const fourOctets = '🎻 strings';

/** In every line as well: quotes are escaped for a database, once too often, and lists are split at commas. */
const quoted = "rock, 'n' roll";

/**
 * In every line, too: most is escaped for HTML, by each update anew where what was stored is escaped and not what is
 * shown; and a slash that a slug takes over divides its address.
 */
const ampersand = 'R&B/soul';

/** In every line, too: letters that a slug may keep as they are, or that leave nothing of it. */
const otherLetters = '雪の市';

/** What is lost in a normal form by compatibility (NFKC of Unicode), which is meant for comparing and not for storing. */
const compatible = '½ m²';

/** In every line, too: what is unescaped once too often loses it. */
const backslash = 'C:\\new';

/**
 * Texts with something that services lose: letters outside ASCII, characters that HTML, SQL, URLs or templates give a
 * meaning. No word of the interface forbids them, but a service may refuse or clean some, so that only those are drawn
 * that a target was seen to keep. The mildest come first: what cuts a text off at one of them loses the later ones too.
 */
const texts = [
  'Ciné Zürich',
  ampersand,
  otherLetters,
  quoted,
  '100% pure',
  'שלום',
  'the "best" of',
  'snake_case',
  compatible,
  'Cafe\u0301',
  'a+b=c',
  '%41 percent',
  'two  spaces',
  'R&amp;B',
  backslash,
  '{{name}} ${name}',
  '1 < 2 > 0',
  fourOctets,
] as const;

/** Letters alone, of several scripts and planes and of one normal form: no service has a reason to alter them. */
export const letters: readonly string[] = [otherLetters, 'שלום', fourOctets];

/** Those of prose: without a character that HTML, URLs or templates give a meaning inside a text. */
export const plainTexts: readonly string[] = [
  'Ciné Zürich',
  otherLetters,
  quoted,
  'שלום',
  '100% pure',
  'the "best" of',
  'snake_case',
  compatible,
  'a+b=c',
  backslash,
  fourOctets,
];

/** Longer than short columns, which cut off at 255 or 1,000 characters. */
export const longText = 'and many more words of it '.repeat(48).trim();

const twoLines = 'first line\nsecond line';

/** Longer than columns for a name or a city, which cut off at 100 characters, with what else is in the field. */
const wide = 'and some more words of it '.repeat(3).trim();

/** The fields of one line that may hold any text, each after the label; a line has room for a few texts. */
const lines: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title'],
  venues: ['venue', 'address', 'city', 'province', 'state', 'stateprovince', 'country', 'zip', 'phone'],
  organizers: ['organizer', 'phone'],
  categories: ['name'],
  tags: ['name'],
};

/** Fields that services compare with a format or a list of their own, which refuse a record for it. */
const compared: readonly string[] = ['country', 'zip', 'phone'];

/**
 * Texts that services take for a number or for nothing, in the fields that nobody compares with a format or a list of
 * their own; a field has one of them alone.
 */
export const mistakableTexts: Readonly<Record<string, readonly string[]>> = {
  description: ['0042', '0'],
  excerpt: ['0042', '0'],
  address: ['0042', '0'],
  city: ['0042', '0'],
  zip: ['0042'],
  cost: ['0'],
};

/** Whole values of fields with a format. Services lose what a decoder of forms, URLs or HTML takes for its own. */
const formattedTexts: Readonly<Record<string, readonly string[]>> = {
  email: ['Jan.Agenda@example.org'],
  website: ['https://example.org/A%20b?x=1&y=2+3#Top'],
};

/** Whether a field has a format, so that what is tried in it stands alone. */
export const isFormatted = (field: string): boolean => field in formattedTexts;

/** How many texts a line has room for. */
const ROOM = 6;

/** Of neighbouring lines, and of the labels of neighbouring collections, each has other texts. */
const offsets: Readonly<Record<Collection, number>> = { events: 0, venues: 6, organizers: 12, categories: 1, tags: 7 };

function fewFor(collection: Collection, at: number): readonly string[] {
  const start = offsets[collection] + at * ROOM;
  const few = Array.from({ length: ROOM }, (_, index) => texts[(start + index) % texts.length] ?? '');
  const everywhere = [otherLetters, ampersand, quoted, backslash, fourOctets];
  return [...few.filter((text) => !everywhere.includes(text)), ...everywhere];
}

/** The rich texts to try in a field of a collection. What a record is called is of one short line. */
export function richTextsFor(collection: Collection, field: string): readonly string[] {
  const whole = field in resourceOf(collection).fields ? formattedTexts[field] : undefined;
  if (whole) return whole;
  if (field === 'description' || (field === 'excerpt' && collection === 'events'))
    return [...texts, twoLines, longText];
  const at = lines[collection].indexOf(field);
  if (at === -1) return [];
  return at === 0 ? fewFor(collection, at) : [...fewFor(collection, at), wide, twoLines];
}

/** Those of them that no format, length or line gives a reason to refuse a whole record for. */
export const mildTextsFor = (collection: Collection, field: string): readonly string[] =>
  compared.includes(field) || isFormatted(field)
    ? []
    : richTextsFor(collection, field).filter((text) => !lines[collection].includes(field) || isMild(text));

const isMild = (text: string): boolean => text !== wide && text !== twoLines;

/** The longest first: some begin with another one. */
const appended: readonly string[] = [...texts, twoLines, wide, longText]
  .map((text) => ` ${text}`)
  .toSorted((one, other) => other.length - one.length);

const withoutAppended = (text: string): string =>
  appended.reduce((rest, rich) => (rest.includes(rich) ? rest.replaceAll(rich, '') : rest), text);

/** The same value without the rich texts that were appended to its texts. */
export function withoutRichTexts<T>(value: T): T;
export function withoutRichTexts(value: unknown): unknown {
  if (typeof value === 'string') return withoutAppended(value);
  if (Array.isArray(value)) return value.map((item) => withoutRichTexts(item));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutRichTexts(item)]));
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
