import { systemClock } from '../harness/clock.js';
import type { RunEvent } from '../harness/run-event.js';
import { toAddress } from './address.js';
import { startContainer } from './container.js';
import type { ContainerOptions } from './container/container-options.js';
import { judgeTarget, type JudgeTargetOptions } from './judge-target.js';

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
