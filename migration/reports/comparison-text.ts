import { indent, labelled, type Setting, wrap } from '../../reports/terminal/layout.js';
import type { JsonValue } from '../../wire/json.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf, toCount } from '../../wire/wording.js';
import { type Comparison, failingOf, type State, toConclusion, toMatchedRows } from '../findings/comparison-result.js';
import type { Example, Finding } from '../findings/finding.js';
import { toReadingSentences } from '../findings/partial-reading.js';

/** The sentence of a finding: `` `zip` changed ``. */
export const toTitle = ({ says }: Finding): string => toPrintableLine(says);

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
  const change = values.length === 0 ? '' : `: ${values.join(' → ')}`;
  return toPrintableLine(`${collection} ${ids}${name === '' ? '' : ` ${toValue(name)}`}${gone}${change}`);
}

/** What a finding shows, a line each. */
export const toDetailLines = ({ examples, changes = [] }: Finding): readonly string[] => [
  ...examples.map(toExampleLine),
  ...changes.map(toPrintableLine),
];

/** A comparison as lines for a terminal. */
export function toComparisonLines(comparison: Comparison, setting: Setting): readonly string[] {
  const { a, b, checks = [], matched, findings, notes, questions, reading } = comparison;
  const failing = new Set(failingOf(comparison));
  const { palette, width } = setting;
  const color = failing.size > 0 ? palette.failed : palette.passed;
  return [
    ...labelled('before', [toStateWords(a)]),
    ...labelled('after', [toStateWords(b)]),
    ...checks.flatMap(({ when, conclusion }) => labelled('checked', wrap(`${when}: ${conclusion}`, width - 11))),
    '',
    ...toMatchedRows(comparison).flatMap(([name, words]) => labelled(name, wrap(words, width - 11))),
    ...(questions ? labelled('requests', [toQuestionWords(questions)]) : []),
    ...(Object.keys(matched).length > 0 ? [''] : []),
    ...findings.flatMap((finding) => [...toFindingLines(finding, failing.has(finding), setting), '']),
    ...(reading ? toReadingSentences(reading) : []).flatMap((one) => wrap(toPrintableLine(`${one}.`), width)),
    ...notes.flatMap((note) => wrap(toPrintableLine(`Note: ${note}.`), width)),
    color(toConclusion(comparison)),
  ];
}

/** `160 of 160 repeated: 1 finding`. */
const toQuestionWords = ({ kept, compared, findings }: NonNullable<Comparison['questions']>): string =>
  `${compared} of ${kept} repeated: ${findings === 0 ? 'no finding' : plural(findings, 'finding')}`;

const toStateWords = ({ name, url, taken }: State): string =>
  toPrintableLine(name === url ? `${url} now` : `${name}, ${url} at ${taken}`);

function toFindingLines(finding: Finding, isFailing: boolean, { palette, width }: Setting): readonly string[] {
  const mark = isFailing ? palette.failed('✗') : palette.quiet('·');
  const about = [toExtent(finding), ...toDetailLines(finding)];
  return [
    `${mark} ${palette.strong(toTitle(finding))}  ${palette.quiet(finding.class)}`,
    ...indent(
      about.flatMap((line) => wrap(line, width - 2)),
      2,
    ),
    ...(finding.curl === undefined ? [] : [`  ${palette.quiet(toPrintableLine(finding.curl))}`]),
  ];
}
