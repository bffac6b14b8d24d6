import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Collection } from '../../contract/resources.js';
import { toRequestSchema } from '../../contract/schemas/json-schema.js';
import { toBody } from '../../generators/encode.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import { Obstructed } from '../../kernel/deviation.js';
import { HarnessError, Inconclusive } from '../../wire/errors.js';
import type { Exchange, HeaderPairs } from '../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import type { Marker } from '../ownership/marker.js';
import { claimOf } from '../ownership/write-claim.js';
import { createdId } from '../ownership/write-tracker.js';
import { inForms, notTaken } from '../profile/request-body-forms.js';
import type { TargetProfile } from '../profile/target-profile.js';
import type { Lens } from '../reading/lens.js';
import { itemPath, passwordPairs, type Via } from '../reading/paths.js';
import { toWireId } from './bindings.js';
import type { Calendar, Made, RawRequest, WriteOptions, Written } from './calendar.js';

/** An encoded body and its content type. */
interface EncodedBody {
  readonly headers: HeaderPairs;
  readonly body: string;
}

const JSON_TYPE = 'application/json';

/** Encodes a body as JSON, which may be cut off, or as a form with lists as `name[]=1&name[]=2`. */
export const encodeBody = (
  body: JsonObject,
  { form, parameter, cutOff }: Pick<WriteOptions, 'form' | 'parameter' | 'cutOff'>,
): EncodedBody =>
  form !== true
    ? {
        headers: [['content-type', parameter === undefined ? JSON_TYPE : `${JSON_TYPE}; ${parameter}`]],
        body: JSON.stringify(body).slice(0, cutOff ? -1 : undefined),
      }
    : { headers: [['content-type', 'application/x-www-form-urlencoded']], body: toForm(body) };

function toForm(body: JsonObject): string {
  const text = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const pairs = Object.entries(body).flatMap(([name, value]): [string, string][] =>
    isJsonArray(value) ? value.map((item) => [`${name}[]`, text(item)]) : [[name, text(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

/** Compiles the contract's schema of a create. ajv is loaded lazily, as its start takes time. */
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

/** Checks that the contract allows a body of ours that must be accepted, with any ids. @throws HarnessError if not */
export async function refuseInvalid(collection: Collection, payload: Payload): Promise<void> {
  const validate = await validatorOf(collection);
  if (validate(toBody(payload, { id: () => 1, mark: 'mark' }))) return;
  const [error] = validate.errors ?? [];
  throw new HarnessError(`calproof made an invalid body for ${collection}: ${error?.instancePath} ${error?.message}`);
}

/** The methods of a calendar that write. */
type Writes = Pick<Calendar, 'create' | 'make' | 'update' | 'remove'>;

/** What writes are sent with. */
interface WritesOptions {
  readonly send: (request: RawRequest) => Promise<Exchange>;
  readonly lens: Lens;
  readonly marker: Marker;
  readonly idOf: (ref: Ref) => string;
  /** The forms in which the target takes relations and flags, and the collections it drafts by default. */
  readonly profile: Pick<TargetProfile, 'bodyForms' | 'draftedUnlessSent'>;
  /** The language of creates that name none. */
  readonly via?: Via;
}

/** A body as the interface states it. */
type Sent = Pick<Written, 'collection' | 'body'>;

/** Creates the write methods of a calendar: each puts a token into the body and a claim into the journal. */
export function createWrites({ send, lens, marker, idOf, profile, via = {} }: WritesOptions): Writes {
  const toSent = (payload: Payload, mark: string): JsonObject =>
    toBody(payload, { id: (ref) => toWireId(idOf(ref)), mark });
  function write(request: RawRequest, { collection, body }: Sent, options: WriteOptions): Promise<Exchange> {
    const taken = inForms(collection, body, options.forms ?? profile.bodyForms);
    const { headers, body: text } = encodeBody(taken, options);
    const coding: HeaderPairs = options.chunked ? [['transfer-encoding', 'chunked']] : [];
    return send({ ...request, headers: [...headers, ...coding], body: text, via: onlyVia(options) });
  }

  async function create(collection: Collection, payload: Payload, options: WriteOptions = {}): Promise<Written> {
    const token = marker.next();
    const isDrafted = profile.draftedUnlessSent.includes(collection);
    const body = toSent(isDrafted ? { status: 'publish', ...payload } : payload, token);
    const claim = claimOf(collection, token, body, isSpoken(options) ? options : via);
    const exchange = await write({ method: 'POST', path: `/${collection}`, claim }, { collection, body }, options);
    return { collection, body, exchange };
  }

  return {
    create,
    async make(collection, payload, options) {
      await refuseInvalid(collection, payload);
      const missing = Object.keys(payload).flatMap((name) => notTaken(profile.bodyForms, collection, name) ?? []);
      for (const reason of missing) throw reason;
      return toMade(lens, await create(collection, payload, options));
    },
    async update(collection, address, verb, payload, options = {}) {
      const body = toSent(payload, marker.next());
      const path = itemPath(collection, address);
      const claim = { kind: 'update', collection, address: path } as const;
      return { collection, body, exchange: await write({ method: verb, path, claim }, { collection, body }, options) };
    },
    async remove(collection, address, options = {}) {
      const path = itemPath(collection, address);
      const claim = { kind: 'delete', collection, address: path } as const;
      return send({ method: 'DELETE', path, query: passwordPairs(options), via: onlyVia(options), claim });
    },
  };
}

/** The record that a create made. @throws Inconclusive if it was refused or returned no id */
function toMade(lens: Lens, written: Written): Made {
  const { collection, exchange } = written;
  const need = `${collection}.create`;
  const { outcome } = exchange;
  if (!isGranted(exchange)) {
    const seen = outcome.kind === 'response' ? `answered with ${outcome.response.status}` : outcome.kind;
    const details = {
      kind: 'status',
      expected: `a valid record of ${collection} to be accepted (2xx)`,
      observed: seen,
      exchange,
    } as const;
    throw new Obstructed(`a required record of ${collection} could not be created: ${seen}`, details, need);
  }
  const id = createdId(lens, collection, exchange);
  if (id === undefined) throw new Inconclusive(`the create of a record of ${collection} returned no id`, need);
  return { ...written, id, shown: lens.recordIfAny(collection, exchange) ?? { collection, id, json: {} } };
}

/** Whether a language is named. */
export const isSpoken = (via: Via | undefined): via is Via => via?.language !== undefined || via?.segment !== undefined;

const onlyVia = ({ language, segment }: Via): Via => ({
  ...(language !== undefined && { language }),
  ...(segment !== undefined && { segment }),
});
