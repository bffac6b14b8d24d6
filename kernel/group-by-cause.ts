import type { RequirementInfo } from './requirement.js';

/** As much of a requirement and its verdict as a cause is found by. */
interface Explainable {
  readonly requirement: Pick<RequirementInfo, 'id' | 'needs' | 'establishes'>;
  readonly verdict: { readonly outcome: string; readonly need?: string; readonly cause?: string };
}

/**
 * Names the cause of each failed and each inconclusive verdict that a broken operation explains: the failed requirement
 * that establishes an operation which the other one needs. So one broken create is one cause, not two hundred failures.
 */
export function groupByCause<One extends Explainable>(judged: readonly One[]): readonly One[] {
  const broken = new Map<string, string>();
  for (const { requirement, verdict } of judged) {
    if (requirement.establishes && verdict.outcome === 'failed') broken.set(requirement.establishes, requirement.id);
  }
  return judged.map((one) => withCause(one, broken));
}

function withCause<One extends Explainable>(one: One, broken: ReadonlyMap<string, string>): One {
  const { requirement, verdict } = one;
  if (verdict.outcome !== 'failed' && verdict.outcome !== 'cantTell') return one;
  const blamed = verdict.outcome === 'cantTell' ? verdict.need : undefined;
  const cause = causeOf(requirement, blamed === undefined ? requirement.needs : [blamed], broken);
  return cause === undefined ? one : { ...one, verdict: { ...verdict, cause } };
}

function causeOf(
  { id }: Explainable['requirement'],
  needs: readonly string[],
  broken: ReadonlyMap<string, string>,
): string | undefined {
  return needs.map((need) => broken.get(need)).find((cause) => cause !== undefined && cause !== id);
}
