import type { PinnedFacts } from '../../adapter/profile/pinned-facts.js';
import { readProfile } from '../../adapter/profile/profile-parser.js';
import { factIds } from '../../adapter/profile/profile-schema.js';
import { readings } from '../../contract/readings/readings.js';
import { readBaseline, type Vocabulary } from '../../reports/baseline/baseline-reader.js';
import type { Baseline } from '../../reports/baseline/baseline-schema.js';
import { requirements } from '../../suites/index.js';
import { toDriftId } from '../../suites/profile-drift.js';
import type { JsonValue } from '../../wire/json.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readJsonFile } from '../input/json-file.js';
import { nearest } from '../input/nearest.js';

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

/** Reads a target profile. Throws a wrong use that names what is not right about it. */
export async function readProfileFile(path: string, environment: Environment): Promise<PinnedFacts> {
  const reading = readProfile(await readJsonFile(path, environment), nearest);
  if ('facts' in reading) return reading.facts;
  throw wrongUse(`${path} is not a target profile: ${reading.problem}.`);
}
