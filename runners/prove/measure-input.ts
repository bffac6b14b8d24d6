import type { CalendarRequirement } from '../../adapter/subject.js';
import type { DeviationKind } from '../../kernel/causes/evidence.js';
import { execute } from '../../kernel/execution.js';
import { shrinkingAmong } from '../../kernel/run/plan.js';
import type { Failed } from '../../kernel/verdict.js';
import type { JsonValue } from '../../wire/json.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { dealFor } from '../run/budget.js';
import type { Session } from '../run/session.js';
import { type JudgeCaseOptions, provenAt, withCase } from './judge-case.js';
import type { ProofSetup } from './proof-setup.js';
import { inputsOf, isAmong, reductionsOf } from './reductions.js';

/** How small the input of a counterexample is. */
export interface MeasuredInput {
  readonly requirement: string;
  /** Inputs of its requirement that lack one part of it. */
  readonly tried: number;
  /** Those of them that fail in the same way, by what they lack, such as the title of a body. */
  readonly smaller: readonly string[];
}

interface MeasureOptions extends JudgeCaseOptions {
  readonly given: ProofSetup;
  /** Ids of requirements that should fail. */
  readonly by: readonly string[];
  /** How many failures a run shrinks together that judges everything. */
  readonly causes: number;
}

/**
 * Judges a faulty target by some requirements until one fails, and tries the input of its counterexample without each of
 * its parts. Undefined where none fails. Monitors have no inputs of their own.
 */
export const measureInput = (
  one: Case,
  { by, causes, ...options }: MeasureOptions,
): Promise<MeasuredInput | undefined> =>
  withCase(one, options, async ({ session, setup: { effort } }) => {
    const all = provenAt(effort);
    const plan = dealFor(session.calendar, all, { effort, maxRequests: undefined });
    for (const requirement of all.filter(({ id, monitors }) => by.includes(id) && !monitors)) {
      const allowance = plan.get(requirement.id);
      if (!allowance) continue;
      const shrinkRequests = shrinkingAmong(allowance, causes);
      const verdict = await session.trial.judge(requirement, { ...allowance, shrinkRequests });
      if (verdict.outcome === 'failed') return measure(session, requirement, verdict);
    }
    return undefined;
  });

async function measure(
  session: Session,
  requirement: CalendarRequirement,
  { counterexample }: Failed,
): Promise<MeasuredInput> {
  const [turn] = counterexample.path.split(':');
  const inputs = inputsOf(requirement, session.trial.world, Number(turn));
  const possible = reductionsOf(counterexample.value).filter((one) => isAmong(one, inputs));
  const smaller: string[] = [];
  for (const { value, within, lacks } of possible) {
    // `take` knows no more of it than that it is plain.
    const kind = await kindOf(session, requirement, value as JsonValue);
    if (kind === counterexample.deviation.kind) smaller.push([...within, lacks].join('.'));
  }
  return { requirement: requirement.id, tried: possible.length, smaller };
}

/** How an input deviates; undefined where it does not, or the requirement cannot work with it. */
async function kindOf(
  { calendar }: Session,
  requirement: CalendarRequirement,
  value: JsonValue,
): Promise<DeviationKind | undefined> {
  const open = () => calendar.open(requirement.id);
  const execution = await execute(requirement.take(value), open).catch(() => undefined);
  return execution?.kind === 'deviated' ? execution.deviation.details.kind : undefined;
}
