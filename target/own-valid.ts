import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Collection } from '../contract/field.js';
import { toRequestSchema } from '../contract/json-schema.js';
import { toBody } from '../generators/encode.js';
import type { Payload } from '../generators/wire.js';
import { HarnessError } from '../harness/errors.js';

/** Compiles the contract's schema of a create. ajv is loaded when the first body is checked: nothing before needs it. */
async function compile(collection: Collection): Promise<ValidateFunction> {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  return ajv.compile(toRequestSchema({ collection, kind: 'create' }));
}

const validators = new Map<Collection, Promise<ValidateFunction>>();

function validatorOf(collection: Collection): Promise<ValidateFunction> {
  const validator = validators.get(collection) ?? compile(collection);
  validators.set(collection, validator);
  return validator;
}

/**
 * Makes sure that a body of our own that must be accepted is one that the contract allows, whatever ids the target has.
 * An invalid one is our fault, not the target's. @throws HarnessError
 */
export async function refuseInvalid(collection: Collection, payload: Payload): Promise<void> {
  const validate = await validatorOf(collection);
  if (validate(toBody(payload, { id: () => 1, mark: 'mark' }))) return;
  const [error] = validate.errors ?? [];
  throw new HarnessError(`a body of ours for ${collection} is not valid: ${error?.instancePath} ${error?.message}`);
}
