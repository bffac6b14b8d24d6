import type { Clock } from '../harness/clock.js';
import type { HeaderPairs } from '../harness/exchange.js';
import { cannotJudge } from './command-error.js';
import { awaitReady, type Readiness, type Waiting } from './container/await-ready.js';
import type { ContainerOptions } from './container/container-options.js';
import { createContainer } from './container/create.js';
import { type Container, type Engine, openEngine, toMessage } from './container/engine.js';
import { forgetsRecords } from './container/forgets-records.js';
import { toLogLines, toUnreadyError } from './container/unready.js';

export type { ContainerOptions } from './container/container-options.js';

/** A container that was started to be judged. */
export interface StartedContainer {
  /** Where it is reached from here: scheme, host and port. */
  readonly origin: string;
  /**
   * What is to be known of it after it was judged, in sentences: that it ended, or that it forgets its records. Without
   * header fields to write with, only the former.
   */
  fetchWarnings(headers: HeaderPairs | undefined): Promise<readonly string[]>;
  /** Removes it, running or not. */
  remove(): Promise<void>;
}

/** How a container is started and waited for until it answers. */
export interface StartOptions extends ContainerOptions {
  /** The path of the service's namespace: `/wp-json/vendor/events/v1`. */
  readonly path: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly engine?: Engine;
}

/** Starts a container and waits until it is ready. Throws a CommandError, and removes it, when that does not come. */
export async function startContainer({ path, clock, signal, ...given }: StartOptions): Promise<StartedContainer> {
  const { engine = await openEngine(), ...options } = given;
  const { container, port } = await createContainer(engine, options);
  const events = `${path}/events`;
  const waiting: Waiting = { engine, container, port, options, path: events, clock, ...(signal && { signal }) };
  try {
    await start(waiting);
    const readiness = await awaitReady(waiting);
    if (readiness.kind !== 'ready') throw await toUnreadyError(readiness, waiting);
    return toStarted(readiness.origin, path, waiting);
  } catch (error) {
    await remove(container);
    throw error;
  }
}

const start = ({ engine, container, options }: Waiting): Promise<void> =>
  engine.client.container.start(container).catch((error: unknown) => {
    throw cannotJudge(`The container engine does not start the container of ${options.image}: ${toMessage(error)}.`);
  });

const remove = (container: Container): Promise<void> => container.remove({ force: true, v: true }).then(() => {});

function toStarted(origin: string, path: string, waiting: Waiting): StartedContainer {
  const { engine, container, options } = waiting;
  let removing: Promise<void> | undefined;
  return {
    origin,
    async fetchWarnings(headers) {
      const state = await engine.client.container.inspect(container).then(
        ({ State }) => State,
        () => undefined,
      );
      if (!state) return [`The container of ${options.image} is no more: it was removed, or its engine ended.`];
      const { Running, ExitCode } = state;
      if (!Running) {
        const sentence = `The container of ${options.image} ended with exit code ${ExitCode} while it was judged.`;
        return [`${sentence}\n${await toLogLines(container)}`];
      }
      if (!headers) return [];
      return forgetsRecords({ origin, path, headers, restart: () => restart(waiting), image: options.image });
    },
    remove: () => (removing ??= remove(container)),
  };
}

async function restart(waiting: Waiting): Promise<Readiness> {
  await waiting.engine.client.container.restart(waiting.container);
  // What the log held before says nothing of the second start.
  const { waitLog: _log, ...options } = waiting.options;
  return awaitReady({ ...waiting, options });
}
