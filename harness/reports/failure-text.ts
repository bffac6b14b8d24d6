import type { Cause } from './causes.js';
import { excerpt } from './excerpt.js';
import { toFailureLines } from './failure.js';
import type { ReportedRequirement, RunReport } from './model.js';
import { createPalette } from './palette.js';
import { toPrintableLine } from './printable.js';

const WIDTH = 100;

/** Formats for tests hold thousands of entries; the JSON report has everything. */
const LONGEST_TEXT = 12_000;

/** A failure of a report at length, as plain text. */
export function toFailureText(cause: Cause, { requirements }: RunReport): string {
  const reported = requirements.find(({ id }) => id === cause.requirement.id);
  const lines = toFailureLines(cause, {
    palette: createPalette(false),
    width: WIDTH,
    clauseText: () => reported?.clauseText,
    toCurl: ({ number }) => toPrintableLine(curlOf(reported, number)),
  });
  return excerpt(lines.join('\n').trimEnd(), LONGEST_TEXT);
}

function curlOf(reported: ReportedRequirement | undefined, number: number): string {
  if (!reported || !('counterexample' in reported.verdict)) return '';
  return reported.verdict.counterexample.exchanges.find((one) => one.number === number)?.curl ?? '';
}
