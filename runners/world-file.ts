import type { WorldFile } from '../contract/world-file.js';
import { collections } from '../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../harness/json.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';
import { nearest } from './nearest.js';

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
