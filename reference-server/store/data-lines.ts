import { readSync } from 'node:fs';

/** A line of a file, and the offset of what follows it, in octets. */
interface Line {
  readonly text: string;
  readonly end: number;
}

const CHUNK = 1 << 20;
const NEWLINE = 10;

/** The whole lines of an open file; what follows the last newline is none. */
export function* linesOf(file: number): Generator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let end = 0;
  for (let at = 0; ; ) {
    const chunk = Buffer.alloc(CHUNK);
    const read = readSync(file, chunk, 0, CHUNK, at);
    if (read === 0) return;
    at += read;
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let newline = rest.indexOf(NEWLINE); newline >= 0; newline = rest.indexOf(NEWLINE)) {
      end += newline + 1;
      yield { text: rest.toString('utf8', 0, newline), end };
      rest = rest.subarray(newline + 1);
    }
  }
}
