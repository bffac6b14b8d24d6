import type { RequirementInfo } from '../../kernel/requirement.js';
import type { SiteKind } from '../space/sites/fault-site.js';
import type { Point } from '../space/fault-space.js';
import type { CaseResult } from './case-result.js';
import { toFaultRow } from './matrix-row.js';

/** One point of a sample, and what became of it. */
export interface PointRow {
  readonly id: string;
  readonly statement: string;
  readonly site: SiteKind;
  readonly mistake: string;
  readonly condition: string;
  /** The requirement about it that failed with the fewest requests; undefined for a point that was missed. */
  readonly caughtBy?: string;
  /** Requirements that failed and are about something else, or no MUST. */
  readonly alsoFailed: readonly string[];
  /** Whether it changed any answer in the run: no request reaches it otherwise. */
  readonly isExercised: boolean;
  readonly defects: readonly string[];
}

/** Points of the fault space that were drawn, and how many of them were caught. */
export interface Sample {
  /** Points that there are. */
  readonly of: number;
  readonly rows: readonly PointRow[];
}

/** The results of one point beside those of the bare target. */
interface PointRowOptions {
  readonly bare: CaseResult;
  readonly result: CaseResult;
  readonly requirements: readonly RequirementInfo[];
}

/** Reads what became of a point. */
export function toPointRow(point: Point, options: PointRowOptions): PointRow {
  const { id, statement, caughtBy, alsoFailed, defects } = toFaultRow(point, options);
  const [quickest] = caughtBy.toSorted((one, other) => one.requests - other.requests);
  return {
    id,
    statement,
    site: point.site.kind,
    mistake: point.mistake.id,
    condition: point.condition.id,
    ...(quickest && { caughtBy: quickest.requirement }),
    alsoFailed,
    isExercised: options.result.hasEffect === true || quickest !== undefined,
    defects,
  };
}

/** How many points were caught, and within which bounds the recall is, with 95 % confidence. */
export interface Recall {
  readonly name: string;
  readonly drawn: number;
  readonly caught: number;
  /** Points that changed no answer: none of them can be caught, and all count. */
  readonly unexercised: number;
  readonly from: number;
  readonly to: number;
}

/** The standard score of 95 % confidence. */
const Z = 1.96;

/** The interval of Wilson (1927) for a share: unlike the simple one, it is of use where nearly all are caught. */
export function wilson(hits: number, trials: number): readonly [from: number, to: number] {
  if (trials === 0) return [0, 1];
  const [share, square] = [hits / trials, Z ** 2];
  const centre = share + square / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2));
  const scale = 1 + square / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** The recall of some points. */
export function recallOf(name: string, rows: readonly PointRow[]): Recall {
  const caught = rows.filter(isCaught).length;
  const [from, to] = wilson(caught, rows.length);
  const unexercised = rows.filter(({ isExercised }) => !isExercised).length;
  return { name, drawn: rows.length, caught, unexercised, from, to };
}

/** The recall of the points that have something in common, the least first. */
export function recallBy(rows: readonly PointRow[], common: 'site' | 'mistake' | 'condition'): readonly Recall[] {
  return [...new Set(rows.map((row) => row[common]))]
    .map((name) =>
      recallOf(
        name,
        rows.filter((row) => row[common] === name),
      ),
    )
    .toSorted((one, other) => one.caught / one.drawn - other.caught / other.drawn);
}

const isCaught = ({ caughtBy }: PointRow): boolean => caughtBy !== undefined;

/** The points that were missed. */
export const missesOf = ({ rows }: Sample): readonly PointRow[] => rows.filter((row) => !isCaught(row));
