import { stripVTControlCharacters } from 'node:util';
import type { Output } from './environment.js';

/** Lines at the end of a terminal that are drawn anew. */
export interface DrawnLines {
  draw(lines: readonly string[]): void;
  /** Takes them away, so that other lines can be written. */
  clear(): void;
}

/** Draws lines on a terminal of which nothing is known but its width, which may change at any time. */
export function createDrawnLines(output: Output): DrawnLines {
  let drawn: readonly string[] = [];
  const clear = (): void => {
    if (drawn.length > 0) output.write(toErasure(drawn, output.columns));
    drawn = [];
  };
  return {
    clear,
    draw(lines) {
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      const erasure = drawn.length > 0 ? toErasure(drawn, output.columns) : '';
      output.write(`${erasure}${lines.join('\n')}`);
      drawn = lines;
    },
  };
}

/**
 * A window that became narrower has broken the lines in it. They are erased one by one, because some terminals keep what
 * stands on a screen that is erased at once.
 */
function toErasure(lines: readonly string[], columns: number | undefined): string {
  const rowsOf = (line: string): number =>
    Math.max(1, Math.ceil(stripVTControlCharacters(line).length / (columns ?? Number.POSITIVE_INFINITY)));
  const up = lines.reduce((sum, line) => sum + rowsOf(line), 0) - 1;
  return `\r\u001b[2K${'\u001b[1A\u001b[2K'.repeat(up)}\u001b[J`;
}
