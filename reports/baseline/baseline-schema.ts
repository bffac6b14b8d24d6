import type { BaselineEntry } from '../../kernel/baseline-entry.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const BASELINE = 'calproof.baseline/1';

/** The known deviations of a target, at most one entry a requirement. */
export interface Baseline {
  readonly format: typeof BASELINE;
  readonly entries: readonly BaselineEntry[];
}

const text = { type: 'string' } as const;

const reading = {
  type: 'object',
  properties: { id: text, alternative: text },
  required: ['id', 'alternative'],
  additionalProperties: false,
} as const;

/** Besides `at` exactly one of the two others. */
const input = {
  type: 'object',
  properties: {
    at: { type: 'string', format: 'json-pointer' },
    is: {},
    matches: { type: 'string', format: 'regex' },
  },
  required: ['at'],
  minProperties: 2,
  maxProperties: 2,
  additionalProperties: false,
} as const;

const seen = {
  type: 'object',
  properties: { kind: text, expected: text, observed: text },
  required: ['kind', 'expected', 'observed'],
  additionalProperties: false,
} as const;

const entry = {
  type: 'object',
  properties: {
    requirement: text,
    reason: text,
    owner: text,
    link: text,
    expires: { type: 'string', format: 'date' },
    reading,
    input,
    seen,
  },
  required: ['requirement', 'reason', 'owner', 'link', 'expires'],
  additionalProperties: false,
} as const;

/** The JSON Schema 2020-12 of a baseline. */
export const baselineSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'calproof baseline, version 1',
  type: 'object',
  properties: { format: { const: BASELINE }, entries: { type: 'array', items: entry } },
  required: ['format', 'entries'],
  additionalProperties: false,
} as const;
