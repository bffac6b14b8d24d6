import type { Collection } from '../contract/field.js';
import type { UpdateVerb } from '../contract/operation.js';
import { toBody, toQueryPairs } from '../generators/encode.js';
import type { ListQuery, Payload, Ref } from '../generators/wire.js';
import { CannotTell } from '../harness/errors.js';
import type { Exchange, HeaderPairs } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { isSafe } from '../harness/method.js';
import { openScope, type Scope } from '../harness/scope.js';
import { type Claim, claimOf } from './claim.js';
import { createdId } from './created.js';
import { discardAll, settleAll } from './discard-all.js';
import { encodeBody } from './encode-body.js';
import { createLens, type Lens, type Shown } from './lens.js';
import type { Marker } from './marker.js';
import { type Address, itemPath, resolveLink, toTarget, type Via } from './paths.js';
import type { TargetProfile } from './profile.js';
import type { Registry } from './registry.js';
import { createTrail } from './trail.js';

export { createdId } from './created.js';
export { isGone } from './discard.js';

/** A write as it was sent. `body` holds what the target got: ids for references, a token for the mark. */
export interface Written {
  readonly collection: Collection;
  readonly body: JsonObject;
  readonly exchange: Exchange;
}

/** A record that was made, with its id and what was sent to make it. */
export interface Made extends Written {
  readonly id: string;
  readonly shown: Shown;
}

/** A request below the namespace, for what the typed methods do not offer. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: HeaderPairs;
  readonly body?: Uint8Array | string;
  readonly via?: Via;
  readonly claim?: Claim;
}

export type WriteOptions = Via & { readonly form?: boolean };

/** The calendar of one target, as one execution of a requirement sees it. Nothing here expects: it sends and tells. */
export interface Calendar {
  readonly profile: TargetProfile;
  readonly lens: Lens;
  send(request: RawRequest): Promise<Exchange>;
  create(collection: Collection, payload: Payload, options?: WriteOptions): Promise<Written>;
  /** Creates what a check needs first; a refusal is a reason why nothing can be told. */
  make(collection: Collection, payload: Payload, options?: WriteOptions): Promise<Made>;
  read(collection: Collection, address: Address, via?: Via): Promise<Exchange>;
  update(
    collection: Collection,
    address: Address,
    verb: UpdateVerb,
    payload: Payload,
    options?: WriteOptions,
  ): Promise<Written>;
  remove(collection: Collection, address: Address, via?: Via): Promise<Exchange>;
  list(collection: Collection, query: ListQuery, via?: Via): Promise<Exchange>;
  /** Reads what a link of an answer leads to; it may be absolute, and is always followed to the same target. */
  follow(link: string, from: Exchange): Promise<Exchange>;
  /** The id of a record of the world. */
  idOf(ref: Ref): string;
  /** A new token for a body that is written by hand; its request needs a claim that holds it. */
  token(): string;
}

export interface CalendarOptions {
  readonly profile: TargetProfile;
  readonly marker: Marker;
  readonly scope: Scope;
  readonly registry: Registry;
  /** The id of a record of the world; throws when the world has no such record. */
  readonly idOf: (ref: Ref) => string;
}

/** Opens the calendar of a target for one scope. What it makes is deleted when the scope closes. */
export function createCalendar(options: CalendarOptions): Calendar {
  const { profile, marker, scope, registry, idOf } = options;
  const lens = createLens(profile.shapes);
  const trail = createTrail({ lens, registry });
  const toPairs = (collection: Collection, query: ListQuery): [string, string][] =>
    Object.entries(query).flatMap(([name, value]) => {
      // The interface states a CSV list here, whatever the target takes elsewhere.
      const list = collection === 'events' && name === 'include' ? 'csv' : profile.listStyle;
      return toQueryPairs({ [name]: value }, { id: idOf, list });
    });
  const wireId = (ref: Ref): number | string => toWireId(idOf(ref));

  scope.onClose(async (send) => {
    const made = await trail.end();
    if (made.length === 0) return;
    const cleanUp = openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send });
    const calendar = createCalendar({ ...options, scope: cleanUp });
    await settleAll(registry, await discardAll(calendar, made, marker.text));
  });

  function send({ method, path, query, headers = [], body, via, claim }: RawRequest): Promise<Exchange> {
    const octets = typeof body === 'string' ? Buffer.from(body) : body;
    const target = toTarget(profile, path, { ...(query && { query }), ...(via && { via }) });
    const intended = claim ?? (isSafe(method) ? undefined : { kind: 'other' as const });
    const sending = scope.send({ method, target, headers, ...(octets && { body: octets }) }, intended);
    return intended ? trail.follow(sending, intended) : sending;
  }

  async function write(request: RawRequest, body: JsonObject, options: WriteOptions): Promise<Exchange> {
    return send({ ...request, ...encodeBody(body, options.form ? 'form' : 'json'), via: onlyVia(options) });
  }

  const read = (collection: Collection, address: Address, via: Via = {}): Promise<Exchange> =>
    send({ method: 'GET', path: itemPath(collection, address), via });

  async function create(collection: Collection, payload: Payload, options: WriteOptions = {}): Promise<Written> {
    const token = marker.next();
    const body = toBody(payload, { id: wireId, mark: token });
    const claim = claimOf(collection, token, body, options);
    return {
      collection,
      body,
      exchange: await write({ method: 'POST', path: `/${collection}`, claim }, body, options),
    };
  }

  async function make(collection: Collection, payload: Payload, options: WriteOptions = {}): Promise<Made> {
    const written = await create(collection, payload, options);
    const { outcome } = written.exchange;
    const need = `${collection}.create`;
    if (outcome.kind !== 'response' || outcome.response.status >= 300) {
      const seen = outcome.kind === 'response' ? `answered with ${outcome.response.status}` : outcome.kind;
      throw new CannotTell(`a record of ${collection} that it needs could not be created: ${seen}`, need);
    }
    const id = createdId(lens, collection, written.exchange);
    if (id === undefined) throw new CannotTell(`the id of a created record of ${collection} is not shown`, need);
    const shown = lens.recordIfAny(collection, written.exchange) ?? { collection, id, json: {} };
    return { ...written, id, shown };
  }

  async function remove(collection: Collection, address: Address, via: Via = {}): Promise<Exchange> {
    const claim: Claim = { kind: 'delete', collection, address: itemPath(collection, address) };
    return send({ method: 'DELETE', path: itemPath(collection, address), via: onlyVia(via), claim });
  }

  async function followLink(link: string, from: Exchange): Promise<Exchange> {
    const target = resolveLink(link, from.request.target);
    if (target === undefined) throw new CannotTell(`the link ${link} is no address`);
    return scope.send({ method: 'GET', target, headers: [] });
  }

  return {
    profile,
    lens,
    send,
    create,
    make,
    remove,
    idOf,
    read,
    token: () => marker.next(),
    follow: followLink,
    async update(collection, address, verb, payload, options = {}) {
      const body = toBody(payload, { id: wireId, mark: marker.next() });
      const path = itemPath(collection, address);
      const claim: Claim = { kind: 'update', collection, address: path };
      return { collection, body, exchange: await write({ method: verb, path, claim }, body, options) };
    },
    list: (collection, query, via = {}) =>
      send({ method: 'GET', path: `/${collection}`, query: toPairs(collection, query), via }),
  };
}

const onlyVia = ({ language, segment }: Via): Via => ({
  ...(language !== undefined && { language }),
  ...(segment !== undefined && { segment }),
});

/** Ids of digits are sent as the numbers the interface declares; others as they were shown. */
export const toWireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);
