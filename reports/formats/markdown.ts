import { excerpt, toPrintableLine } from '../../wire/printable.js';
import { plural, someOf, toCount, toDuration } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';
import { type Cause, toCauses } from '../causes.js';
import { standingOf } from '../standing.js';
import { toBaselineLines } from '../terminal/baseline-lines.js';
import { toFailureText } from '../terminal/failure-lines.js';
import { createPalette, type Setting } from '../terminal/layout.js';
import { toReasonLines } from '../terminal/reason-lines.js';
import { toSuiteRows } from '../terminal/suite-table.js';
import { toOpenSentence } from '../terminal/summary.js';
import { toBold, toCodeSpan, toDetails, toFence, toSummaryText } from './markup.js';

/** What a run comes to in a word or two, and a mark for it. */
interface VerdictWord {
  readonly word: string;
  readonly mark: string;
}

/** The verdict of a run by its exit code. */
const verdictWords: Readonly<Record<RunReport['exitCode'], VerdictWord>> = {
  0: { word: 'conforms', mark: '✅' },
  1: { word: 'deviates', mark: '❌' },
  3: { word: 'could not be judged', mark: '❔' },
  130: { word: 'was judged only in part', mark: '❔' },
};

/** GitHub shows the summary of a step only up to 1 MiB. */
const LARGEST = 1_000_000;

const setting: Setting = { palette: createPalette(false), width: 100 };

/** A run as a summary for a CI step: the verdict first, then the numbers, failures folded under their statements. */
export function toMarkdown(report: RunReport): string {
  const head = [...toHead(report), ...toTable(report)].join('\n');
  const tail = [...toBaseline(report), ...toReasons(report), ...toLeft(report)].join('\n');
  const room = LARGEST - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${[head, ...toFailures(report, room), tail].join('\n').trimEnd()}\n`;
}

function toHead(report: RunReport): readonly string[] {
  const { url, namespace, mode, effort, requests, ms, seed, version } = report;
  const { word, mark } = verdictWords[report.exitCode];
  const spent = `${plural(requests, 'request')} in ${toDuration(ms)}`;
  return [
    `## ${mark} The target ${word}`,
    '',
    toBold(report.conclusion),
    '',
    `${toCodeSpan(`${url}/${namespace}`)}: ${mode}, ${effort}, ${spent}, seed ${seed}, calproof ${version}`,
    '',
    ...(report.warnings ?? []).map((warning) => `${toBold('Warning')}: ${toCodeSpan(warning)}\n`),
    toOpenSentence(report),
    '',
  ];
}

function toTable({ requirements }: RunReport): readonly string[] {
  const [head = [], ...rows] = toSuiteRows(requirements, setting.palette).map((row) => row.map(({ text }) => text));
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [toRow(head), toRow(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(toRow), ''];
}

/** As many failures as fit into so many bytes; the last line counts the others. */
function toFailures(report: RunReport, room: number): readonly string[] {
  const causes = toCauses(report.requirements);
  if (causes.length === 0) return [];
  const parts = [`### ${plural(causes.length, 'failure')}\n`];
  let left = room - 1000;
  for (const cause of causes) {
    const part = toFailure(cause, report);
    left -= Buffer.byteLength(part) + 1;
    if (left < 0) break;
    parts.push(part);
  }
  const missing = causes.length - parts.length + 1;
  return missing === 0
    ? parts
    : [...parts, `${toCount(missing)} more are omitted for lack of space; the JSON report has all.\n`];
}

function toFailure(cause: Cause, { strict, world }: RunReport): string {
  const { failure, explains } = cause;
  const { level, id, statement } = failure;
  const mark = standingOf(failure, strict) === 'breach' ? '❌' : '⚠️';
  const more = explains.length === 0 ? '' : `, explains ${plural(explains.length, 'other')}`;
  const summary = `${mark} ${level} <code>${toSummaryText(id)}</code> ${toSummaryText(statement)}${more}`;
  return toDetails(summary, toFence(toFailureText({ ...cause, world })));
}

/** How many records are named. */
const LEFT = 24;

/** The most characters of what stands after the failures. */
const LONGEST = 60_000;

function toBaseline({ baseline = [] }: RunReport): readonly string[] {
  const [title, ...lines] = toBaselineLines(baseline, setting);
  return title === undefined ? [] : [`### ${title}\n`, toFence(excerpt(lines.join('\n').trimEnd(), LONGEST)), ''];
}

function toReasons({ requirements }: RunReport): readonly string[] {
  const lines = toReasonLines(requirements, setting);
  if (lines.length === 0) return [];
  const summary = 'Inconclusive, not run or not applicable, and why';
  return [toDetails(summary, toFence(excerpt(lines.join('\n').trimEnd(), LONGEST)))];
}

function toLeft({ left }: RunReport): readonly string[] {
  if (left.length === 0) return [];
  const names = excerpt(someOf(left.map(toPrintableLine), LEFT), LONGEST);
  return [`### Left behind: ${plural(left.length, 'record')}\n`, toFence(names), ''];
}
