import type { Adopted, AdoptedFate } from '../harness/baseline/adopt.js';
import { plural, someOf } from '../harness/reports/layout.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import type { RunEnd } from '../harness/run-event.js';

/** What the lines about an adopted baseline say besides its entries. */
export interface AdoptLinesOptions {
  readonly file: string;
  readonly end: RunEnd['end'];
  readonly strict: boolean;
}

/** What became of entries, in the order in which it matters; after their count. */
const fates: readonly (readonly [AdoptedFate, string])[] = [
  ['new', 'new, with reason, owner and link to fill in'],
  ['kept', 'kept unchanged'],
  ['expired', 'kept but expired; fix the deviation, or set a new date'],
  ['differs', 'kept but failing in another way now, which stays a failure; fix it, or say so in the entry'],
  ['notJudged', 'kept unjudged, neither passed nor failed in this run'],
  ['passed', 'taken out after passing again'],
];

/** What was written, entry by entry as far as there is something to do, and what to do next. */
export function toAdoptLines(adopted: readonly Adopted[], options: AdoptLinesOptions): readonly string[] {
  const { file, end } = options;
  const partial = end === 'finished' ? [] : [`The run was ${end}: it may not have seen every deviation.`];
  if (adopted.length === 0) return [...partial, toNothingLine(options)];
  const left = adopted.filter(({ fate }) => fate !== 'passed').length;
  const written = toPrintableLine(`Wrote ${file}: ${plural(left, 'known deviation')}.`);
  const next = toPrintableLine(`Next: look through ${file}, then run calproof check with --baseline ${file}.`);
  return [...partial, written, ...toFateLines(adopted), ...(left > 0 ? [next] : [])];
}

const toNothingLine = ({ strict }: AdoptLinesOptions): string =>
  `Nothing was written: in this report no MUST ${strict ? 'or SHOULD ' : ''}failed.`;

/** How many ids are named of each. */
const NAMED = 8;

const toFateLines = (adopted: readonly Adopted[]): readonly string[] =>
  fates.flatMap(([fate, words]) => {
    const ids = adopted.filter((one) => one.fate === fate).map(({ entry }) => entry.requirement);
    return ids.length === 0 ? [] : [`  ${ids.length} ${words}: ${someOf(ids, NAMED)}`];
  });
