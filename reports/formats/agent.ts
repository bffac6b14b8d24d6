import { cut, toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import { type Cause, toCauses } from '../causes.js';
import { decidingExchange, INTERMITTENT } from '../counterexample.js';
import type { RunReport } from '../run-report-schema.js';
import type { Failed } from '../standing.js';
import { toExchangeLine } from '../terminal/exchange-lines.js';
import { toOpenSentence } from '../terminal/summary.js';
import type { ReportContext } from './report-formats.js';

/** So many causes have a block each; of the others only the id is given. */
const MOST = 10;

/** The long texts of all blocks share so many characters, and each has at least and at most so many. */
const SHARED = { all: 2_800, least: 70, most: 400 } as const;
const TEXTS_OF_BLOCK = 4;
const LONGEST_PLACE = 90;
const MOST_OTHERS = 5;

/** A run for a coding agent: what failed, a compact block for each cause. Ten causes take fewer than 2,000 tokens. */
export function toAgent(report: RunReport, { json }: ReportContext = {}): string {
  const causes = toCauses(report.requirements);
  const shown = causes.slice(0, MOST);
  const share = Math.floor(SHARED.all / (TEXTS_OF_BLOCK * Math.max(1, shown.length)));
  const most = Math.min(SHARED.most, Math.max(SHARED.least, share));
  const lines = [
    ...toHeadLines(report),
    ...shown.flatMap((cause, at) => toBlock(cause, { number: at + 1, most, json: json ?? 'report.json' })),
    ...(causes.length > 0 ? toFootLines(causes.slice(MOST), json) : []),
  ];
  return `${lines.map(toPrintableLine).join('\n')}\n`;
}

function toHeadLines(report: RunReport): readonly string[] {
  const { exitCode, conclusion, warnings = [], baseline = [] } = report;
  const outdated = baseline.filter(({ state }) => state === 'stale' || state === 'expired');
  return [
    `calproof: exit code ${exitCode}. ${conclusion}`,
    toOpenSentence(report),
    ...warnings.map((warning) => `Warning: ${shorten(warning, SHARED.most)}`),
    ...outdated.slice(0, MOST).map(({ requirement, why }) => `Baseline: ${requirement} ${shorten(why, LONGEST_PLACE)}`),
  ];
}

interface BlockOptions {
  readonly number: number;
  /** The most characters of a text. */
  readonly most: number;
  /** The file of the JSON report. */
  readonly json: string;
}

function toBlock({ failure, explains }: Cause, { number, most, json }: BlockOptions): readonly string[] {
  const { id, level, clause, clauseText, statement, verdict } = failure;
  const { expected, observed } = verdict.counterexample.deviation;
  const others = explains.length === 0 ? '' : `, explains ${plural(explains.length, 'other')}`;
  return [
    '',
    `${number}. ${id} (${level}${others})`,
    `   ${shorten(statement, most)}`,
    `   clause: ${shorten(clauseText === undefined ? clause : `${clause}: ${clauseText}`, most)}`,
    `   expected: ${shorten(expected, most)}`,
    `   observed: ${shorten(observed, most)}`,
    `   place: ${shorten(toPlace(failure), LONGEST_PLACE)}`,
    ...(verdict.intermittent ? [`   ${INTERMITTENT}`] : []),
    `   script: calproof replay ${json} ${id} --script`,
  ];
}

/** Where the mistake probably is: the operation, and the fields or parameters by which the target deviates. */
function toPlace({ operations, verdict: { counterexample } }: Failed): string {
  const { field, parameters = [] } = counterexample.deviation.about ?? {};
  const names = [...(field === undefined ? [] : [field]), ...parameters].map((clause) => clause.split('.').at(-1));
  const shown = decidingExchange(counterexample);
  const seen = shown ? [`seen in ${toExchangeLine(shown).replace(/^> /, '')}`] : [];
  return [[...operations.slice(0, 2), ...names].join(', '), ...seen].join('; ');
}

function toFootLines(omitted: readonly Cause[], json: string | undefined): readonly string[] {
  const ids = omitted.map(({ failure }) => failure.id);
  return [
    ...(ids.length > 0 ? ['', `Other causes: ${someOf(ids, MOST_OTHERS)}`] : []),
    ...(json === undefined ? ['', 'replay takes the JSON report of a run with --report json=report.json.'] : []),
  ];
}

/** What a target said is escaped first: an escape takes more characters. */
function shorten(text: string, most: number): string {
  const line = toPrintableLine(text);
  return line.length <= most ? line : `${cut(line, most - 1)}…`;
}
