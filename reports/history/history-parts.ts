import { toPrintableLine } from '../../wire/printable.js';
import { toCount } from '../../wire/wording.js';
import { toHeadline } from '../html/verdict-band.js';
import type { History, HistoryRun, LastingFailure, RunChange } from './history.js';
import { toChangeWords, toCountWords, toFlakyWords, toRunName, toSinceWords } from './history-words.js';

/** A part of a history as lines of text under a title. */
interface HistoryPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The runs, the last one first, the open failures, what the last run changed, and the flaky verdicts. */
export function toHistoryParts(history: History): readonly HistoryPart[] {
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
