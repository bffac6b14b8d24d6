import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ExitCode } from '../../reports/conclusion.js';
import { toJsonSample, toYamlSample } from '../config/config-sample.js';
import { toConfigKeys } from '../config/config-schema.js';
import { configFiles } from '../config/find-config.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { exists, toReason } from '../input/json-file.js';
import { createCheckOptions } from '../options/check-options.js';

/** The options of `init` as commander parses them. */
export interface InitFlags {
  readonly format: 'yaml' | 'json';
}

/** Writes a configuration to the working folder, unless it has one. */
export async function init({ format }: InitFlags, { folder, stdout }: Environment): Promise<ExitCode> {
  const there = await firstOf(
    configFiles.filter((name) => name !== 'package.json'),
    folder,
  );
  if (there !== undefined) throw wrongUse(`${there} already exists; it was not changed.`);
  const name = `calproof.config.${format}`;
  const text = format === 'yaml' ? toYamlSample(toConfigKeys(createCheckOptions())) : toJsonSample();
  try {
    await writeFile(resolve(folder, name), text, { flag: 'wx' });
  } catch (error) {
    throw wrongUse(`${name} cannot be written: ${toReason(error)}.`);
  }
  stdout.write(`Wrote ${name}. Put your service under targets, then run calproof check local.\n`);
  return 0;
}

async function firstOf(names: readonly string[], folder: string): Promise<string | undefined> {
  for (const name of names) {
    if (await exists(resolve(folder, name))) return name;
  }
  return undefined;
}
