import { readings } from '../contract/readings.js';
import type { Baseline } from '../harness/baseline.js';
import { readBaseline } from '../harness/baseline/read.js';
import type { Vocabulary } from '../harness/baseline/stranger.js';
import { requirements } from '../suites/index.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';
import { nearest } from './nearest.js';

const vocabulary: Vocabulary = {
  requirements: requirements.map(({ id }) => id),
  readings: Object.fromEntries(readings.map(({ id, alternatives }) => [id, alternatives.map((one) => one.id)])),
  nearest,
};

/** Reads a baseline. Throws a wrong use that names what is not right about it. */
export async function readBaselineFile(path: string, environment: Environment): Promise<Baseline> {
  const reading = readBaseline(await readJsonFile(path, environment), vocabulary);
  if ('baseline' in reading) return reading.baseline;
  throw wrongUse(`${path} is not a baseline: ${reading.problem}.`);
}
