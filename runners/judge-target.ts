import { applyBaseline, type Baseline, type BaselineContext, markKnown } from '../harness/baseline.js';
import { toDay } from '../harness/baseline/day.js';
import { systemClock } from '../harness/clock.js';
import { toJsonValue } from '../harness/reports/json-value.js';
import { type Judged, type RunEvent, runTrial } from '../harness/run.js';
import { type Embedding, openEmbedding } from './embedding.js';
import type { EmbeddingOptions } from './embedding-options.js';

export interface JudgeTargetOptions extends EmbeddingOptions {
  /** Stops at the first MUST that fails. */
  readonly bail?: boolean;
  /** In ms; nothing new is judged after this. */
  readonly maxTime?: number;
  /** Known deviations: they are judged and told as such, end no run that bails, and fail none. */
  readonly baseline?: Baseline;
}

/**
 * Judges a target and tells what happens; the last event carries all verdicts. What was made on the target is deleted
 * at the end, also when the iteration is left early. Throws a CommandError for options that contradict each other, and
 * CannotTell or Deviation for a target that cannot be made ready.
 */
export async function* judgeTarget(options: JudgeTargetOptions): AsyncGenerator<RunEvent, void> {
  const startedAt = systemClock.now();
  const baseline = await readBaseline(options);
  const embedding = await openEmbedding(options);
  const { requirements, plan, concurrency, session } = embedding;
  const { bail, maxTime, signal } = options;
  const context = baseline && toContext(baseline, embedding);
  const limits = {
    concurrency,
    excuses: (one: Judged): boolean => context !== undefined && markKnown(one, context).known !== undefined,
    ...(bail !== undefined && { bail }),
    ...(maxTime !== undefined && { maxTime }),
    ...(signal && { signal }),
  };
  try {
    const run = runTrial({ ...limits, trial: session.trial, requirements, plan, clock: systemClock, startedAt });
    for await (const event of run) yield context ? settle(event, context) : event;
  } finally {
    await embedding.close();
  }
}

/** The reader comes with a schema compiler, which a run without a baseline need not wait for. */
async function readBaseline({ baseline }: JudgeTargetOptions): Promise<Baseline | undefined> {
  if (!baseline) return undefined;
  const { toBaseline } = await import('./baseline-file.js');
  return toBaseline(toJsonValue(baseline), 'The option baseline');
}

const toContext = (baseline: Baseline, { session, now }: Embedding): BaselineContext => ({
  baseline,
  choices: session.calendar.profile.choices,
  today: toDay(now),
});

/** An event as it is told where deviations are known. */
function settle(event: RunEvent, context: BaselineContext): RunEvent {
  if (event.type === 'judged') return { ...event, ...markKnown(event, context) };
  return event.type === 'ended' ? { ...event, ...applyBaseline(event, context) } : event;
}
