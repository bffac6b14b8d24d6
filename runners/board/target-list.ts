import { createHash } from 'node:crypto';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { readText } from '../config/document.js';
import { findConfig } from '../config/find-config.js';
import { readConfig } from '../config/read-config.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { toAddress } from '../input/service-address.js';
import { createCheckOptions } from '../options/check-options.js';

/** A target of a board. */
export interface BoardTarget {
  readonly name: string;
  /** The words after `calproof check` that judge it. */
  readonly words: readonly string[];
  /** What the file says of it, over what it says of all. */
  readonly settings: JsonObject;
}

/** Longer names of files are cut: no file system takes more than 255 octets. */
const LONGEST = 100;

/** The name of a target as the name of a file or folder, which is none of `.`, `..` and hidden ones. */
export function toFileName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-').replace(/^\.+|^$/, '-');
  if (plain.length <= LONGEST) return plain;
  return `${plain.slice(0, LONGEST)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** The first name that another one would share a file with, also where upper and lower case are one. */
export function firstClash(names: readonly string[]): string | undefined {
  const files = names.map(toFileName);
  const folded = files.map((file) => file.toLowerCase());
  return files.find((_, at) => folded.indexOf(folded[at] ?? '') < at);
}

/** Reads a list of URLs, or the named targets of a configuration. Throws a wrong use for anything else. */
export async function readTargets(file: string, environment: Environment): Promise<readonly BoardTarget[]> {
  const found = await findConfig(file, environment);
  if (!found) throw wrongUse(`${file} cannot be read.`);
  const read = readText(found.text, found.format);
  const list = 'value' in read && isJsonArray(read.value) ? read.value : undefined;
  const targets = list
    ? list.map((url) => toListed(url, file))
    : namedIn(readConfig(found, createCheckOptions()).value, file);
  const twice = firstClash(targets.map(({ name }) => name));
  if (twice !== undefined) throw wrongUse(`${file} has two targets by the name ${twice}.`);
  return targets;
}

function toListed(url: JsonValue, file: string): BoardTarget {
  if (typeof url !== 'string')
    throw wrongUse(
      `${file} is neither a list of URLs, such as ["https://a.example"], nor a configuration with targets.`,
    );
  toAddress(url);
  return { name: url.replace(/^https?:\/\//, '').replace(/\/+$/, ''), words: [url], settings: { url } };
}

function namedIn({ targets, ...all }: JsonObject, file: string): readonly BoardTarget[] {
  return Object.entries(isJsonObject(targets) ? targets : {}).map(([name, own]) => ({
    name,
    words: [name, '--config', file],
    settings: { ...all, ...(isJsonObject(own) && own) },
  }));
}
