import { applyBaseline, type BaselineContext, markKnown } from '../harness/baseline.js';
import { systemClock } from '../harness/clock.js';
import { runTrial } from '../harness/run.js';
import type { Judged, RunEvent } from '../harness/run-event.js';
import { openEmbedding } from './embedding.js';
import type { EmbeddingOptions } from './embedding-options.js';

/** How a target is judged from a program, and when to stop. */
export interface JudgeTargetOptions extends EmbeddingOptions {
  /** Stops at the first MUST that fails. */
  readonly bail?: boolean;
  /** In ms; nothing new is judged after this. */
  readonly maxTime?: number;
}

/**
 * Judges a target and tells what happens; the last event carries all verdicts. What was made on the target is deleted
 * at the end, also when the iteration is left early. Throws a CommandError for options that contradict each other, and
 * CannotTell or Deviation for a target that cannot be made ready.
 */
export async function* judgeTarget(options: JudgeTargetOptions): AsyncGenerator<RunEvent, void> {
  const startedAt = systemClock.now();
  const embedding = await openEmbedding(options);
  const { requirements, plan, concurrency, session, baseline } = embedding;
  const { bail, maxTime, signal } = options;
  const limits = {
    concurrency,
    excuses: (one: Judged): boolean => baseline !== undefined && markKnown(one, baseline).known !== undefined,
    ...(bail !== undefined && { bail }),
    ...(maxTime !== undefined && { maxTime }),
    ...(signal && { signal }),
  };
  try {
    const run = runTrial({ ...limits, trial: session.trial, requirements, plan, clock: systemClock, startedAt });
    for await (const event of run) yield baseline ? settle(event, baseline) : event;
  } finally {
    await embedding.close();
  }
}

/** An event as it is told where deviations are known. */
function settle(event: RunEvent, context: BaselineContext): RunEvent {
  if (event.type === 'judged') return { ...event, ...markKnown(event, context) };
  return event.type === 'ended' ? { ...event, ...applyBaseline(event, context) } : event;
}
