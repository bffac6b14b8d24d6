import { type JsonValue, measureJson } from '../../../wire/json.js';
import { parseJson } from '../../../wire/message-body.js';
import { cut, cutFront } from '../../../wire/printable.js';

/** What nests deeper is shown as it is: no record does, and each level takes two columns of every line in it. */
const LEVELS = 60;

/** What a text holds as JSON, an object or an array; undefined for any other text. */
export function readJson(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) && measureJson(text).levels <= LEVELS ? parseJson(text) : undefined;
}

/** A token of JSON and where it ends. */
interface Token {
  readonly token: string;
  readonly end: number;
}

/** A sign of structure, or a run of other signs, after any blanks. */
const NEXT = /\s*([[\]{}:,]|"|[^\s[\]{}:,"]+)/y;

/** The tokens of a text that is JSON. A string is walked by hand: it may be longer than an expression can match. */
function* tokensOf(source: string): Generator<Token, void> {
  let at = 0;
  for (;;) {
    NEXT.lastIndex = at;
    const found = NEXT.exec(source)?.[1];
    if (found === undefined) return;
    const start = NEXT.lastIndex - found.length;
    const end = found === '"' ? endOfString(source, start) : NEXT.lastIndex;
    yield { token: source.slice(start, end), end };
    at = end;
  }
}

function endOfString(source: string, start: number): number {
  let quote = source.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(source, quote)) quote = source.indexOf('"', quote + 1);
  return quote === -1 ? source.length : quote + 1;
}

function isEscaped(source: string, quote: number): boolean {
  let slashes = 0;
  while (source[quote - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** A stretch of text, or how many characters were left out of a long string. */
type Part = string | { readonly leftOut: number };

interface Layout {
  readonly text: readonly Part[];
  /** How many characters of the source this is made of, those left out of strings included. */
  readonly read: number;
}

/** How much of a JSON value is shown, in characters. */
interface LayoutOptions {
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
