import { toBold, toFence } from '../formats/markup.js';
import type { History } from './history.js';
import { toHistoryParts } from './history-parts.js';
import { toHistorySentence } from './history-words.js';

/** A history as Markdown, for a comment or the summary of a job. */
export function toHistoryMarkdown(history: History): string {
  const parts = toHistoryParts(history).map(({ title, lines }) => `### ${title}\n\n${toFence(lines.join('\n'))}`);
  return `${['## calproof history', toBold(toHistorySentence(history)), ...parts].join('\n\n')}\n`;
}
