import type { Collection } from '../contract/field.js';
import type { UpdateVerb } from '../contract/operation.js';
import { toQueryPairs } from '../generators/encode.js';
import type { ListQuery, Payload, Ref } from '../generators/wire.js';
import { CannotTell } from '../harness/errors.js';
import type { Exchange } from '../harness/exchange.js';
import { isSafe } from '../harness/method.js';
import { openScope, type Scope } from '../harness/scope.js';
import { discardAll, settleAll } from './discard-all.js';
import { createLens, type Lens } from './lens.js';
import type { Marker } from './marker.js';
import { type Address, itemPath, resolveLink, toTarget, type Via } from './paths.js';
import type { TargetProfile } from './profile.js';
import type { Registry } from './registry.js';
import { createTrail } from './trail.js';
import { createWrites } from './writes.js';
import type { Made, RawRequest, WriteOptions, Written } from './written.js';

export { createdId } from './created.js';
export { toWireId } from './wire-id.js';
export type { Made, RawRequest, WriteOptions, Written } from './written.js';

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

  scope.onClose(async (cleanUp) => {
    const made = await trail.end();
    if (made.length === 0) return;
    const own = openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send: cleanUp });
    await settleAll(registry, await discardAll(createCalendar({ ...options, scope: own }), made, marker.text));
  });

  function send({ method, path, query, headers = [], body, via, claim }: RawRequest): Promise<Exchange> {
    const octets = typeof body === 'string' ? Buffer.from(body) : body;
    const target = toTarget(profile, path, { ...(query && { query }), ...(via && { via }) });
    const intended = claim ?? (isSafe(method) ? undefined : { kind: 'other' as const });
    const sending = scope.send({ method, target, headers, ...(octets && { body: octets }) }, intended);
    return intended ? trail.follow(sending, intended) : sending;
  }

  return {
    profile,
    lens,
    send,
    ...createWrites({ send, lens, marker, idOf }),
    read: (collection, address, via = {}) => send({ method: 'GET', path: itemPath(collection, address), via }),
    list: (collection, query, via = {}) =>
      send({ method: 'GET', path: `/${collection}`, query: toPairs(collection, query, options), via }),
    async follow(link, from) {
      const target = resolveLink(link, from.request.target);
      if (target === undefined) throw new CannotTell(`the link ${link} is no address`);
      return scope.send({ method: 'GET', target, headers: [] });
    },
    idOf,
    token: () => marker.next(),
  };
}

/** The query of a list as pairs, lists of ids in the style that the target takes. */
const toPairs = (collection: Collection, query: ListQuery, { profile, idOf }: CalendarOptions): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => {
    // The interface states a CSV list here, whatever the target takes elsewhere.
    const list = collection === 'events' && name === 'include' ? 'csv' : profile.listStyle;
    return toQueryPairs({ [name]: value }, { id: idOf, list });
  });
