import type { Clock } from '../../wire/clock.js';
import { groupByCause } from './group-by-cause.js';
import { type Plan, shrinkingAmong } from './plan.js';
import type { Requirement } from '../requirement.js';
import type { Judged, RunEvent } from '../run-event.js';
import type { Trial } from '../trial.js';
import { isDisturbed } from './discard-outage-verdicts.js';
import { type Timed, toDefect } from './judged-requirement.js';
import { type JudgingPhase, type PhaseOptions, toPhases } from './judging-phases.js';

/** The run with failures to examine. */
interface ExamineOptions<Subject, World> extends PhaseOptions<Subject, World> {
  readonly trial: Trial<Subject, World>;
  readonly plan: Plan;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/**
 * Repeats and shrinks, once all is judged, the failures that no other explains: which these are does not depend on the
 * order in which they were found. An echo is as certain as its cause, and costs nothing more.
 */
export async function* examineCauses<Subject, World>(
  options: ExamineOptions<Subject, World>,
  judged: Map<string, Timed>,
): AsyncGenerator<RunEvent, void> {
  const { trial, requirements } = options;
  // What monitors nominated was repeated and shrunk when it was judged.
  const examined = new Set(requirements.filter(({ monitors }) => monitors).map(({ id }) => id));
  const isDue = ({ requirement: { id }, verdict }: Judged): boolean =>
    verdict.outcome === 'failed' && verdict.cause === undefined && !examined.has(id);
  while (mayGoOn(options)) {
    const all = requirements.flatMap(({ id }) => judged.get(id) ?? []);
    const ids = groupByCause(all)
      .filter(isDue)
      .map(({ requirement }) => requirement.id);
    if (ids.length === 0) return;
    yield { type: 'examining', ids, requests: trial.sent };
    for (const id of ids) examined.add(id);
    const due = requirements.filter(({ id }) => ids.includes(id));
    const plan = toSharedPlan(options.plan, ids);
    for (const phase of toPhases({ ...options, requirements: due }))
      await examineAll({ ...options, plan }, phase, judged);
  }
}

/** What failures may spend that are examined together. */
const toSharedPlan = (plan: Plan, ids: readonly string[]): Plan =>
  new Map(
    ids.flatMap((id) => {
      const allowance = plan.get(id);
      return allowance ? [[id, { ...allowance, shrinkRequests: shrinkingAmong(allowance, ids.length) }] as const] : [];
    }),
  );

const mayGoOn = <Subject, World>({ trial: { outages = [] }, signal }: ExamineOptions<Subject, World>): boolean =>
  signal?.aborted !== true && outages.every(({ to }) => to !== undefined);

async function examineAll<Subject, World>(
  options: ExamineOptions<Subject, World>,
  { requirements, concurrency }: JudgingPhase<Subject, World>,
  judged: Map<string, Timed>,
): Promise<void> {
  const queue = [...requirements];
  const inTurn = async (): Promise<void> => {
    for (let requirement = queue.shift(); requirement; requirement = queue.shift()) {
      const found = judged.get(requirement.id);
      if (found) judged.set(requirement.id, await examineOne(options, requirement, found));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, inTurn));
}

/** What an outage disturbs leaves a failure as it was found. */
async function examineOne<Subject, World>(
  { trial, plan, clock }: ExamineOptions<Subject, World>,
  requirement: Requirement<Subject, World>,
  found: Timed,
): Promise<Timed> {
  const allowance = plan.get(requirement.id);
  if (!allowance || found.verdict.outcome !== 'failed') return found;
  const start = clock.now();
  const verdict = await trial.examine(requirement, found.verdict, allowance).catch(toDefect);
  const at = clock.now();
  const examined = { requirement, verdict, ms: found.ms + at - start, at };
  return isDisturbed(examined, trial.outages ?? []) ? found : examined;
}
