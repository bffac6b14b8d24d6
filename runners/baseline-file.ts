import { readings } from '../contract/readings.js';
import type { Baseline } from '../harness/baseline/schema.js';
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

const ours = [...requirements.map(({ id }) => id), ...factIds.map(toDriftId)];

/** `own` are the ids of requirements beside ours. */
const toVocabulary = (own: readonly string[]): Vocabulary => ({
  requirements: [...ours, ...own],
  readings: Object.fromEntries(readings.map(({ id, alternatives }) => [id, alternatives.map((one) => one.id)])),
  nearest,
});

/** Where a baseline file is looked for, and which ids it may name. */
export interface BaselineFileOptions extends Pick<Environment, 'folder'> {
  /** The ids of requirements beside ours. */
  readonly own: readonly string[];
}

/** Reads a baseline. Throws a wrong use that names what is not right about it. */
export const readBaselineFile = async (path: string, { folder, own }: BaselineFileOptions): Promise<Baseline> =>
  toBaseline(await readJsonFile(path, { folder }), { name: path, own });

/** What a baseline that was given as a value is checked against. */
export interface BaselineValueOptions extends Pick<BaselineFileOptions, 'own'> {
  /** Where it stands. */
  readonly name: string;
}

/** The same for what was read already. */
export function toBaseline(value: JsonValue, { name, own }: BaselineValueOptions): Baseline {
  const reading = readBaseline(value, toVocabulary(own));
  if ('baseline' in reading) return reading.baseline;
  throw wrongUse(`${name} is not a baseline: ${reading.problem}.`);
}
