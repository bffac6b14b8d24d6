import formats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonValue } from '../../wire/json.js';
import { toPath } from '../notation/json-paths.js';
import { type PinnedFacts, type ProfileFile, TARGET_PROFILE } from './pinned-facts.js';
import { isFactId, profileSchema } from './profile-schema.js';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false });
formats.default(ajv);
const validate = ajv.compile<ProfileFile>(profileSchema);

/** The known word that is most like one that is not known. */
type Nearest = (word: string, known: readonly string[]) => string | undefined;

/** What a value came to as a target profile: its facts, or what is not right about it, in words that follow a colon. */
type ProfileReading = { readonly facts: PinnedFacts } | { readonly problem: string };

/** Reads a target profile, and says what is wrong with one. */
export function readProfile(value: JsonValue, nearest: Nearest): ProfileReading {
  if (!validate(value)) return { problem: toProblem(validate.errors ?? [], nearest) };
  const facts = Object.entries<JsonValue | undefined>(value.facts);
  return { facts: new Map(facts.flatMap(([id, fact]) => (isFactId(id) && fact !== undefined ? [[id, fact]] : []))) };
}

/** A key that is not known comes first: where one is misspelt, the right one may be missing too. */
function toProblem(errors: readonly ErrorObject[], nearest: Nearest): string {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
  const error = unknown ?? errors[0];
  if (!error) return 'it has another form';
  const path = toPath(error.instancePath);
  if (!unknown) return toFault(error, pathInWords(path));
  const key = String(error.params['additionalProperty']);
  const near = nearest(key, Object.keys(error.parentSchema?.['properties'] ?? {}));
  return path[0] === 'facts' && path.length === 1
    ? `there is no fact ${key}, did you mean ${near}`
    : `${pathInWords(path)} has ${key}, did you mean ${near}`;
}

function toFault({ keyword, params, data, schema }: ErrorObject, place: string): string {
  const shown = JSON.stringify(data);
  switch (keyword) {
    case 'required':
      return `${place} lacks ${params['missingProperty']}`;
    case 'const':
      return `${place} is ${shown}, not ${TARGET_PROFILE}`;
    case 'enum':
      return `${place} is ${shown}, not one of ${asList(schema)}`;
    case 'type':
      return `${place} is ${shown}, not of the type ${asList(schema)}`;
    case 'format':
      return `${place} is ${shown}, not a JSON Pointer like /data/title`;
    case 'pattern':
      return `${place} is ${shown}; it is written like ${place.startsWith('site') ? '00:00:00' : 'body:/total, header:x-total or absent'}`;
    default:
      return `${place} is ${shown}, which cannot be (${keyword} ${asList(schema)})`;
  }
}

const asList = (schema: unknown): string => (Array.isArray(schema) ? schema.join(', ') : String(schema));

/** Where in the file something is: `type in events.fields.title`. */
function pathInWords([first, id, ...names]: readonly string[]): string {
  if (id === undefined) return first ?? 'it';
  return names.length === 0 ? id : `${names.join('.')} in ${id}`;
}
