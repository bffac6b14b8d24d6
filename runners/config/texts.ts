import { relative, resolve } from 'node:path';
import { isJsonArray, isJsonObject, type JsonValue } from '../../harness/json.js';
import type { Environment } from '../environment.js';
import type { ConfigKey } from './keys.js';

/** The words that a value would be on the command line, one for each time that its option would be given. */
export function toTexts(key: ConfigKey, value: JsonValue): readonly string[] {
  if (key.kind === 'names') {
    return isJsonObject(value) ? Object.entries(value).map(([name, source]) => `${name}=${toText(source)}`) : [];
  }
  return (isJsonArray(value) ? value : [value]).map(toText);
}

const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');

/** A word of a configuration whose paths start from its folder, as it would be given in the working folder. */
export function fromFolder(text: string, key: ConfigKey, { from, to }: { readonly from: string; readonly to: string }) {
  const move = (path: string): string => relative(to, resolve(from, path)) || '.';
  if (from === to) return text;
  if (key.holdsPath) return move(text);
  if (key.attribute === 'report') return text.replace(/=(.+)$/s, (_, path: string) => `=${move(path)}`);
  return text.replace(
    /^([\w-]+=)?file:(.+)$/s,
    (_, name: string | undefined, path: string) => `${name ?? ''}file:${move(path)}`,
  );
}

/** The folders that a text moves between: that of a configuration, and the one a command runs in. */
export const foldersOf = (from: string, { folder }: Pick<Environment, 'folder'>) => ({ from, to: resolve(folder) });
