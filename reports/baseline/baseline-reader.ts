import formats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { BaselineEntry, ReadingCondition } from '../../kernel/baseline-entry.js';
import { isJsonObject, type JsonValue, valueAtPointer } from '../../wire/json.js';
import { type Baseline, BASELINE, baselineSchema } from './baseline-schema.js';

/** The ids that a baseline may name; the kernel knows none of its own. */
export interface Vocabulary {
  readonly requirements: readonly string[];
  /** The alternatives of each reading. */
  readonly readings: Readonly<Record<string, readonly string[]>>;
  /** The known word that is most similar to an unknown one. */
  readonly nearest: (word: string, known: readonly string[]) => string | undefined;
}

/** The first unknown id in a baseline, in words; undefined when there is none. */
const strangerIn = ({ entries }: Baseline, vocabulary: Vocabulary): string | undefined =>
  entries.map((entry) => strangerOf(entry, vocabulary)).find((stranger) => stranger !== undefined);

function strangerOf({ requirement, reading }: BaselineEntry, vocabulary: Vocabulary): string | undefined {
  const { requirements, nearest } = vocabulary;
  if (requirements.includes(requirement)) return reading && strangerOfReading(reading, vocabulary);
  return `there is no requirement ${requirement}, did you mean ${nearest(requirement, requirements)}`;
}

function strangerOfReading({ id, alternative }: ReadingCondition, vocabulary: Vocabulary): string | undefined {
  const { readings, nearest } = vocabulary;
  const alternatives = Object.hasOwn(readings, id) ? readings[id] : undefined;
  if (!alternatives) return `there is no reading ${id}, did you mean ${nearest(id, Object.keys(readings))}`;
  if (alternatives.includes(alternative)) return undefined;
  return `${alternative} is no alternative of ${id}, did you mean ${nearest(alternative, alternatives)}`;
}

const ajv = new Ajv2020({ allErrors: true, verbose: true });
formats.default(ajv);
const validate = ajv.compile<Baseline>(baselineSchema);

/** A baseline, or what is wrong with a value, in words that follow a colon. */
type BaselineReading = { readonly baseline: Baseline } | { readonly problem: string };

/** Reads a baseline. It is wrong if it has another shape, a requirement twice or an unknown id. */
export function readBaseline(value: JsonValue, vocabulary: Vocabulary): BaselineReading {
  if (!validate(value)) return { problem: toProblem(validate.errors ?? [], value, vocabulary) };
  const problem = doubleIn(value) ?? strangerIn(value, vocabulary);
  return problem === undefined ? { baseline: value } : { problem };
}

/** An unknown key comes first: where a key is misspelt, the right one is missing too. */
function toProblem(errors: readonly ErrorObject[], root: JsonValue, { nearest }: Vocabulary): string {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
  const error = unknown ?? errors[0];
  if (!error) return 'it has an unexpected form';
  const place = toLocation(error.instancePath, root);
  if (!unknown) return toFault(error, place);
  const key = String(error.params['additionalProperty']);
  return `${place} has ${key}, did you mean ${nearest(key, Object.keys(error.parentSchema?.['properties'] ?? {}))}`;
}

function toFault({ keyword, params, data, schema }: ErrorObject, place: string): string {
  const shown = JSON.stringify(data);
  switch (keyword) {
    case 'required':
      return `${place} lacks ${params['missingProperty']}`;
    case 'minProperties':
    case 'maxProperties':
      return `${place} must have either is or matches`;
    case 'const':
      return `${place} is ${shown}, not ${BASELINE}`;
    case 'format':
      return `${place} is ${shown}, not ${formed[String(schema)]}`;
    default:
      return `${place} is not ${typed[String(schema)]}`;
  }
}

const formed: Readonly<Record<string, string>> = {
  date: 'a date like 2026-11-21',
  regex: 'a regular expression',
  'json-pointer': 'a JSON Pointer like /body/zip',
};

const typed: Readonly<Record<string, string>> = { string: 'a string', object: 'a JSON object', array: 'an array' };

/** Where in the file something is, such as `the entry for venues.fields.zip` or `expires in the entry for ...`. */
function toLocation(pointer: string, root: JsonValue): string {
  const [first, index, ...names] = pointer.split('/').slice(1);
  if (index === undefined) return first ?? 'it';
  const entry = valueAtPointer(root, `/entries/${index}`);
  const id = isJsonObject(entry) ? entry['requirement'] : undefined;
  const place = typeof id === 'string' ? `the entry for ${id}` : `entry ${Number(index) + 1}`;
  return names.length === 0 ? place : `${names.join('.')} in ${place}`;
}

function doubleIn({ entries }: Baseline): string | undefined {
  const ids = entries.map(({ requirement }) => requirement);
  const double = ids.find((id, index) => ids.indexOf(id) < index);
  return double === undefined ? undefined : `it has two entries for ${double}`;
}
