import { cut, cutFront } from './cut.js';
import { readJson } from './read-json.js';
import { tokensOf } from './json-tokens.js';

/** A stretch of text, or how many characters were left out of a long string. */
type Part = string | { readonly leftOut: number };

interface Layout {
  readonly text: readonly Part[];
  /** How many characters of the source this is made of, those left out of strings included. */
  readonly read: number;
}

/** How much of a JSON value is shown, in characters. */
export interface LayoutOptions {
  /** Strings that are longer are cut. */
  readonly longest: number;
  /** The layout ends after about so many characters. */
  readonly most: number;
}

/**
 * Sets JSON in lines, token by token: numbers, escapes and members of the same name stay as they were sent. Undefined for
 * a text that is not JSON.
 */
export function layOutJson(source: string, { longest, most }: LayoutOptions): Layout | undefined {
  if (!/^\s*[[{]/.test(source) || readJson(source) === undefined) return undefined;
  const text: Part[] = [];
  let depth = 0;
  let written = 0;
  let read = 0;
  let before = '';
  for (const { token, end } of tokensOf(source)) {
    if (written > most) return { text, read };
    if (isEnd(token)) depth -= 1;
    const parts = [toGap(before, token, depth), ...shorten(token, longest)];
    if (isStart(token)) depth += 1;
    text.push(...parts);
    written += parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
    read = end;
    before = token;
  }
  return { text, read: source.length };
}

const isStart = (token: string): boolean => token === '{' || token === '[';
const isEnd = (token: string): boolean => token === '}' || token === ']';

/** What stands between two tokens: nothing, a blank, or a new line. */
function toGap(before: string, token: string, depth: number): string {
  if (before === ':') return ' ';
  const opens = isStart(before) && !isEnd(token);
  const closes = isEnd(token) && !isStart(before);
  return opens || closes || before === ',' ? `\n${'  '.repeat(depth)}` : '';
}

function shorten(token: string, longest: number): readonly Part[] {
  if (token.length <= longest || !token.startsWith('"')) return [token];
  const [start, end] = [cut(token, longest / 2), cutFront(token, longest / 2)];
  return [start, { leftOut: token.length - start.length - end.length }, end];
}
