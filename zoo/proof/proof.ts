import type { Effort } from '../../kernel/run/plan.js';
import type { ConformingRow, FaultRow } from './matrix-row.js';
import type { Sample } from './sample.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const PROOF_FORMAT = 'calproof.proof/2';

/** How much the requirements see and how often they blame the innocent, on one target. */
export interface Proof {
  readonly format: typeof PROOF_FORMAT;
  readonly version: string;
  /** The URL of the REST root, or `the embedded reference server`. */
  readonly target: string;
  readonly effort: Effort;
  /** Beginnings of the ids of the faults and variants that were tried; all were when empty. */
  readonly only: readonly string[];
  readonly seed: number;
  /** The time that the runs took for the present, ISO 8601. */
  readonly now: string;
  /** The target with nothing before it. */
  readonly bare: Bare;
  readonly faults: readonly FaultRow[];
  /** Faults behind compositions. */
  readonly behind: readonly FaultRow[];
  /** Variants, site zones and compositions. */
  readonly conforming: readonly ConformingRow[];
  /** Points of the fault space, where some were drawn. */
  readonly sample?: Sample;
  /** Points or compositions were drawn: the zoo was not tried. */
  readonly isSampled?: true;
  /** The run of each fault ended at the first requirement that caught it: others may catch it too. */
  readonly bails?: true;
}

export interface Bare {
  /** Requests of one whole run. */
  readonly requests: number;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** The requirements that are inconclusive or do not apply, each with the reason. */
  readonly inconclusive: readonly { readonly requirement: string; readonly reason: string }[];
}

/** Requirements that catch at least one fault, with the faults. */
export function catchersOf({ faults, behind }: Proof): ReadonlyMap<string, readonly string[]> {
  const catchers = new Map<string, string[]>();
  for (const { id, caughtBy } of [...faults, ...behind]) {
    for (const { requirement } of caughtBy) catchers.set(requirement, [...(catchers.get(requirement) ?? []), id]);
  }
  return catchers;
}

/**
 * Requirements that pass on the bare target and have caught nothing, though all faults were tried and each of those about
 * them changed something.
 */
function idleOf(proof: Proof): readonly string[] {
  if (proof.only.length > 0 || proof.isSampled || proof.bails) return [];
  const catchers = catchersOf(proof);
  const excused = new Set(proof.faults.flatMap(({ withoutEffect = [] }) => withoutEffect));
  return proof.bare.passed.filter((id) => !catchers.has(id) && !excused.has(id));
}

/** Whether a fault was caught. */
export const isCaught = ({ caughtBy }: FaultRow): boolean => caughtBy.length > 0;

/** Whether a target can show a fault: it changes something, and anything that passes on the bare target is about it. */
export const isWithinReach = ({ able, withoutEffect }: FaultRow): boolean => able > 0 && !withoutEffect;

/** Whether a fault got away that could have been caught. */
export const isMissed = (row: FaultRow): boolean => isWithinReach(row) && !isCaught(row) && row.defects.length === 0;

/** The most requests beyond arranging that a counterexample should need. */
export const SHORT = 3;

/** A proof in numbers. */
export interface Figures {
  readonly faults: number;
  readonly caught: number;
  /** Faults with at most `SHORT` requests beyond arranging in every counterexample. */
  readonly short: number;
  /** Caught faults by the number of failures in their runs that no other explains: 1, 2, and 3 or more. */
  readonly byCauses: readonly [one: number, two: number, more: number];
  /** Faults that one run catches, for every 1,000 requests that it sends. */
  readonly perThousand: number;
  readonly conforming: number;
  readonly unblamed: number;
  /** The least share of what passes on the bare target that passes on a conforming one. */
  readonly leastConclusive: number;
}

/** The faults that a target can show, and of these the ones that got away. */
export function missesWithin({ faults, behind }: Proof): {
  readonly within: number;
  readonly missed: readonly FaultRow[];
} {
  const within = [...faults, ...behind].filter(isWithinReach);
  return { within: within.length, missed: within.filter((row) => !isCaught(row)) };
}

/** Counts what a proof shows. */
export function figuresOf({ faults, conforming, bare }: Proof): Figures {
  const caught = faults.filter(isCaught);
  const counted = (from: number, to: number): number =>
    caught.filter(({ causes: { length } = [] }) => from <= length && length <= to).length;
  return {
    faults: faults.filter(isWithinReach).length,
    caught: caught.length,
    short: caught.filter(isShort).length,
    byCauses: [counted(1, 1), counted(2, 2), counted(3, Number.POSITIVE_INFINITY)],
    perThousand: (caught.length * 1000) / Math.max(1, bare.requests),
    conforming: conforming.length,
    unblamed: conforming.filter(({ blamed }) => blamed.length === 0).length,
    leastConclusive: Math.min(1, ...conforming.map((row) => row.passed / Math.max(1, row.bare))),
  };
}

const isShort = ({ caughtBy }: FaultRow): boolean => caughtBy.every(({ shown }) => shown <= SHORT);

/**
 * The share of the faults that must be caught: a longer run may miss none, a quick one those that live in one field, verb,
 * season or identity, which its requests do not reach.
 */
export const leastCaught: Readonly<Record<Effort, number>> = { quick: 0.67, standard: 1, deep: 1 };

/** The share of what passes on the bare target that must pass on each variant of it. */
const LEAST_CONCLUSIVE = 0.95;

/** What is missing in a proof, each in one sentence; nothing when all is proven. */
export const gapsOf = (proof: Proof): readonly string[] => [
  ...proof.bare.failed.map((id) => `${id} fails on the target itself.`),
  ...toNothing(proof),
  ...toMisses(proof),
  ...[...proof.faults, ...proof.behind, ...proof.conforming, ...(proof.sample?.rows ?? [])].flatMap(toDefects),
  ...proof.conforming.flatMap(toAlarms),
  ...(proof.effort === 'quick' ? [] : idleOf(proof).map((id) => `${id} catches no fault.`)),
];

/** Faults that were missed, where more were missed than the effort excuses. */
function toMisses(proof: Proof): readonly string[] {
  const { within, missed } = missesWithin(proof);
  return within - missed.length >= leastCaught[proof.effort] * within ? [] : missed.map(toMiss);
}

/** Of nothing nothing is proven. */
const toNothing = (proof: Proof): readonly string[] =>
  missesWithin(proof).within + proof.conforming.length + (proof.sample?.rows.length ?? 0) > 0
    ? []
    : ['Nothing was tried that this target can show.'];

const toMiss = ({ id, behind }: FaultRow): string =>
  `The fault ${id}${behind === undefined ? '' : ` behind ${behind}`} is not caught.`;

const toDefects = ({ id, defects }: Pick<FaultRow, 'id' | 'defects'>): readonly string[] =>
  defects.map((defect) => `calproof itself failed on ${id}: ${defect}.`);

function toAlarms({ id, kind, blamed, lost, passed, bare }: ConformingRow): readonly string[] {
  const unnamed = lost.filter(({ allowed }) => allowed === undefined);
  return [
    ...blamed.map(({ requirement }) => `The ${kind} ${id} is blamed by ${requirement}.`),
    ...(passed < LEAST_CONCLUSIVE * bare ? [`Only ${passed} of ${bare} requirements pass on the ${kind} ${id}.`] : []),
    ...(kind === 'variant' ? unnamed : []).map(
      ({ requirement, reason }) => `The variant ${id} does not allow ${requirement} to be inconclusive: ${reason}.`,
    ),
  ];
}
