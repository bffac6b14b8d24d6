import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { WorldFile } from '../../contract/world-file.js';
import {
  createReferenceServer,
  type ReferenceServer,
  type ReferenceServerOptions,
  type UsersFile,
} from '../../reference-server/index.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { packageFile } from '../../wire/package.js';
import { wrongUse } from '../input/command-error.js';
import { toBasic } from '../input/credentials.js';

/** Creates the reference server. What it cannot start with was given wrong: throws a wrong use that says what. */
export function createServer(options: ReferenceServerOptions): ReferenceServer {
  try {
    return createReferenceServer(options);
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}

type Role = UsersFile['users'][number]['role'];

/** The users of an embedded server, and by which header fields each proves who it is. */
interface EmbeddedUsers {
  readonly users: UsersFile;
  /** Throws a RangeError for a name that no user has. */
  headersOf(name: string): HeaderPairs;
}

/** With its prefix, short of what services cut passwords off at: a longer one is another one. */
const SHORT = 5;

/** Letters that are no hexadecimal digits: the password is another one in capitals. */
const PREFIX = 'pw';

/** Makes up users with these roles, and a password for each. */
export function createUsers(roles: Readonly<Record<string, Role>>): EmbeddedUsers {
  const users = Object.entries(roles).map(([name, role], index) => ({
    id: index + 1,
    name,
    password: `${PREFIX}${randomUUID().slice(0, SHORT)}`,
    role,
  }));
  return {
    users: { users },
    headersOf(wanted) {
      const user = users.find(({ name }) => name === wanted);
      if (!user) throw new RangeError(`no user is called ${wanted}`);
      return toBasic(`${user.name}:${user.password}`).headers;
    },
  };
}

/** The reference server in this process, reached over HTTP. */
interface Embedded {
  /** The REST root. */
  readonly url: string;
  /** What it holds. */
  readonly world: WorldFile;
  close(): Promise<void>;
}

/** How the embedded reference server is set up. */
interface EmbeddedOptions {
  /** The present, in ms since the epoch. */
  readonly now: () => number;
  /** What it holds; by default the world that comes with the package, which leaves no requirement inapplicable. */
  readonly world?: WorldFile;
  readonly namespace?: string;
  /** The site's IANA time zone; by default that of its world. */
  readonly zone?: string;
  /** Left out, everyone may do everything. */
  readonly users?: UsersFile;
}

/** Creates the reference server with its world. Throws a wrong use for a world that it cannot hold. */
export async function createEmbedded({ now, world: given, namespace, zone, users }: EmbeddedOptions) {
  const world = given ?? (await readCompleteWorld());
  const server = createServer({
    world,
    now: () => new Date(now()),
    ...(namespace !== undefined && { namespace }),
    ...(zone !== undefined && { zone }),
    ...(users && { users }),
  });
  return { server, world };
}

/** Starts it on a free port of this machine. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { server, world } = await createEmbedded(options);
  const { url } = await server.listen();
  return { url, world, close: () => server.close() };
}

/** The world that comes with the package; a test holds the file to its type. */
export async function readCompleteWorld(): Promise<WorldFile> {
  return JSON.parse(await readFile(packageFile('fixtures/worlds/complete.json'), 'utf8')) as WorldFile;
}
