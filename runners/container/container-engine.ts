import type * as testcontainers from 'testcontainers';
import { cannotJudge, type CommandError, wrongUse } from '../input/command-error.js';
import { loadOptional } from '../input/optional-package.js';
import type { ContainerOptions } from '../options/container-request.js';

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
  const loaded = await loadOptional(load, missing);
  const { getContainerRuntimeClient, getReaper, ImageName, LABEL_TESTCONTAINERS_SESSION_ID: label } = loaded;
  const client = await getContainerRuntimeClient().catch(() => {
    throw silent();
  });
  const { sessionId } = await getReaper(client).catch((error: unknown) => {
    throw withoutReaper(error);
  });
  return { client, labels: { [label]: sessionId }, toImageName: (text) => ImageName.fromString(text) };
}

const missing = (): CommandError =>
  cannotJudge('Testing an image requires the package testcontainers; run npm install --save-dev testcontainers.');

const silent = (): CommandError =>
  cannotJudge(
    'No container engine answers; start Docker or Podman, or set DOCKER_HOST to its socket, and check your access with docker version.',
  );

const withoutReaper = (error: unknown): CommandError =>
  cannotJudge(
    `The container engine cannot start the container that cleans up after a killed run (${toMessage(error)}); let it pull testcontainers/ryuk, or set TESTCONTAINERS_RYUK_DISABLED=true.`,
  );

/** What an engine says, in a line. */
export const toMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();

/** A container that was created, and the port in it that is asked. */
interface Created {
  readonly container: Container;
  readonly port: number;
}

/** Creates the container of an image, its port bound to any free one. Throws a CommandError that says what was refused. */
export async function createContainer(engine: Engine, options: ContainerOptions): Promise<Created> {
  const { image, env = {}, network } = options;
  const exposed = await fetchPorts(engine, image);
  const port = options.port ?? onlyOne(exposed, image);
  const key = `${port}/tcp`;
  const create = engine.client.container.create({
    Image: image,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ExposedPorts: { [key]: {} },
    Labels: { ...engine.labels },
    HostConfig: { PortBindings: { [key]: [{ HostPort: '' }] }, ...(network !== undefined && { NetworkMode: network }) },
  });
  const container = await create.catch((error: unknown) => {
    throw cannotJudge(`The container engine cannot create a container of ${image}: ${toMessage(error)}.`);
  });
  return { container, port };
}

/** The TCP ports that an image exposes. */
async function fetchPorts({ client, toImageName }: Engine, image: string): Promise<readonly number[]> {
  const name = toImageName(image);
  try {
    await client.image.pull(name);
    const { Config } = await client.image.inspect(name);
    return Object.keys(Config.ExposedPorts ?? {}).flatMap((port) =>
      port.endsWith('/tcp') ? [Number.parseInt(port)] : [],
    );
  } catch (error) {
    throw cannotJudge(
      `The container engine has no image ${image} and cannot pull it (${toMessage(error)}); run docker images to list its images.`,
    );
  }
}

function onlyOne(exposed: readonly number[], image: string): number {
  const [port] = exposed;
  if (exposed.length === 1 && port !== undefined) return port;
  const what = exposed.length === 0 ? 'exposes no port' : `exposes the ports ${exposed.join(', ')}`;
  throw wrongUse(`The image ${image} ${what}; choose one with --container-port.`);
}

/** All that a container wrote so far, at most its last lines where a number of them is given. */
export async function fetchLog(container: Container, lines?: number): Promise<string> {
  const options = { stdout: true, stderr: true, follow: false, ...(lines !== undefined && { tail: lines }) } as const;
  const raw = await container.logs(options).catch(() => Buffer.alloc(0));
  return demultiplex(raw).toString('utf8');
}

const HEADER = 8;

/** Without a terminal, each piece has a header: one octet for the stream, three of zeros, four for its length. */
function demultiplex(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const isHeader = raw.length - at >= HEADER && raw.readUInt32BE(at) % 2 ** 24 === 0 && raw.readUInt8(at) <= 2;
    if (!isHeader) return raw;
    const length = raw.readUInt32BE(at + 4);
    pieces.push(raw.subarray(at + HEADER, at + HEADER + length));
    at += HEADER + length;
  }
  return Buffer.concat(pieces);
}
