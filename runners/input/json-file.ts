import { access, readdir, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonValue } from '../../wire/json.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';

/** Whether something exists at an absolute path. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Where relative paths start. */
type Folder = Pick<Environment, 'folder'>;

/** Reads a text file that an option names. Throws a wrong use when it cannot be read. */
export async function readTextFile(path: string, { folder }: Folder): Promise<string> {
  try {
    return await readFile(resolve(folder, path), 'utf8');
  } catch (error) {
    throw wrongUse(`${path} cannot be read: ${toReason(error)}.`);
  }
}

/** Reads a JSON file that an option names. Throws a wrong use when it cannot be read or is not JSON. */
export async function readJsonFile(path: string, environment: Folder): Promise<JsonValue> {
  const text = await readTextFile(path, environment);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw wrongUse(`${path} is not JSON: ${toReason(error)}.`);
  }
}

/** Whether a path is that of a folder. */
export const isFolder = (path: string, { folder }: Folder): Promise<boolean> =>
  stat(resolve(folder, path)).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The names of the JSON files in a folder, in order; none where there is no such folder. Throws a wrong use for a file. */
export async function jsonFilesIn(folder: string, environment: Folder): Promise<readonly string[]> {
  const path = resolve(environment.folder, folder);
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) throw wrongUse(`${folder} is a file; name a folder.`);
  try {
    return (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    throw wrongUse(`${folder} cannot be read: ${toReason(error)}.`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission is denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'the disk is full',
  EPIPE: 'its reader closed the pipe',
};

/** Why a file could not be used, in a few words. */
export function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
