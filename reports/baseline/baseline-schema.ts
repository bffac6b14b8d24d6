import type { BaselineEntry } from '../../kernel/baseline-entry.js';
import { day, list, object, only, type PublishedSchema, type Schema, text } from '../typed-schema.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const BASELINE = 'calproof.baseline/1';

/** The known deviations of a target, at most one entry a requirement. */
export interface Baseline {
  readonly format: typeof BASELINE;
  readonly entries: readonly BaselineEntry[];
}

/** An object that may have no other members: a person wrote it, and may have misspelt one. */
const exact = <Value>(schema: Schema<Value>): Schema<Value> => ({ ...schema, additionalProperties: false });

const pointer = { type: 'string', format: 'json-pointer' };
const pattern = { type: 'string', format: 'regex' };

const reading = exact(object({ id: text, alternative: text }));
/** Besides `at` exactly one of the two others. */
const input = exact({ ...object({ at: pointer }, { is: {}, matches: pattern }), minProperties: 2, maxProperties: 2 });
const seen = exact(object({ kind: text, expected: text, observed: text }));
const entry = exact(
  object({ requirement: text, reason: text, owner: text, link: text, expires: day }, { reading, input, seen }),
);

/** The JSON Schema 2020-12 of a baseline. */
export const baselineSchema: PublishedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'calproof baseline, version 1',
  ...exact(object({ format: only(BASELINE), entries: list(entry) })),
};
