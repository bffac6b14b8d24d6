import type { PinnedFacts } from '../target/pinned/pinned.js';
import { readProfile } from '../target/pinned/read.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';
import { nearest } from './nearest.js';

/** Reads a target profile. Throws a wrong use that names what is not right about it. */
export async function readProfileFile(path: string, environment: Environment): Promise<PinnedFacts> {
  const reading = readProfile(await readJsonFile(path, environment), nearest);
  if ('facts' in reading) return reading.facts;
  throw wrongUse(`${path} is not a target profile: ${reading.problem}.`);
}
