import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { lilconfig } from 'lilconfig';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readTextFile } from '../input/json-file.js';
import type { Way } from './document.js';

/** A file that holds a configuration, as it was found. */
export interface FoundConfig {
  /** As a person would name it. */
  readonly name: string;
  /** What relative paths in it start from. */
  readonly folder: string;
  readonly text: string;
  readonly format: 'json' | 'yaml';
  /** Where in the file it stands: in `package.json` under a key. */
  readonly at: Way;
}

/** Where a configuration is looked for, in each folder from the working one upward; the first that is there counts. */
export const configFiles = [
  'calproof.config.json',
  'calproof.config.yaml',
  'calproof.config.yml',
  'package.json',
] as const;

const PACKAGE_KEY = 'calproof';

/** Finds the configuration of a run: the file that is named, else the nearest one. Undefined where there is none. */
export async function findConfig(file: string | undefined, environment: Environment): Promise<FoundConfig | undefined> {
  const { folder } = environment;
  if (file !== undefined) return toFound(file, resolve(folder, file), await readTextFile(file, environment));
  const path = await search(folder);
  return path === undefined ? undefined : toFound(relative(folder, path), path, await readFile(path, 'utf8'));
}

/** What is wrong with a file is said elsewhere, with its place: here it only counts that it is there. */
async function search(folder: string): Promise<string | undefined> {
  const present = (_: string, text: string) => ({ text });
  const searcher = lilconfig(PACKAGE_KEY, {
    searchPlaces: [...configFiles],
    stopDir: resolve('/'),
    cache: false,
    ignoreEmptySearchPlaces: false,
    packageProp: PACKAGE_KEY,
    loaders: { '.json': loadJson, '.yaml': present, '.yml': present },
  });
  return (await searcher.search(folder))?.filepath;
}

function loadJson(path: string, text: string): unknown {
  if (basename(path) !== 'package.json') return { text };
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A package.json that is broken is not ours to complain of.
    return {};
  }
}

function toFound(name: string, path: string, text: string): FoundConfig {
  const extension = extname(path);
  const isYaml = extension === '.yaml' || extension === '.yml';
  if (!isYaml && extension !== '.json') {
    throw wrongUse(`${name} is no configuration: its name ends in .json, .yaml or .yml.`);
  }
  const at = basename(path) === 'package.json' ? [PACKAGE_KEY] : [];
  return { name, folder: dirname(path), text, format: isYaml ? 'yaml' : 'json', at };
}
