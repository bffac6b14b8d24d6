import type { Level } from '../../requirement.js';
import type { ReportedRequirement } from '../model.js';
import type { OutcomeId } from './marks.js';

/** A kind of requirement: what it comes from, and how binding it is. */
export interface Kind {
  readonly profile: string;
  readonly level: Level;
}

/** How many requirements of one kind on one operation came to each outcome. */
export type CellCounts = Readonly<Partial<Record<OutcomeId, number>>>;

export interface MatrixRow {
  readonly operation: string;
  /** In the order of the kinds; undefined where nothing is required. */
  readonly cells: readonly (CellCounts | undefined)[];
}

/** The operations of one resource by kinds of requirement. */
export interface Panel {
  readonly resource: string;
  readonly rows: readonly MatrixRow[];
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

/** The kinds that a run has, profile by profile in its order. */
export function kindsOf(all: readonly ReportedRequirement[]): readonly Kind[] {
  const profiles = [...new Set(all.map(({ profile }) => profile))];
  const has = (kind: Kind): boolean => all.some((one) => isOf(one, kind));
  return profiles.flatMap((profile) => levels.map((level) => ({ profile, level }))).filter(has);
}

/** The operations of a run by resource, each with what its requirements came to; a requirement about several counts on each. */
export function toPanels(all: readonly ReportedRequirement[], kinds: readonly Kind[]): readonly Panel[] {
  const operations = [...new Set(all.flatMap((one) => one.operations))].sort();
  const resources = [...new Set(operations.map(resourceOf))];
  return resources.map((resource) => ({
    resource,
    rows: operations.filter((one) => resourceOf(one) === resource).map((one) => toMatrixRow(one, all, kinds)),
  }));
}

const resourceOf = (operation: string): string => operation.split('.')[0] ?? operation;

function toMatrixRow(operation: string, all: readonly ReportedRequirement[], kinds: readonly Kind[]): MatrixRow {
  const about = all.filter(({ operations }) => operations.includes(operation));
  return { operation, cells: kinds.map((kind) => toCounts(about.filter((one) => isOf(one, kind)))) };
}

const isOf = ({ profile, level }: ReportedRequirement, kind: Kind): boolean =>
  profile === kind.profile && level === kind.level;

function toCounts(all: readonly ReportedRequirement[]): CellCounts | undefined {
  if (all.length === 0) return undefined;
  const counts: Partial<Record<OutcomeId, number>> = {};
  for (const { verdict } of all) counts[verdict.outcome] = (counts[verdict.outcome] ?? 0) + 1;
  return counts;
}
