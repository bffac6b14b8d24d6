import { toBold, toCodeSpan, toFence } from '../../reports/formats/markup.js';
import { type Comparison, failingOf, type State, toConclusion, toMatchedRows } from '../findings/comparison-result.js';
import type { Finding } from '../findings/finding.js';
import { toReadingSentences } from '../findings/partial-reading.js';
import { toDetailLines, toExtent, toTitle } from './comparison-text.js';

/** A comparison as Markdown, for a comment or the summary of a job. */
export function toComparisonMarkdown(comparison: Comparison): string {
  const { a, b, findings, notes, reading } = comparison;
  const failing = new Set(failingOf(comparison));
  return `${[
    '## calproof compare',
    toBold(toConclusion(comparison)),
    `Before: ${toStateWords(a)}  \nAfter: ${toStateWords(b)}`,
    toMatchedRows(comparison)
      .map(([name, words]) => `- ${name}: ${words}`)
      .join('\n'),
    ...findings.map((finding) => toSection(finding, failing.has(finding))),
    (reading ? toReadingSentences(reading) : []).map((one) => `- ${toCodeSpan(one)}`).join('\n'),
    notes.map((note) => `- ${toCodeSpan(note)}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const toStateWords = ({ name, url, taken }: State): string =>
  name === url ? toCodeSpan(url) : `${toCodeSpan(name)}, ${toCodeSpan(url)} at ${taken}`;

function toSection(finding: Finding, isFailing: boolean): string {
  const lines = [toExtent(finding), ...toDetailLines(finding)];
  const text = finding.curl === undefined ? lines : [...lines, finding.curl];
  return `${isFailing ? '❌' : 'ℹ️'} ${toBold(toTitle(finding))} (${finding.class})\n\n${toFence(text.join('\n'))}`;
}
