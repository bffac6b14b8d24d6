import type { RunEnd } from '../../kernel/run-event.js';
import { excerpt, toPrintableLine } from '../../wire/printable.js';
import { plural, someOf, toCount, toDuration } from '../../wire/wording.js';
import type { ExitCode } from '../conclusion.js';
import type { RunReport } from '../run-report-model.js';
import { type Cause, countOutcomes, standingOf, toCauses } from '../standing.js';
import { toBaselineLines } from '../terminal/baseline-lines.js';
import { toDoubtLines } from '../terminal/doubt-lines.js';
import { toFailureText } from '../terminal/failure-lines.js';
import { createPalette, type Setting } from '../terminal/layout.js';
import { toRestoredRun } from '../terminal/restored-run.js';
import { toSuiteRows } from '../terminal/suite-table.js';
import { toBold, toCodeSpan, toDetails, toFence, toSummaryText } from './markup.js';

/** What a run comes to in a word or two, with a mark that tells it without colour. */
interface VerdictWord {
  readonly word: string;
  readonly mark: string;
}

/** The verdict of a run by its exit code. */
const verdictWords: Readonly<Record<ExitCode, VerdictWord>> = {
  0: { word: 'conforms', mark: '✅' },
  1: { word: 'deviates', mark: '❌' },
  2: { word: 'was not judged', mark: '❔' },
  3: { word: 'could not be judged', mark: '❔' },
  130: { word: 'was judged in part', mark: '❔' },
};

/** A step of GitHub's may have a summary of 1 MiB, and shows none of a longer one. */
const LARGEST = 1_000_000;

const setting: Setting = { palette: createPalette(false), width: 100 };

/** A run as a summary for a CI step: the verdict first, then the numbers, failures folded under their statements. */
export function toMarkdown(report: RunReport): string {
  const run = toRestoredRun(report);
  const head = [...toHead(report, run), ...toTable(run)].join('\n');
  const tail = [...toBaseline(run), ...toDoubts(run), ...toLeft(run)].join('\n');
  const room = LARGEST - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${[head, ...toFailures(report, run, room), tail].join('\n').trimEnd()}\n`;
}

function toHead(report: RunReport, { judged }: RunEnd): readonly string[] {
  const { url, namespace, mode, effort, requests, ms, seed, version } = report;
  const { word, mark } = verdictWords[report.exitCode];
  const { cantTell, untested, inapplicable } = countOutcomes(judged);
  const spent = `${plural(requests, 'request')} in ${toDuration(ms)}`;
  const applicable = plural(judged.length - inapplicable, 'requirement');
  return [
    `## ${mark} The target ${word}`,
    '',
    toBold(report.conclusion),
    '',
    `${toCodeSpan(`${url}/${namespace}`)}: ${mode}, ${effort}, ${spent}, seed ${seed}, calproof ${version}`,
    '',
    ...(report.warnings ?? []).map((warning) => `${toBold('Warning')}: ${toCodeSpan(warning)}\n`),
    `Not told: ${cantTell + untested === 0 ? 'none' : toCount(cantTell + untested)} of ${applicable}.`,
    '',
  ];
}

function toTable({ judged }: RunEnd): readonly string[] {
  const [head = [], ...rows] = toSuiteRows(judged, setting.palette).map((row) => row.map(({ text }) => text));
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [toRow(head), toRow(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(toRow), ''];
}

/** As many failures as there is room for, in bytes; the last line says how many there is none for. */
function toFailures(report: RunReport, { judged }: RunEnd, room: number): readonly string[] {
  const causes = toCauses(judged);
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
    : [...parts, `There is no room here for ${toCount(missing)} more; the JSON report has all.\n`];
}

function toFailure(cause: Cause, report: RunReport): string {
  const { requirement, verdict, explains } = cause;
  const mark = standingOf({ requirement, verdict }, report.strict) === 'breach' ? '❌' : '⚠️';
  const more = explains.length === 0 ? '' : `, explains ${plural(explains.length, 'other')}`;
  const summary = `${mark} ${requirement.level} <code>${toSummaryText(requirement.id)}</code> ${toSummaryText(requirement.statement)}${more}`;
  return toDetails(summary, toFence(toFailureText(cause, report)));
}

/** How many records are named. */
const LEFT = 24;

/** The most characters of what stands after the failures. */
const LONGEST = 60_000;

function toBaseline({ baseline = [] }: RunEnd): readonly string[] {
  const [title, ...lines] = toBaselineLines(baseline, setting);
  return title === undefined ? [] : [`### ${title}\n`, toFence(excerpt(lines.join('\n').trimEnd(), LONGEST)), ''];
}

function toDoubts({ judged }: RunEnd): readonly string[] {
  const lines = toDoubtLines(judged, setting);
  if (lines.length === 0) return [];
  const summary = 'What could not be told, was not judged or does not apply, and why';
  return [toDetails(summary, toFence(excerpt(lines.join('\n').trimEnd(), LONGEST)))];
}

function toLeft({ left }: RunEnd): readonly string[] {
  if (left.length === 0) return [];
  const names = excerpt(someOf(left.map(toPrintableLine), LEFT), LONGEST);
  return [`### Left behind: ${plural(left.length, 'record')}\n`, toFence(names), ''];
}
