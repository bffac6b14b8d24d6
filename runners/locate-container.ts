import { createRedaction } from '../harness/redact.js';
import { type Address, toAddress } from './address.js';
import { CommandError } from './command-error.js';
import { startContainer, type StartedContainer } from './container.js';
import { type ContainerRequest, fetchEnv } from './container-flags.js';
import type { Environment } from './environment.js';

/** A container that was started for a run, where it is reached, and what must not be told of it. */
export interface LocatedContainer {
  readonly container: StartedContainer;
  readonly address: Address;
  readonly secrets: readonly string[];
}

/** Starts the container of a run. What is told of one that fails holds none of its secrets. */
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
