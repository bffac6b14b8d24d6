import { toPrintableLine } from '../../wire/printable.js';
import { toCount } from '../../wire/wording.js';
import { toBold, toFence } from '../formats/markup.js';
import { toHeadline } from '../html/verdict-band.js';
import { LABEL, labelled, type Setting, wrap } from '../terminal/layout.js';
import type { HistoryRun } from './history-run.js';
import type { History, LastingFailure, RunChange } from './history.js';
import {
  toChangeWords,
  toCountWords,
  toFlakyWords,
  toHistorySentence,
  toRunName,
  toSinceWords,
} from './history-words.js';

/** A history as lines for a terminal. */
export function toHistoryLines(history: History, { palette, width }: Setting): readonly string[] {
  const parts = toHistoryParts(history).flatMap(({ title, lines }) =>
    labelled(
      title,
      lines.flatMap((line) => wrap(line, width - LABEL)),
    ),
  );
  const paint = history.failures.length > 0 ? palette.failed : palette.passed;
  return [...parts, paint(toHistorySentence(history))];
}

/** A history as Markdown, for a comment or the summary of a job. */
export function toHistoryMarkdown(history: History): string {
  const parts = toHistoryParts(history).map(({ title, lines }) => `### ${title}\n\n${toFence(lines.join('\n'))}`);
  return `${['## calproof history', toBold(toHistorySentence(history)), ...parts].join('\n\n')}\n`;
}

/** A part of a history as lines of text under a title. */
interface HistoryPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The runs, the last one first, the open failures, what the last run changed, and the flaky verdicts. */
function toHistoryParts(history: History): readonly HistoryPart[] {
  const { runs, failures, changes, flaky } = history;
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Runs', runs.toReversed().map(toRunLine)],
    ['Failures', failures.map((one) => toFailureLine(one, history))],
    ['Changed', changes.slice(-1).flatMap(toChangeLines)],
    ['Flaky', flaky.map((one) => `${one.id} ${toFlakyWords(one)}`)],
  ];
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => ({ title, lines: toMost(lines).map(toPrintableLine) }));
}

/** The page has all. */
const MOST = 10;

const toMost = (all: readonly string[]): readonly string[] =>
  all.length <= MOST ? all : [...all.slice(0, MOST), `and ${toCount(all.length - MOST)} more`];

function toRunLine(run: HistoryRun): string {
  const { sign, words } = toHeadline(run.entry.conclusion.exitCode);
  return `${sign} ${toRunName(run)}: ${words.toLowerCase()}; ${toCountWords(run)}`;
}

const toFailureLine = (failure: LastingFailure, history: History): string =>
  `✗ ${failure.id}${failure.deviation ? ` ${failure.deviation.level}` : ''} ${toSinceWords(failure, history)}`;

const toChangeLines = (change: RunChange): readonly string[] => [
  `since ${toRunName(change.from)}: ${toChangeWords(change)}`,
  ...change.broken.map((id) => `✗ ${id}`),
  ...change.mended.map((id) => `✓ ${id}`),
];
