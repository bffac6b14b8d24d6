import { randomUUID } from 'node:crypto';
import type { HeaderPairs } from '../harness/exchange.js';
import type { UsersFile } from '../reference-server/index.js';
import { toBasic } from './credentials.js';

type Role = UsersFile['users'][number]['role'];

/** The users of an embedded server, and by which header fields each proves who it is. */
export interface EmbeddedUsers {
  readonly users: UsersFile;
  /** Throws a RangeError for a name that no user has. */
  headersOf(name: string): HeaderPairs;
}

/** Makes up users with these roles, and a password for each. */
export function createUsers(roles: Readonly<Record<string, Role>>): EmbeddedUsers {
  const users = Object.entries(roles).map(([name, role], index) => ({
    id: index + 1,
    name,
    password: randomUUID(),
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
