import type { Clock } from '../../wire/clock.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { createRedaction } from '../../wire/redaction.js';
import { cannotJudge, CommandError } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { type Address, toAddress } from '../input/service-address.js';
import { type ContainerOptions, type ContainerRequest, fetchEnv } from '../options/container-request.js';
import { type Container, createContainer, type Engine, openEngine, toMessage } from './container-engine.js';
import { awaitReady, forgetsRecords, type Readiness, type Waiting } from './readiness.js';
import { toLogLines, toUnreadyError } from './unready-error.js';
export type { ContainerOptions } from '../options/container-request.js';

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
    throw cannotJudge(`The container engine cannot start the container of ${options.image}: ${toMessage(error)}.`);
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
      if (!state) return [`The container of ${options.image} no longer exists: it was removed, or its engine stopped.`];
      const { Running, ExitCode } = state;
      if (!Running) {
        const sentence = `The container of ${options.image} exited with code ${ExitCode} during the run.`;
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

/** A container that was started for a run, its address, and its secrets. */
export interface LocatedContainer {
  readonly container: StartedContainer;
  readonly address: Address;
  readonly secrets: readonly string[];
}

/** Starts the container of a run. The message about one that fails contains none of its secrets. */
export async function locateContainer(
  { root, env: variables, ...request }: ContainerRequest,
  namespace: string | undefined,
  environment: Environment,
): Promise<LocatedContainer> {
  const { env, secrets } = await fetchEnv(variables, environment);
  const { root: path, namespace: known } = toAddress(`http://container.invalid${root}`, namespace);
  const { clock, signal } = environment;
  try {
    const container = await startContainer({ ...request, env, path: `${path}/${known}`, clock, signal });
    return { container, address: toAddress(`${container.origin}${path}`, known), secrets };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(error.exitCode, createRedaction(secrets).text(error.message));
  }
}
