import { isJsonArray, isJsonObject, type JsonValue } from '../harness/json.js';
import type { UsersFile } from '../reference-server/index.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';

const roles: readonly JsonValue[] = ['reader', 'author', 'editor'];

/** Reads the users of a server. Throws a wrong use for a file of another shape. */
export async function readUsersFile(path: string, environment: Environment): Promise<UsersFile> {
  const value = await readJsonFile(path, environment);
  if (isUsersFile(value)) return refuseUnclear(path, value);
  throw wrongUse(
    `${path} is not a users file; it is { "users": [{ "id", "name", "password", "role" }] }, a role is reader, author or editor.`,
  );
}

/** Basic joins name and password by a colon, and who changes what goes by the id. */
function refuseUnclear(path: string, file: UsersFile): UsersFile {
  const { users } = file;
  const colon = users.find(({ name }) => name === '' || name.includes(':'));
  if (colon) throw wrongUse(`${path} has a user called "${colon.name}": a name is not empty and holds no colon.`);
  const isAgain = (user: (typeof users)[number], at: number): boolean =>
    users.slice(0, at).some(({ id, name }) => id === user.id || name === user.name);
  const twice = users.find(isAgain);
  if (twice) throw wrongUse(`${path} has the name or the id of ${twice.name} twice; each user has their own.`);
  return file;
}

const isUsersFile = (value: JsonValue): value is JsonValue & UsersFile =>
  isJsonObject(value) && isJsonArray(value['users']) && value['users'].every(isUser);

const isUser = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  typeof value['id'] === 'number' &&
  typeof value['name'] === 'string' &&
  typeof value['password'] === 'string' &&
  roles.includes(value['role'] ?? null);
