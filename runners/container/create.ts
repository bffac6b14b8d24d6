import { cannotJudge, wrongUse } from '../command-error.js';
import type { ContainerOptions } from './container-options.js';
import { type Container, type Engine, toMessage } from './engine.js';

/** A container that was created, and the port in it that is asked. */
export interface Created {
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
    throw cannotJudge(`The container engine does not create a container of ${image}: ${toMessage(error)}.`);
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
      `The container engine has no image ${image} and cannot pull it (${toMessage(error)}); docker images lists those it has.`,
    );
  }
}

function onlyOne(exposed: readonly number[], image: string): number {
  const [port] = exposed;
  if (exposed.length === 1 && port !== undefined) return port;
  const what = exposed.length === 0 ? 'exposes no port' : `exposes the ports ${exposed.join(', ')}`;
  throw wrongUse(`The image ${image} ${what}; name the one to judge with --container-port.`);
}
