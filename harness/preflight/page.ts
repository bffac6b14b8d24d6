import { textOf } from '../body.js';
import { headerValue, type WireResponse } from '../exchange.js';

/** What is read of an HTML page: its title, empty when there is none, and its beginning. */
export interface Page {
  readonly title: string;
  readonly start: string;
}

/** What a page is stands at its beginning; a hostile one may go on for megabytes. In characters. */
const START = 64 * 1024;

/** Reads an answer as a page; undefined when it is no HTML. */
export function readPage(response: WireResponse): Page | undefined {
  const text = textOf(response).slice(0, START).trim();
  const type = headerValue(response.headers, 'content-type') ?? '';
  const looksSo = text.startsWith('<') && !/^<\?xml/i.test(text);
  return /html/i.test(type) || looksSo ? { title: titleOf(text), start: text } : undefined;
}

/** The title in quotes, to be put after the word page. */
export const toTitle = ({ title }: Page): string => (title === '' ? '' : `, "${title}"`);

function titleOf(html: string): string {
  const tag = html.search(/<title[\s>]/i);
  const from = tag < 0 ? -1 : html.indexOf('>', tag);
  const to = from < 0 ? -1 : html.indexOf('<', from);
  return to < 0
    ? ''
    : html
        .slice(from + 1, to)
        .trim()
        .replace(/\s+/g, ' ');
}
