import { plural, someOf, toCount } from '../harness/reports/layout.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import type { JsonValue } from '../harness/json.js';
import type { Example, Finding } from './finding.js';

/** What a finding says: `Links to other records are lost: venue`. */
export const toTitle = ({ says, field }: Finding): string =>
  toPrintableLine(field === undefined ? says : `${says}: ${field}`);

/** Where and how often: `3 times: events.venue 3`. */
export function toExtent({ count, counts, shifts = {} }: Finding): string {
  const places = Object.entries(counts).map(([name, number]) => `${name} ${toCount(number)}`);
  const moved = Object.entries(shifts)
    .sort(([, one], [, other]) => other - one)
    .map(([seconds, number]) => `${toShift(Number(seconds))} ${plural(number, 'time')}`);
  const by = moved.length === 0 ? '' : `; by ${someOf(moved, 4)}`;
  return `${plural(count, 'time')}: ${someOf(places, 6)}${by}`;
}

function toShift(seconds: number): string {
  const [sign, size] = [seconds < 0 ? '-' : '+', Math.abs(seconds)];
  if (size % 3600 === 0) return `${sign}${size / 3600} h`;
  return size % 60 === 0 ? `${sign}${size / 60} min` : `${sign}${size} s`;
}

const LONGEST = 60;

const toValue = (value: JsonValue): string => {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

/** An example in a line: `events 12 → 512 "Book club": "book-club" → "book-club-2"`. */
function toExampleLine({ collection, before, after, name }: Example): string {
  const ids = [...new Set([before?.id, after?.id])].filter((id) => id !== undefined).join(' → ');
  const gone = after ? '' : ' (gone)';
  const values = [before?.value, after?.value].flatMap((value) => (value === undefined ? [] : [toValue(value)]));
  const told = values.length === 0 ? '' : `: ${values.join(' → ')}`;
  return toPrintableLine(`${collection} ${ids}${name === '' ? '' : ` ${toValue(name)}`}${gone}${told}`);
}

/** What a finding shows, a line each. */
export const toDetailLines = ({ examples, changes = [] }: Finding): readonly string[] => [
  ...examples.map(toExampleLine),
  ...changes.map(toPrintableLine),
];
