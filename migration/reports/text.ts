import { indent, labelled, wrap } from '../../harness/reports/columns.js';
import type { Setting } from '../../harness/reports/palette.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import { type Comparison, failingOf, type State, toConclusion } from '../comparison.js';
import type { Finding } from '../finding.js';
import { toDetailLines, toExtent, toTitle } from '../finding-words.js';
import { toMatchedWords } from '../match-counts.js';

/** A comparison as lines for a terminal. */
export function toComparisonLines(comparison: Comparison, setting: Setting): readonly string[] {
  const { a, b, matched, findings, notes, questions } = comparison;
  const failing = new Set(failingOf(comparison));
  const { palette, width } = setting;
  const color = failing.size > 0 ? palette.failed : palette.passed;
  return [
    ...labelled('before', [toStateWords(a)]),
    ...labelled('after', [toStateWords(b)]),
    '',
    ...Object.entries(matched).flatMap(([name, counts]) => labelled(name, wrap(toMatchedWords(counts), width - 11))),
    ...(questions ? labelled('requests', [`${questions.compared} of ${questions.kept} asked again`]) : []),
    ...(Object.keys(matched).length > 0 ? [''] : []),
    ...findings.flatMap((finding) => [...toFindingLines(finding, failing.has(finding), setting), '']),
    ...notes.flatMap((note) => wrap(toPrintableLine(`Note: ${note}.`), width)),
    color(toConclusion(comparison)),
  ];
}

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
