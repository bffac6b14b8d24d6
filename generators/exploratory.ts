import fc, { type Arbitrary } from 'fast-check';
import type { Field, Resource } from '../contract/resources.js';
import { carriersOf, payload } from './payload.js';
import type { Surroundings } from './surroundings.js';
import type { Payload, WireValue } from './wire-value.js';

/** One odd kind of value. `label` completes the sentence "the field …". */
interface Oddity {
  readonly label: string;
  readonly value: Arbitrary<WireValue>;
}

const odd = (label: string, ...values: readonly WireValue[]): Oddity => ({ label, value: fc.constantFrom(...values) });

/** Text of the code points from `first` to `last`. */
const script = (first: number, last: number): Arbitrary<string> =>
  fc.string({
    unit: fc.integer({ min: first, max: last }).map((point) => String.fromCodePoint(point)),
    minLength: 1,
    maxLength: 20,
  });

const text: readonly Oddity[] = [
  { label: 'holds any Unicode', value: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
  { label: 'holds astral characters', value: script(0x1f300, 0x1f64f) },
  { label: 'holds right-to-left text', value: script(0x5d0, 0x5ea) },
  { label: 'holds CJK text', value: script(0x4e00, 0x4eff) },
  { label: 'holds combining marks', value: script(0x300, 0x36f).map((marks) => `e${marks}`) },
  { label: 'holds control characters', value: script(0, 0x1f) },
  { label: 'is long', value: fc.nat(20).map((step) => 'long '.repeat(1_000 - step * 49).trim()) },
  odd('is empty', ''),
  odd('is blank', ' ', '\t', '\u00a0'),
  odd('has blanks around it', ' padded ', '\npadded\n'),
  odd('holds markup', '<b>bold</b>', '<script>alert(1)</script>', 'a < b', '<!-- c -->', '[gallery]'),
  odd('holds HTML entities', 'a &amp; b', '&lt;b&gt;', '&#39;', 'a & b', '&nbsp;'),
  odd('holds percent signs', '100%', '%41', '%zz', '%s', '%00'),
  odd('holds quotes', "it's", 'say "so"', '\u201ccurly\u201d', '`tick`'),
  odd('holds backslashes', 'a\\b', '\\', "\\'", '\\u0041', '\\n'),
  odd('holds typographic marks', 'a -- b', 'a...', '2x4', '(c)', ':)'),
  odd('resembles another type', '0', 'false', 'null', '1e5', '{}', '[]'),
];

const dates: readonly Oddity[] = [
  odd('is a bare date', '2031-05-05'),
  odd('is an ISO date-time', '2031-05-05T10:00:00', '2031-05-05T10:00:00Z', '2031-05-05T10:00:00+02:00'),
  odd('lacks seconds', '2031-05-05 10:00'),
  odd('does not exist', '2031-02-29 10:00:00', '2031-04-31 10:00:00', '2031-05-05 24:00:00', '2031-05-05 10:60:00'),
  odd('is skipped or repeated by daylight saving', '2031-03-30 02:30:00', '2031-10-26 02:30:00'),
  odd('is a leap second', '2016-12-31 23:59:60'),
  odd('lies at the end of a range', '0000-00-00 00:00:00', '1970-01-01 00:00:00', '9999-12-31 23:59:59'),
  odd('lies where 32 bits end', '1901-12-13 20:45:52', '2038-01-19 03:14:08'),
  odd('is in words', 'tomorrow', 'now', '5 May 2031'),
  odd('is a number of seconds', '1936000000', 1_936_000_000),
  odd('is empty', ''),
];

const addresses: readonly Oddity[] = [
  odd('holds an ampersand', 'https://example.org/?a=1&b=2'),
  odd('holds other scripts', 'https://m\u00fcnchen.example/\u96ea', 'https://example.org/%E9%9B%AA'),
  odd('has another scheme', 'ftp://example.org/', 'javascript:alert(1)', 'mailto:a@example.org'),
  odd('has no scheme', 'example.org', '//example.org/', '/path'),
  odd('is no address', 'not an address', ''),
];

const integers: readonly Oddity[] = [
  odd('is a number in a string', '1', ' 1', '01'),
  odd('is out of range', 0, -1, 2_147_483_648, Number.MAX_SAFE_INTEGER),
  odd('is a fraction', 1.5),
];

const flags: readonly Oddity[] = [
  odd('is a word', 'true', 'false', 'yes', 'on', ''),
  odd('is a number', 1, 0, 2),
  odd('is null', null),
];

const lists: readonly Oddity[] = [
  odd('is empty', []),
  odd('is a single item', 2_147_483_647, '2147483647'),
  odd('holds an unknown id', [2_147_483_647], [0], [-1]),
  odd('holds null', [null]),
];

const costs: readonly Oddity[] = [
  odd('is a number', 15, 0, -5, 20.5),
  odd('is in words', 'Free', '\u20ac 15', '10 - 20', '15,50', ''),
  odd('is a list', ['10', '20']),
];

const byName: Readonly<Record<string, readonly Oddity[]>> = {
  start_date: dates,
  end_date: dates,
  date: dates,
  date_utc: dates,
  website: addresses,
  timezone: [odd('is no IANA zone', 'UTC+2', 'Mars/Phobos', 'EST', 'europe/amsterdam', ''), ...text.slice(0, 1)],
  email: [odd('is unusual', 'a+b@example.org', '"a b"@example.org', 'no-at-sign', 'j\u00f6rg@example.org', '')],
  cost: costs,
};

const byType = { string: text, integer: integers, boolean: flags, integers: lists, url: addresses, untyped: text };

/** All that is odd and yet might be accepted or refused by a conforming target, for one field. */
export const odditiesOf = (name: string, { type, required }: Field): readonly Oddity[] => [
  ...(byName[name] ?? byType[type]),
  ...(required || type === 'boolean' ? [] : [odd('is null', null)]),
];

/** A body with one odd field. */
export interface Exploratory {
  readonly body: Payload;
  readonly field: string;
  /** What is odd about which field, such as `title holds CJK text`. */
  readonly label: string;
}

interface OddFields {
  readonly fields?: readonly string[];
}

/**
 * Bodies that a conforming target may accept or refuse, as long as it does not contradict itself: a safe one with one
 * odd field. The marker is in at least two other fields. @throws when the resource has none of the fields.
 */
export function exploratory(
  resource: Resource,
  surroundings: Surroundings,
  { fields = Object.keys(resource.fields) }: OddFields = {},
): Arbitrary<Exploratory> {
  const cases = Object.entries(resource.fields)
    .filter(([name]) => fields.includes(name))
    .flatMap(([name, field]) => odditiesOf(name, field).map((oddity) => ({ name, oddity })));
  if (cases.length === 0) throw new Error(`${resource.collection} have none of the fields ${fields.join(', ')}`);
  const base = payload(resource, surroundings, { only: carriersOf(resource.collection) });
  const toExploratory = ({ name, oddity }: { readonly name: string; readonly oddity: Oddity }) =>
    fc
      .tuple(base, oddity.value)
      .map(([safe, value]) => ({ body: { ...safe, [name]: value }, field: name, label: `${name} ${oddity.label}` }));
  return fc.oneof(...cases.map(toExploratory));
}

/** The fields that may hold any text, but the two that hold the marker. */
const textsOf = (resource: Resource): readonly string[] => {
  const [label, , third] = carriersOf(resource.collection);
  return Object.entries(resource.fields).flatMap(([name, { type }]) =>
    type === 'string' && !(name in byName) && name !== label && name !== third ? [name] : [],
  );
};

/**
 * An odd text for each field that may hold any: of another kind for each, and in each turn, so that one body tries many.
 * `turn` is the number of the execution, from 0.
 */
export const oddTexts = (
  resource: Resource,
  surroundings: Surroundings,
  turn: number,
): readonly Arbitrary<Exploratory>[] => {
  const base = payload(resource, surroundings, { only: carriersOf(resource.collection) });
  return textsOf(resource).map((field, index) => {
    const { label, value } = text[(turn + index) % text.length] ?? odd('is empty', '');
    return fc
      .tuple(base, value)
      .map(([safe, odd]) => ({ body: { ...safe, [field]: odd }, field, label: `${field} ${label}` }));
  });
};
