import { type Outage, toAway } from '../../wire/client/outage.js';
import type { Clock } from '../../wire/clock.js';
import type { Explain } from '../conviction.js';
import { explainNomination } from './explain-nomination.js';
import { groupByCause } from './group-by-cause.js';
import type { Plan } from './plan.js';
import type { Requirement, RequirementInfo } from '../requirement.js';
import type { Judged, RunEnd, RunEvent } from '../run-event.js';
import type { Trial } from '../trial.js';
import { BUDGET_EXHAUSTED } from '../verdict.js';
import { discardOutageVerdict, isDisturbed, isStalled, withFormer } from './discard-outage-verdicts.js';
import { examineCauses } from './examine-causes.js';
import { type Timed, toDefect } from './judged-requirement.js';
import { type JudgingPhase, type PhaseOptions, toLastPhase, toMonitoringPhase, toPhases } from './judging-phases.js';

/** What a run judges, within which limits of time and concurrency. */
export interface RunOptions<Subject, World> extends PhaseOptions<Subject, World> {
  readonly trial: Trial<Subject, World>;
  readonly plan: Plan;
  readonly clock: Clock;
  /** When the run began, in ms of the clock: probing counts. */
  readonly startedAt: number;
  /** Whether a verdict ends the run: nothing new is judged after it. */
  readonly bail?: (one: Judged) => boolean;
  /** Interrupts the run: what was not judged is untested, what was made is deleted. */
  readonly signal?: AbortSignal;
  /** In ms since the start; what was not judged by then is untested. */
  readonly maxTime?: number;
}

type End = RunEnd['end'];

/**
 * Judges requirements and yields what happens. Those that only read go first, while the run writes nothing, so that the
 * lists they read stay the same. Cleans up also when its consumer stops early.
 */
export async function* runTrial<Subject, World>(options: RunOptions<Subject, World>): AsyncGenerator<RunEvent, void> {
  const { trial, requirements, plan, clock, startedAt } = options;
  const judged: Verdicts = { reached: new Map(), stalled: new Map() };
  let left: readonly string[] = [];
  let end: End = 'interrupted';
  try {
    yield { type: 'started', planned: requirements, plan };
    for (const phase of toPhases(options)) yield* judgeAll(options, phase, judged);
    yield* judgeAll(options, toLastPhase(requirements, judged.stalled), judged);
    yield* judgeAll(options, toMonitoringPhase(requirements), judged);
    yield* examineCauses(options, judged.reached);
    end = endOf(options, judged.reached) ?? 'finished';
    if (judged.reached.size === requirements.length && end !== 'interrupted' && end !== 'cut off') end = 'finished';
    yield { type: 'cleaning' };
  } finally {
    left = await trial.close();
  }
  const { outages = [], cleanedUp } = trial;
  const lasting = outages.find(isLasting);
  const why = end === 'cut off' && lasting ? toAway(lasting) : (endReasons[end] ?? `the run was ${end}`);
  const all = requirements.map((requirement) => {
    const one = judged.reached.get(requirement.id);
    return one ? { ...toJudged(one), verdict: discardOutageVerdict(one, outages) } : untested(requirement, why);
  });
  const facts = {
    ...(outages.length > 0 && { outages }),
    ...(cleanedUp && { deleted: cleanedUp.deleted, trashed: cleanedUp.trashed }),
  };
  const ms = clock.now() - startedAt;
  yield { type: 'ended', judged: groupByCause(all), requests: trial.sent, ms, end, left, ...facts };
}

/** Why requirements were not judged, where the name of the end does not say it. */
const endReasons: Readonly<Partial<Record<End, string>>> = {
  bailed: 'the run stopped at a failure',
  'out of time': 'the time limit was reached',
};

const isLasting = ({ to }: Outage): boolean => to === undefined;

const toJudged = ({ at: _at, ...one }: Timed): Judged => one;

/** The verdicts so far. */
interface Verdicts {
  readonly reached: Map<string, Timed>;
  /** What a request without a response decided while others were judged: it is judged again, alone. */
  readonly stalled: Map<string, Timed>;
}

