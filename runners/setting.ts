import { createPalette, type Setting } from '../harness/reports/palette.js';
import type { Environment, Output } from './environment.js';

/** Longer lines are hard to read. */
export const WIDEST = 120;
const WITHOUT_TERMINAL = 100;

/**
 * How text is set on an output: coloured on a terminal unless `NO_COLOR` is set (no-color.org), or always when
 * `FORCE_COLOR` is.
 */
export function toTextStyle(output: Output, { variables }: Environment): Setting {
  const forbidden = Boolean(variables['NO_COLOR']);
  const forced = Boolean(variables['FORCE_COLOR']) && variables['FORCE_COLOR'] !== '0';
  const capable = output.isTerminal && variables['TERM'] !== 'dumb';
  const width = Math.min(output.columns ?? WITHOUT_TERMINAL, WIDEST);
  return { palette: createPalette(!forbidden && (forced || capable)), width };
}

/** Writes lines, each ended by a newline. */
export function writeLines(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.join('\n')}\n`);
}
