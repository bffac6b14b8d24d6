import { LABEL, labelled, type Setting, wrap } from '../terminal/layout.js';
import type { History } from './history.js';
import { toHistoryParts } from './history-parts.js';
import { toHistorySentence } from './history-words.js';

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
