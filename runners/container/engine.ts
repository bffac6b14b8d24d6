import type * as testcontainers from 'testcontainers';
import { type CommandError, cannotJudge } from '../command-error.js';

type Testcontainers = typeof testcontainers;
type Client = testcontainers.ContainerRuntimeClient;

/** A container engine that answers. */
export interface Engine {
  readonly client: Client;
  /** What containers of this run are labelled with, so that they are removed even when this process is killed. */
  readonly labels: Readonly<Record<string, string>>;
  toImageName(text: string): ReturnType<Testcontainers['ImageName']['fromString']>;
}

/** A container of an engine. */
export type Container = Awaited<ReturnType<Client['container']['create']>>;

/** What an engine knows of a container. */
export type Inspected = Awaited<ReturnType<Client['container']['inspect']>>;

/**
 * Finds the container engine of this machine. Throws, as a target that cannot be judged, what is missing and what to do.
 * testcontainers is loaded here and nowhere else: who judges no containers need not have it.
 */
export async function openEngine(
  load: () => Promise<Testcontainers> = () => import('testcontainers'),
): Promise<Engine> {
  const loaded = await load().catch((error: unknown) => {
    throw isMissing(error) ? missing() : error;
  });
  const { getContainerRuntimeClient, getReaper, ImageName, LABEL_TESTCONTAINERS_SESSION_ID: label } = loaded;
  const client = await getContainerRuntimeClient().catch(() => {
    throw silent();
  });
  const { sessionId } = await getReaper(client).catch((error: unknown) => {
    throw withoutReaper(error);
  });
  return { client, labels: { [label]: sessionId }, toImageName: (text) => ImageName.fromString(text) };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

const missing = (): CommandError =>
  cannotJudge(
    'To judge an image, calproof needs the package testcontainers, which is not there; npm install --save-dev testcontainers adds it.',
  );

const silent = (): CommandError =>
  cannotJudge(
    'No container engine answers; start Docker or Podman, or name its socket in DOCKER_HOST, and see that you may use it: docker version tells.',
  );

const withoutReaper = (error: unknown): CommandError =>
  cannotJudge(
    `The container engine refuses to start the guard that removes containers of a killed run (${toMessage(error)}); let it pull testcontainers/ryuk, or do without it: TESTCONTAINERS_RYUK_DISABLED=true.`,
  );

/** What an engine says, in a line. */
export const toMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
