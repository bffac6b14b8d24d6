import { collections } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import type { UsersFile } from '../../reference-server/index.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readJsonFile } from '../input/json-file.js';
import { nearest } from '../input/nearest.js';

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

const members: readonly string[] = ['$schema', 'zone', 'extensions', ...collections];

/** Reads a world file. Throws a wrong use that names what is not right about it. */
export async function readWorldFile(path: string, environment: Environment): Promise<WorldFile> {
  const value = await readJsonFile(path, environment);
  const problem = problemOf(value);
  if (problem !== undefined) throw wrongUse(`${path} is not a world file: ${problem}.`);
  return value as WorldFile;
}

function problemOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'it is not a JSON object';
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined) return `it has ${unknown}, did you mean ${nearest(unknown, members)}`;
  const problems = collections.map((collection) => problemOfRecords(value[collection]));
  const bad = problems.findIndex((problem) => problem !== undefined);
  return bad < 0 ? undefined : `${collections[bad]} ${problems[bad]}`;
}

function problemOfRecords(records: JsonValue | undefined): string | undefined {
  if (records === undefined) return undefined;
  if (!isJsonArray(records)) return 'is not an array';
  const keyed = records.every((record) => isJsonObject(record) && typeof record['key'] === 'string');
  return keyed ? undefined : 'holds a record without a key';
}
