import type { Effort } from '../harness/plan.js';
import type { ConformingRow } from './conforming-row.js';
import type { FaultRow } from './fault-row.js';
import { idleOf, isCaught, isWithinReach, type Proof } from './proof.js';

/** The share of the faults that must be caught: a quick run may miss some, a longer one none. */
export const leastCaught: Readonly<Record<Effort, number>> = { quick: 0.85, standard: 1, deep: 1 };

/** The share of what passes on the bare target that must pass on each variant of it. */
export const LEAST_CONCLUSIVE = 0.95;

/** What is missing in a proof, each in one sentence; nothing when all is proven. */
export const gapsOf = (proof: Proof): readonly string[] => [
  ...proof.bare.failed.map((id) => `${id} fails on the target itself.`),
  ...toMisses(proof),
  ...[...proof.faults, ...proof.behind, ...proof.conforming].flatMap(toDefects),
  ...proof.conforming.flatMap(toAlarms),
  ...(proof.effort === 'quick' ? [] : idleOf(proof).map((id) => `${id} catches no fault.`)),
];

/** Faults that were missed, where more were missed than the effort excuses. */
function toMisses({ faults, behind, effort }: Proof): readonly string[] {
  const within = [...faults, ...behind].filter(isWithinReach);
  const missed = within.filter((row) => !isCaught(row));
  const caught = within.length - missed.length;
  return caught >= leastCaught[effort] * within.length ? [] : missed.map(toMiss);
}

const toMiss = ({ id, behind }: FaultRow): string =>
  `The fault ${id}${behind === undefined ? '' : ` behind ${behind}`} is not caught.`;

const toDefects = ({ id, defects }: Pick<FaultRow, 'id' | 'defects'>): readonly string[] =>
  defects.map((defect) => `calproof itself failed on ${id}: ${defect}.`);

function toAlarms({ id, kind, blamed, lost, passed, bare }: ConformingRow): readonly string[] {
  const unnamed = lost.filter(({ allowed }) => allowed === undefined);
  return [
    ...blamed.map(({ requirement }) => `The ${kind} ${id} is blamed by ${requirement}.`),
    ...(passed < LEAST_CONCLUSIVE * bare ? [`Of the ${kind} ${id} only ${passed} of ${bare} can be told.`] : []),
    ...(kind === 'variant' ? unnamed : []).map(
      ({ requirement, reason }) => `The variant ${id} does not say why ${requirement} cannot be told: ${reason}.`,
    ),
  ];
}
