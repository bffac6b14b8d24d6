import { plural, toCount, toDuration } from '../../wire/wording.js';
import { toCauses, toFailureCount } from '../causes.js';
import type { RunReport } from '../run-report-schema.js';
import { outdatedOf, toBaselineLines } from './baseline-lines.js';
import { toFewCauseLines } from './cause-lines.js';
import { toLatencyWords } from './latency-words.js';
import { toRootLines } from './reason-lines.js';
import {
  row,
  type SummaryOptions,
  toConclusionLine,
  toLeftLines,
  toOpenLines,
  toOutageLines,
  toStallLines,
} from './summary.js';

/** Rows for causes, and for causes and reasons together: with them the whole is a screen of 24 lines. */
const ROWS = { causes: 11, all: 14 } as const;

/** A run on one screen: what is broken, by harm; what is unknown, by root; what it took, and what to do next. */
export function toBriefLines(report: RunReport, options: SummaryOptions): readonly string[] {
  const { requirements } = report;
  const causes = toCauses(requirements);
  const causeLines = toFewCauseLines(causes, options, ROWS.causes);
  return [
    ...(causes.length === 0 ? [] : ['', options.palette.strong(toFailureCount(causes)), ...causeLines, '']),
    ...toOpenLines(report, options),
    ...toRootLines(requirements, options, ROWS.all - causeLines.length),
    ...toBaselineLines(outdatedOf(report), options),
    ...toLeftLines(report, options),
    ...toOutageLines(report, options),
    ...row('Baseline', toKnown(report), options),
    ...row('Run', toSpent(report), options),
    ...row('Latency', toLatencyWords(report), options),
    ...toStallLines(report, options),
    ...row('Next', toNext(report, options), options),
    toConclusionLine(report, options),
  ];
}

/** How many failures a baseline knows; undefined where it knows none. */
const toKnown = ({ counts: { known } }: RunReport): string | undefined =>
  known === 0 ? undefined : `${plural(known, 'known deviation')} (--verbose lists ${known === 1 ? 'it' : 'them'})`;

function toSpent({ requests, ms, deleted = 0, trashed = [], seed }: RunReport): string {
  const parts = [
    `${plural(requests, 'request')} in ${toDuration(ms)}`,
    deleted > 0 && `${plural(deleted, 'record')} deleted`,
    trashed.length > 0 && `${toCount(trashed.length)} in the target's trash`,
    `seed ${seed}`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}

/** What shows more; undefined where there is no more. */
function toNext({ counts }: RunReport, { replay }: SummaryOptions): string | undefined {
  const { failed, cantTell, untested } = counts;
  if (failed > 0) return `--verbose prints each failure with its requests${replay === undefined ? '' : `; ${replay}`}`;
  return cantTell + untested === 0 ? undefined : '--verbose names each requirement without a verdict';
}
