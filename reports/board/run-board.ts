import type { ReportedRequirement, ReportedVerdict, RunReport } from '../run-report-schema.js';
import { type Finding, findingOf, levels } from '../standing.js';
import type { OutcomeId } from '../html/verdict-band.js';

/** A run to be compared with others, under a name of its own. */
export interface BoardRun {
  readonly name: string;
  readonly report: RunReport;
  /** The command that judges its target again; by default one made from the report. */
  readonly again?: string;
}

/** A requirement and its verdict in each run, in their order; undefined where a run does not have it. */
export interface BoardRow {
  readonly requirement: ReportedRequirement;
  readonly verdicts: readonly (ReportedVerdict | undefined)[];
}

export interface Board {
  readonly runs: readonly BoardRun[];
  /** Requirements that one run passed and another one failed, the worst first. */
  readonly different: readonly BoardRow[];
  readonly same: readonly BoardRow[];
  /** Requirements that fewer than two runs judged, so that nothing can be compared. */
  readonly uncompared: readonly BoardRow[];
}

/** Lays runs side by side, and compares them on what at least two of them judged. */
export function toBoard(runs: readonly BoardRun[]): Board {
  const maps = runs.map(({ report }) => new Map(report.requirements.map((one) => [one.id, one])));
  const all = new Map(maps.flatMap((map) => [...map]));
  const rows = [...all].map(([id, last]): BoardRow => {
    const requirement = maps.find((map) => map.has(id))?.get(id) ?? last;
    return { requirement, verdicts: maps.map((map) => map.get(id)?.verdict) };
  });
  const compared = rows.filter((row) => findingsOf(row).length > 1);
  const isSame = (row: BoardRow): boolean => new Set(findingsOf(row)).size === 1;
  const different = compared.filter((row) => !isSame(row)).sort((one, other) => weightOf(one) - weightOf(other));
  return {
    runs,
    different,
    same: compared.filter(isSame),
    uncompared: rows.filter((row) => findingsOf(row).length < 2),
  };
}

/** What the runs that judged it found; what a baseline knows fails as well. */
const findingsOf = ({ verdicts }: BoardRow): readonly Finding[] =>
  verdicts.flatMap((one) => (one ? (findingOf(one.outcome) ?? []) : []));

/** A failure matters more than a known deviation, and a MUST more than a SHOULD. */
function weightOf({ requirement, verdicts }: BoardRow): number {
  const isNew = verdicts.some((one) => one?.outcome === 'failed');
  return (isNew ? 0 : levels.length) + levels.indexOf(requirement.level);
}

/** How a requirement stands in the last run against the first one; undefined where one of them did not judge it. */
export function changeOf({ verdicts }: BoardRow): 'broken' | 'mended' | 'kept' | undefined {
  const [before, after] = [verdicts[0], verdicts.at(-1)].map((one) => one && findingOf(one.outcome));
  if (!before || !after) return undefined;
  return before === after ? 'kept' : after === 'failing' ? 'broken' : 'mended';
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
