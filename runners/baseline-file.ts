import { readings } from '../contract/readings.js';
import type { Baseline } from '../harness/baseline.js';
import { readBaseline } from '../harness/baseline/read.js';
import type { JsonValue } from '../harness/json.js';
import type { Vocabulary } from '../harness/baseline/stranger.js';
import { toDriftId } from '../suites/drift.js';
import { requirements } from '../suites/index.js';
import { factIds } from '../target/pinned/schema.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';
import { nearest } from './nearest.js';

const vocabulary: Vocabulary = {
  requirements: [...requirements.map(({ id }) => id), ...factIds.map(toDriftId)],
  readings: Object.fromEntries(readings.map(({ id, alternatives }) => [id, alternatives.map((one) => one.id)])),
  nearest,
};

/** Reads a baseline. Throws a wrong use that names what is not right about it. */
export const readBaselineFile = async (path: string, environment: Environment): Promise<Baseline> =>
  toBaseline(await readJsonFile(path, environment), path);

/** The same for what was read already; `name` says where it stands. */
export function toBaseline(value: JsonValue, name: string): Baseline {
  const reading = readBaseline(value, vocabulary);
  if ('baseline' in reading) return reading.baseline;
  throw wrongUse(`${name} is not a baseline: ${reading.problem}.`);
}