async function* judgeAll<Subject, World>(
  options: RunOptions<Subject, World>,
  { requirements, concurrency, isLast = false }: JudgingPhase<Subject, World>,
  { reached, stalled }: Verdicts,
): AsyncGenerator<RunEvent, void> {
  const { trial } = options;
  // Of two failures that explain it, the catalogue decides, and not which was found first.
  const inOrder = (): readonly Judged[] => options.requirements.flatMap(({ id }) => reached.get(id) ?? []);
  const explain: Explain = (...nominated) => explainNomination(inOrder(), ...nominated);
  const queue = [...requirements];
  const active = new Map<string, Promise<Timed>>();
  try {
    while (queue.length > 0 || active.size > 0) {
      while (active.size < concurrency && endOf(options, reached) === undefined) {
        const requirement = queue.shift();
        if (!requirement) break;
        yield { type: 'judging', id: requirement.id, requests: trial.sent };
        active.set(requirement.id, judgeUndisturbed(options, requirement, { beside: !isLast, explain }));
      }
      if (active.size === 0) return;
      const done = await Promise.race(active.values());
      active.delete(done.requirement.id);
      if (!isLast && isStalled(done)) {
        stalled.set(done.requirement.id, done);
        continue;
      }
      const one = withFormer(done, stalled.get(done.requirement.id));
      reached.set(done.requirement.id, one);
      yield* toNominated(options, one);
      yield { type: 'judged', requests: trial.sent, ...toJudged(one) };
    }
  } finally {
    // Requirements still being judged create records: clean-up must wait for them.
    await Promise.allSettled(active.values());
  }
}

/** What is judged elsewhere, or not at all, is no matter of this run. */
const toNominated = <Subject, World>(
  { trial, requirements }: RunOptions<Subject, World>,
  { requirement: { id } }: Judged,
): readonly RunEvent[] =>
  trial
    .nominatedBy(id)
    .filter((one) => requirements.some((other) => other.id === one.id))
    .map((one) => ({ type: 'nominated', ...one }));

interface How {
  /** Whether others are judged at the same time. */
  readonly beside: boolean;
  readonly explain: Explain;
}

/** Judges once, and once more if the target was away meanwhile and is back: a restart costs no verdict. */
async function judgeUndisturbed<Subject, World>(
  { trial, plan, clock, signal }: RunOptions<Subject, World>,
  requirement: Requirement<Subject, World>,
  how: How,
): Promise<Timed> {
  const judgeTimed = async (): Promise<Timed> => {
    const start = clock.now();
    const one = await judgeOne(trial, requirement, { plan, ...how });
    const at = clock.now();
    return { ...one, ms: at - start, at };
  };
  const first = await judgeTimed();
  const isAnother = signal?.aborted !== true && isDisturbed(first, trial.outages ?? []);
  return isAnother ? judgeTimed() : first;
}

async function judgeOne<Subject, World>(
  trial: Trial<Subject, World>,
  requirement: Requirement<Subject, World>,
  { plan, ...how }: How & { readonly plan: Plan },
): Promise<Judged> {
  const allowance = plan.get(requirement.id);
  if (!allowance) return { requirement, verdict: { outcome: 'untested', reason: BUDGET_EXHAUSTED, requests: 0 } };
  try {
    return { requirement, verdict: await trial.search(requirement, allowance, how) };
  } catch (error) {
    return { requirement, verdict: toDefect(error) };
  }
}

function endOf<Subject, World>(
  { trial, bail, signal, maxTime, clock, startedAt }: RunOptions<Subject, World>,
  judged: ReadonlyMap<string, Judged>,
): End | undefined {
  if (signal?.aborted) return 'interrupted';
  if (trial.outages?.some(isLasting)) return 'cut off';
  if (maxTime !== undefined && clock.now() - startedAt >= maxTime) return 'out of time';
  if (bail && [...judged.values()].some(bail)) return 'bailed';
  return undefined;
}

const untested = (requirement: RequirementInfo, reason: string): Judged => ({
  requirement,
  verdict: { outcome: 'untested', reason, requests: 0 },
});
