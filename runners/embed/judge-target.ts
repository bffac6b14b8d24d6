import type { Judged, RunEvent } from '../../kernel/run-event.js';
import { isBreach } from '../../kernel/run/judged-requirement.js';
import { runTrial } from '../../kernel/run/run.js';
import { applyBaseline, type BaselineContext, markKnown } from '../../reports/baseline/baseline.js';
import { systemClock } from '../../wire/clock.js';
import { startContainer } from '../container/start-container.js';
import { toAddress } from '../input/service-address.js';
import type { ContainerOptions } from '../options/container-request.js';
import type { EmbeddingOptions } from './embedding-options.js';
import { openEmbedding } from './embedding.js';

/** How a target is judged from a program, and when to stop. */
export interface JudgeTargetOptions extends EmbeddingOptions {
  /** Stops at the first MUST that fails. */
  readonly bail?: boolean;
  /** In ms; nothing new is judged after this. */
  readonly maxTime?: number;
}

/**
 * Judges a target and yields events; the last one has all verdicts. Deletes its own records at the end, also when the
 * iteration is left early. Throws a CommandError for options that contradict each other, and Inconclusive or Deviation
 * for a target that cannot be made ready.
 */
export async function* judgeTarget(options: JudgeTargetOptions): AsyncGenerator<RunEvent, void> {
  const startedAt = systemClock.now();
  const embedding = await openEmbedding(options);
  const { requirements, plan, concurrency, session, baseline } = embedding;
  const { bail, maxTime, signal } = options;
  const isKnown = (one: Judged): boolean => baseline !== undefined && markKnown(one, baseline).known !== undefined;
  const limits = {
    concurrency,
    ...(bail && { bail: (one: Judged): boolean => isBreach(one) && !isKnown(one) }),
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

/** An event with its known deviations marked. */
function settle(event: RunEvent, context: BaselineContext): RunEvent {
  if (event.type === 'judged') return { ...event, ...markKnown(event, context) };
  return event.type === 'ended' ? { ...event, ...applyBaseline(event, context) } : event;
}

/** How a container is started and judged. */
export interface JudgeContainerOptions extends Omit<JudgeTargetOptions, 'target'>, ContainerOptions {
  /** The path of the REST root in the container, like `/wp-json`. */
  readonly root?: string;
}

/**
 * Starts a container, judges it as `judgeTarget` does, and removes it, also when the iteration is left early. Throws a
 * CommandError when there is no engine, or the container does not get ready. Needs the package testcontainers.
 */
export async function* judgeContainer(options: JudgeContainerOptions): AsyncGenerator<RunEvent, void> {
  const { root: given = '', namespace, signal, mode = 'sandbox' } = options;
  const { root, namespace: known } = toAddress(`http://container.invalid${given}`, namespace);
  const container = await startContainer({
    ...options,
    path: `${root}/${known}`,
    clock: systemClock,
    ...(signal && { signal }),
  });
  try {
    yield* judgeTarget({ ...options, mode, target: { url: `${container.origin}${root}` } });
  } finally {
    await container.remove();
  }
}
