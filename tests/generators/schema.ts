import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Collection } from '../../contract/field.js';
import { toRequestSchema } from '../../contract/json-schema.js';
import { collections } from '../../contract/resources.js';
import { toBody } from '../../generators/encode.js';
import type { Payload } from '../../generators/wire.js';

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

const compile = (kind: 'create' | 'update') =>
  new Map(collections.map((collection) => [collection, ajv.compile(toRequestSchema({ collection, kind }))]));

const validators = { create: compile('create'), update: compile('update') };

/** The fields that the contract's request schema finds wrong in a body, once bound; each field once. */
export function fieldsWrong(collection: Collection, kind: 'create' | 'update', payload: Payload): readonly string[] {
  const validate = validators[kind].get(collection);
  if (!validate) throw new Error(`no schema for ${collection}`);
  validate(toBody(payload, { id: () => 42, mark: 'cp3k9x2-17' }));
  const fields = (validate.errors ?? []).map(
    ({ instancePath, params }) => instancePath.split('/')[1] ?? String(params['missingProperty']),
  );
  return [...new Set(fields)];
}
