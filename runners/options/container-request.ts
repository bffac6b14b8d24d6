import { InvalidArgumentError } from 'commander';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { fetchSecret, type SecretSource, toSecretSource } from '../input/secrets.js';
import { toAddress } from '../input/service-address.js';
import { type FlagGroups, toMilliseconds, toRepeated, toWholeNumber } from './flags.js';

/** A container to start, and when it is ready. Times are in ms. */
export interface ContainerOptions {
  /** `NAME:TAG`, as the engine names it; pulled where it is missing. */
  readonly image: string;
  /** The port of the service in the container; by default the only port that the image exposes. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A network of the engine, such as that of a database. */
  readonly network?: string;
  /** It is ready when its log matches this. */
  readonly waitLog?: RegExp;
  /** It is ready when this path answers 2xx or 3xx. Without it and `waitLog`: when the list of events does not answer 5xx. */
  readonly waitHttp?: string;
  /** The maximum time until it is ready. */
  readonly waitTime?: number;
}

/** The options of a container as commander parses them. */
export interface ContainerFlags {
  readonly image?: string;
  readonly containerPort?: number;
  readonly env?: readonly EnvOption[];
  readonly network?: string;
  readonly waitLog?: RegExp;
  readonly waitHttp?: string;
  readonly waitTime?: number;
}

/** A variable of the container: a literal value, or the source of a secret. */
interface EnvOption {
  readonly name: string;
  readonly value: string | SecretSource;
}

/** The container that a run is asked to start. */
export interface ContainerRequest extends Omit<ContainerOptions, 'env'> {
  readonly env: readonly EnvOption[];
  /** The path of the REST root in it. */
  readonly root: string;
}

/** Reads `NAME=VALUE`; a value like `env:VARIABLE` is a source. */
function toEnvOption(text: string): EnvOption {
  const [, name, value = ''] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('expected NAME=VALUE, or NAME=env:VARIABLE for a secret.');
  return { name, value: toSecretSource(value) ?? value };
}

function toPattern(text: string): RegExp {
  try {
    return new RegExp(text, 'm');
  } catch {
    throw new InvalidArgumentError('it is not a regular expression.');
  }
}

function toPath(text: string): string {
  if (/^\/[^\s#]*$/.test(text)) return text;
  throw new InvalidArgumentError('expected a path, such as /healthz.');
}

export const containerFlags: FlagGroups = {
  'Container:': [
    {
      flags: '--image <name>',
      says: 'start a container of this image, test it and remove it; the URL is then a path',
    },
    {
      flags: '--container-port <number>',
      says: 'port of the service in the container (default: the only port that the image exposes)',
      read: toWholeNumber(1, 65_535),
    },
    {
      flags: '--env <name=value>',
      says: 'environment variable; a secret as NAME=env:VARIABLE, file:PATH or cmd:COMMAND (repeatable)',
      read: toRepeated(toEnvOption),
    },
    { flags: '--network <name>', says: 'network to attach to, such as that of the database' },
    { flags: '--wait-log <pattern>', says: 'ready when its log matches this regular expression', read: toPattern },
    {
      flags: '--wait-http <path>',
      says: 'ready when this path answers 2xx or 3xx (default: when the list of events answers)',
      read: toPath,
    },
    { flags: '--wait-time <duration>', says: 'maximum time until it is ready (default: 60s)', read: toMilliseconds },
  ],
};

const names: readonly (readonly [keyof ContainerFlags, string])[] = [
  ['containerPort', '--container-port'],
  ['env', '--env'],
  ['network', '--network'],
  ['waitLog', '--wait-log'],
  ['waitHttp', '--wait-http'],
  ['waitTime', '--wait-time'],
];

/** The container that flags ask for. Throws a wrong use where they contradict each other. */
export function toContainerRequest(url: string | undefined, flags: ContainerFlags): ContainerRequest | undefined {
  const { image, containerPort: port, env = [], network, waitLog, waitHttp, waitTime } = flags;
  if (image === undefined) {
    const stray = names.find(([name]) => flags[name] !== undefined);
    if (stray) throw wrongUse(`${stray[1]} needs a container; name its image with --image.`);
    return undefined;
  }
  if (waitLog && waitHttp !== undefined) throw wrongUse('Give --wait-log or --wait-http, not both.');
  return {
    image,
    env,
    root: toRoot(url),
    ...(port !== undefined && { port }),
    ...(network !== undefined && { network }),
    ...(waitLog && { waitLog }),
    ...(waitHttp !== undefined && { waitHttp }),
    ...(waitTime !== undefined && { waitTime }),
  };
}

function toRoot(url = '/'): string {
  if (url.startsWith('/')) return toAddress(`http://container.invalid${url}`, '').root;
  throw wrongUse(`--image starts the target itself; omit ${url}, or give the path of its REST root, such as /wp-json.`);
}

/** The variables of a container, and the values that are secrets. */
export async function fetchEnv(options: readonly EnvOption[], environment: Environment) {
  const secrets: string[] = [];
  const pairs: (readonly [string, string])[] = [];
  for (const { name, value } of options) {
    const isPlain = typeof value === 'string';
    const fetched = isPlain ? value : await fetchSecret(value, environment);
    if (!isPlain) secrets.push(fetched);
    pairs.push([name, fetched]);
  }
  return { env: Object.fromEntries(pairs), secrets };
}
