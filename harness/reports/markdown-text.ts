import { toPrintableLine } from './printable.js';
import { toContent } from './xml.js';

/** Backticks enough to hold a text that has backticks in it. */
function toTicks(text: string, least: number): string {
  const longest = Math.max(least - 1, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}

/** A block of text as it is: nothing in it is Markdown, a tag or a mention. */
export function toFence(text: string): string {
  const ticks = toTicks(text, 3);
  return `${ticks}text\n${text}\n${ticks}`;
}

/** The same for a text within a line. */
export function toCodeSpan(text: string): string {
  const line = toPrintableLine(text);
  const ticks = toTicks(line, 1);
  return `${ticks} ${line} ${ticks}`;
}

/** Bold prose in which no sign is Markdown, and nothing becomes a link. */
export const toBold = (text: string): string =>
  `**${
    toPrintableLine(text)
      .trim()
      .replace(/[\\`*_{}[\]<>#|~!&@]|:(?=\/)|(?<=www)\./gi, '\\$&') || '-'
  }**`;

/** Text for a summary, where HTML is read and no Markdown. */
export const toSummaryText = (text: string): string => toContent(toPrintableLine(text));

/** What is folded away under a summary. */
export const toDetails = (summary: string, content: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>\n`;
