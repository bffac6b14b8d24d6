/** A token of JSON and where it ends. */
export interface Token {
  readonly token: string;
  readonly end: number;
}

/** A sign of structure, or a run of other signs, after any blanks. */
const NEXT = /\s*([[\]{}:,]|"|[^\s[\]{}:,"]+)/y;

/** The tokens of a text that is JSON. A string is walked by hand: it may be longer than an expression can match. */
export function* tokensOf(source: string): Generator<Token, void> {
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
