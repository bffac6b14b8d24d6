import type { ReportedRequirement, ReportedVerdict, RunReport } from '../run-report-schema.js';
import { levels } from '../standing.js';
import type { OutcomeId } from './verdict-band.js';

/** A run to be compared with others, under a name of its own. */
export interface BoardRun {
  readonly name: string;
  readonly report: RunReport;
}

/** A requirement and its verdict in each run, in their order; undefined where a run does not have it. */
export interface BoardRow {
  readonly requirement: ReportedRequirement;
  readonly verdicts: readonly (ReportedVerdict | undefined)[];
}

export interface Board {
  readonly runs: readonly BoardRun[];
  /** Requirements with different outcomes, the worst first. */
  readonly different: readonly BoardRow[];
  readonly same: readonly BoardRow[];
}

/** Lays runs side by side. */
export function toBoard(runs: readonly BoardRun[]): Board {
  const maps = runs.map(({ report }) => new Map(report.requirements.map((one) => [one.id, one])));
  const all = new Map(maps.flatMap((map) => [...map]));
  const rows = [...all].map(([id, last]): BoardRow => {
    const requirement = maps.find((map) => map.has(id))?.get(id) ?? last;
    return { requirement, verdicts: maps.map((map) => map.get(id)?.verdict) };
  });
  const isSame = (row: BoardRow): boolean => new Set(row.verdicts.map((one) => one?.outcome)).size === 1;
  const different = rows.filter((row) => !isSame(row)).sort((one, other) => weightOf(one) - weightOf(other));
  return { runs, different, same: rows.filter(isSame) };
}

/** Passed here and failed there matters most, and a MUST more than a SHOULD. */
function weightOf({ requirement, verdicts }: BoardRow): number {
  const outcomes = new Set(verdicts.map((one) => one?.outcome));
  const contrast = outcomes.has('failed') ? (outcomes.has('passed') ? 0 : 1) : outcomes.has('known') ? 2 : 3;
  return contrast * 3 + levels.indexOf(requirement.level);
}

/** The outcomes of a row, each once. */
export const outcomesOf = ({ verdicts }: BoardRow): readonly OutcomeId[] => [
  ...new Set(verdicts.flatMap((one) => (one ? [one.outcome] : []))),
];

/** In what the runs differ, so that a difference may be one of the runs and not of the targets. */
export function unlikeIn(runs: readonly BoardRun[]): readonly string[] {
  const aspects: Readonly<Record<string, (report: RunReport) => unknown>> = {
    'the version of calproof': ({ version }) => version,
    effort: ({ effort }) => effort,
    mode: ({ mode }) => mode,
    profiles: ({ profiles }) => profiles.join(' '),
    clauses: ({ clauseSet }) => clauseSet,
    'how they ended': ({ end }) => end,
  };
  return Object.entries(aspects).flatMap(([name, aspectOf]) =>
    new Set(runs.map(({ report }) => aspectOf(report))).size > 1 ? [name] : [],
  );
}
