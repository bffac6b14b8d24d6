import formats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonValue } from '../../wire/json.js';
import { toPath } from '../notation/json-paths.js';
import { type PinnedFacts, type ProfileFile, TARGET_PROFILE } from './pinned-facts.js';
import { isFactId, profileSchema } from './profile-schema.js';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false });
formats.default(ajv);
const validate = ajv.compile<ProfileFile>(profileSchema);

/** Finds the known word that is closest to an unknown one. */
type Nearest = (word: string, known: readonly string[]) => string | undefined;

/** A parsed target profile: its facts, or what is wrong with it, as a phrase that follows a colon. */
type ProfileReading = { readonly facts: PinnedFacts } | { readonly problem: string };

/** Parses a target profile. */
export function readProfile(value: JsonValue, nearest: Nearest): ProfileReading {
  if (!validate(value)) return { problem: toProblem(validate.errors ?? [], nearest) };
  const facts = Object.entries<JsonValue | undefined>(value.facts);
  return { facts: new Map(facts.flatMap(([id, fact]) => (isFactId(id) && fact !== undefined ? [[id, fact]] : []))) };
}

/** An unknown key comes first: if one is misspelt, the correct one may be missing too. */
function toProblem(errors: readonly ErrorObject[], nearest: Nearest): string {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
  const error = unknown ?? errors[0];
  if (!error) return 'it has the wrong form';
  const path = toPath(error.instancePath);
  if (!unknown) return toFault(error, pathInWords(path));
  const key = String(error.params['additionalProperty']);
  const near = nearest(key, Object.keys(error.parentSchema?.['properties'] ?? {}));
  return path[0] === 'facts' && path.length === 1
    ? `there is no fact ${key}, did you mean ${near}`
    : `${pathInWords(path)} has ${key}, did you mean ${near}`;
}

function toFault({ keyword, params, data, schema }: ErrorObject, where: string): string {
  const shown = JSON.stringify(data);
  switch (keyword) {
    case 'required':
      return `${where} lacks ${params['missingProperty']}`;
    case 'const':
      return `${where} is ${shown}, not ${TARGET_PROFILE}`;
    case 'enum':
      return `${where} is ${shown}, not one of ${asList(schema)}`;
    case 'type':
      return `${where} is ${shown}, not of type ${asList(schema)}`;
    case 'format':
      return `${where} is ${shown}, not a JSON Pointer like /data/title`;
    case 'pattern':
      return `${where} is ${shown}, not of the form ${where.startsWith('site') ? '00:00:00' : 'body:/total, header:x-total or absent'}`;
    default:
      return `${where} is ${shown}, which is invalid (${keyword} ${asList(schema)})`;
  }
}

const asList = (schema: unknown): string => (Array.isArray(schema) ? schema.join(', ') : String(schema));

/** A path in the file: `type in events.fields.title`. */
function pathInWords([first, id, ...names]: readonly string[]): string {
  if (id === undefined) return first ?? 'it';
  return names.length === 0 ? id : `${names.join('.')} in ${id}`;
}
