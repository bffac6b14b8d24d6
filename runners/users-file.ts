import { isJsonArray, isJsonObject, type JsonValue } from '../harness/json.js';
import type { UsersFile } from '../reference-server/index.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';

const roles: readonly JsonValue[] = ['reader', 'author', 'editor'];

/** Reads the users of a server. Throws a wrong use for a file of another shape. */
export async function readUsersFile(path: string, environment: Environment): Promise<UsersFile> {
  const value = await readJsonFile(path, environment);
  if (isUsersFile(value)) return value;
  throw wrongUse(
    `${path} is not a users file; it is { "users": [{ "id", "name", "password", "role" }] }, a role is reader, author or editor.`,
  );
}

const isUsersFile = (value: JsonValue): value is JsonValue & UsersFile =>
  isJsonObject(value) && isJsonArray(value['users']) && value['users'].every(isUser);

const isUser = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  typeof value['id'] === 'number' &&
  typeof value['name'] === 'string' &&
  typeof value['password'] === 'string' &&
  roles.includes(value['role'] ?? null);
