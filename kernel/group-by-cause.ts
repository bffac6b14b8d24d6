import type { RequirementInfo } from './requirement.js';
import type { Judged } from './run-event.js';

/**
 * Names the cause of each failure and each "cannot tell" that a broken operation explains: the failed requirement that
 * establishes an operation which the other one needs. So one broken create is one cause and not two hundred failures.
 */
export function groupByCause(judged: readonly Judged[]): readonly Judged[] {
  const broken = new Map<string, string>();
  for (const { requirement, verdict } of judged) {
    if (requirement.establishes && verdict.outcome === 'failed') broken.set(requirement.establishes, requirement.id);
  }
  return judged.map((one) => withCause(one, broken));
}

function withCause(one: Judged, broken: ReadonlyMap<string, string>): Judged {
  const { requirement, verdict } = one;
  if (verdict.outcome !== 'failed' && verdict.outcome !== 'cantTell') return one;
  const blamed = verdict.outcome === 'cantTell' ? verdict.need : undefined;
  const cause = causeOf(requirement, blamed === undefined ? requirement.needs : [blamed], broken);
  return cause === undefined ? one : { ...one, verdict: { ...verdict, cause } };
}

function causeOf(
  { id }: RequirementInfo,
  needs: readonly string[],
  broken: ReadonlyMap<string, string>,
): string | undefined {
  return needs.map((need) => broken.get(need)).find((cause) => cause !== undefined && cause !== id);
}
