import type { Collection } from '../contract/field.js';
import { toBody } from '../generators/encode.js';
import type { Payload, Ref } from '../generators/wire.js';
import { Inconclusive } from '../harness/errors.js';
import type { Exchange } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { inForms } from './body-forms.js';
import type { Calendar, Made, RawRequest, WriteOptions, Written } from './calendar.js';
import { claimOf } from './claim.js';
import { createdId } from './created.js';
import { encodeBody } from './encode-body.js';
import type { Lens } from './lens.js';
import type { Marker } from './marker.js';
import { refuseInvalid } from './own-valid.js';
import { itemPath, type Via } from './paths.js';
import type { TargetProfile } from './profile.js';
import { toWireId } from './wire-id.js';

/** The methods of a calendar that write. */
export type Writes = Pick<Calendar, 'create' | 'make' | 'update' | 'remove'>;

/** What a write is sent with, in the forms that the target takes. */
export interface WritesOptions {
  readonly send: (request: RawRequest) => Promise<Exchange>;
  readonly lens: Lens;
  readonly marker: Marker;
  readonly idOf: (ref: Ref) => string;
  /** How the target takes relations and flags, and what it takes for drafts. */
  readonly profile: Pick<TargetProfile, 'bodyForms' | 'draftedUnlessSent'>;
}

/** What is sent, as the interface states it. */
type Sent = Pick<Written, 'collection' | 'body'>;

/** Sends writes, each with a token in its body and a claim for the journal. */
export function createWrites({ send, lens, marker, idOf, profile }: WritesOptions): Writes {
  const toSent = (payload: Payload, mark: string): JsonObject =>
    toBody(payload, { id: (ref) => toWireId(idOf(ref)), mark });
  function write(request: RawRequest, { collection, body }: Sent, options: WriteOptions): Promise<Exchange> {
    const taken = inForms(collection, body, options.forms ?? profile.bodyForms);
    return send({ ...request, ...encodeBody(taken, options.form ? 'form' : 'json'), via: onlyVia(options) });
  }

  async function create(collection: Collection, payload: Payload, options: WriteOptions = {}): Promise<Written> {
    const token = marker.next();
    const isDrafted = profile.draftedUnlessSent.includes(collection);
    const body = toSent(isDrafted ? { status: 'publish', ...payload } : payload, token);
    const claim = claimOf(collection, token, body, options);
    const exchange = await write({ method: 'POST', path: `/${collection}`, claim }, { collection, body }, options);
    return { collection, body, exchange };
  }

  return {
    create,
    async make(collection, payload, options) {
      await refuseInvalid(collection, payload);
      return toMade(lens, await create(collection, payload, options));
    },
    async update(collection, address, verb, payload, options = {}) {
      const body = toSent(payload, marker.next());
      const path = itemPath(collection, address);
      const claim = { kind: 'update', collection, address: path } as const;
      return { collection, body, exchange: await write({ method: verb, path, claim }, { collection, body }, options) };
    },
    async remove(collection, address, via = {}) {
      const path = itemPath(collection, address);
      const claim = { kind: 'delete', collection, address: path } as const;
      return send({ method: 'DELETE', path, via: onlyVia(via), claim });
    },
  };
}

/** The record that a create made. @throws CannotTell when it was refused or its id is not shown. */
function toMade(lens: Lens, written: Written): Made {
  const { collection, exchange } = written;
  const need = `${collection}.create`;
  const { outcome } = exchange;
  if (outcome.kind !== 'response' || outcome.response.status >= 300) {
    const seen = outcome.kind === 'response' ? `answered with ${outcome.response.status}` : outcome.kind;
    throw new Inconclusive(`a record of ${collection} that it needs could not be created: ${seen}`, need);
  }
  const id = createdId(lens, collection, exchange);
  if (id === undefined) throw new Inconclusive(`the id of a created record of ${collection} is not shown`, need);
  return { ...written, id, shown: lens.recordIfAny(collection, exchange) ?? { collection, id, json: {} } };
}

const onlyVia = ({ language, segment }: Via): Via => ({
  ...(language !== undefined && { language }),
  ...(segment !== undefined && { segment }),
});
