import type { Collection } from '../../contract/resources.js';
import { toQueryPairs } from '../../generators/encode.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import { openScope, type Scope } from '../../kernel/scope.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, isSafe, type WireRequest } from '../../wire/exchange.js';
import { MAX_HOPS, resolveLink } from '../../wire/link.js';
import { isGranted } from '../../wire/status.js';
import { discardOwn, discardWaiting } from '../ownership/discard-own.js';
import { type Guard, type SendFor, withMemory, withNotes } from '../ownership/guard.js';
import type { Marker } from '../ownership/marker.js';
import { toGuardedAddress } from '../ownership/ownership.js';
import { namedIn } from '../ownership/stray-records.js';
import { findClaimed } from '../ownership/reclaim.js';
import type { OwnRecord, Registry } from '../ownership/registry.js';
import type { CreateClaim } from '../ownership/write-claim.js';
import { createWriteTracker } from '../ownership/write-tracker.js';
import type { TargetProfile } from '../profile/target-profile.js';
import { createLens } from '../reading/lens.js';
import { itemPath, passwordPairs, toItem, toTarget, type Via } from '../reading/paths.js';
import { createWrites, isSpoken } from './calendar-writes.js';
import type { Calendar, RawRequest } from './calendar.js';
import { toRedirectedWrite } from './redirected-write.js';

/** The target, the run and the identity that a calendar sends for. */
export interface CalendarOptions {
  readonly profile: TargetProfile;
  readonly marker: Marker;
  readonly scope: Scope;
  readonly registry: Registry;
  readonly guard: Guard;
  /** The id of a record of the world. @throws if the world has no such record */
  readonly idOf: (ref: Ref) => string;
  /** The name of the identity; the default one when omitted. */
  readonly as?: string;
  /** The language of requests that name none. */
  readonly via?: Via;
  /** Targets of granted DELETEs, for several calendars in one scope. */
  readonly deleted?: string[];
  /** Called with every exchange but those of clean-up. */
  readonly observe?: (exchange: Exchange) => void;
}

/** Opens the calendar of a target for one scope. When it closes, its records are deleted by the identity that made them. */
export function createCalendar({ observe = () => {}, ...options }: CalendarOptions): Calendar {
  const { profile, marker, scope, registry, idOf, as, via: byDefault = {}, deleted = [] } = options;
  const guard = withMemory(options.guard);
  const lens = withNotes(createLens(profile.shapes), guard);
  const tracker = createWriteTracker({ lens, registry, deleted, seek });

  scope.onClose(async (cleanUp) => {
    const made = await tracker.end();
    const { as: _, ...unnamed } = options;
    const within = (send: SendFor, identityOptions: typeof unnamed): Calendar =>
      createCalendar({
        ...identityOptions,
        deleted: [],
        scope: openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send }),
      });
    const sendLast: SendFor = (request, { claim, as: identity }) => cleanUp(request, claim, identity);
    await discardOwn(within(sendLast, options), made, { ...options, guard });
    // Records left by other executions are no part of this one.
    await discardWaiting(within(guard.send, unnamed), options);
  });

  /** Searches for a record by its own token; those of the world are searched for all at once. */
  async function seek(claim: CreateClaim): Promise<OwnRecord | undefined> {
    if (scope.phase === 'world') return undefined;
    const [found] = await findClaimed(calendar, { marker: claim.token, claims: [claim] });
    return found?.record;
  }

  /** Follows the redirects of a write, to records of ours alone; the last response is the answer. */
  async function sendOn(first: Exchange, { headers, body }: Pick<WireRequest, 'headers' | 'body'>): Promise<Exchange> {
    let last = first;
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const redirect = toRedirectedWrite(profile, last);
      if (!redirect) break;
      const { method, path, target } = redirect;
      const isRead = isSafe(method);
      if (!isRead && toItem(path)) await guard.admit(toGuardedAddress({ profile, lens }, path), scope.phase);
      last = await scope.send(
        { method, target, headers: isRead ? [] : headers, ...(!isRead && body && { body }) },
        undefined,
        as,
      );
    }
    return last === first ? first : { ...first, outcome: last.outcome };
  }

  async function send(raw: RawRequest): Promise<Exchange> {
    const { method, path, query, headers = [], body, claim } = raw;
    const via = isSpoken(raw.via) ? raw.via : byDefault;
    const octets = typeof body === 'string' ? Buffer.from(body) : body;
    const target = toTarget(profile, path, { ...(query && { query }), via });
    const intended = claim ?? (isSafe(method) ? undefined : { kind: 'other' as const });
    const item = toItem(path);
    if (item && intended && !changesNothing(method, octets))
      await guard.admit(toGuardedAddress({ profile, lens }, path, via), scope.phase);
    const request = { method, target, headers, ...(octets && { body: octets }) };
    const sending = scope.send(request, intended, as).then((first) => sendOn(first, request));
    const exchange = await (intended ? tracker.follow(sending, intended) : sending);
    // A record that another identity does not see may exist all the same.
    if (item && (as === undefined || method === 'DELETE'))
      guard.answered(toGuardedAddress({ profile, lens }, path, via), exchange);
    if (isGranted(exchange) && octets)
      for (const collection of namedIn(path, octets, marker.text)) registry.mayHaveMade(collection);
    observe(exchange);
    return exchange;
  }

  const calendar: Calendar = {
    profile,
    lens,
    send,
    ...createWrites({ send, lens, marker, idOf, profile, via: byDefault }),
    read: (collection, address, given = {}) =>
      send({ method: 'GET', path: itemPath(collection, address), query: passwordPairs(given), via: given }),
    aside: (work) => scope.during('probe', work),
    list: (collection, query, via = {}) =>
      send({ method: 'GET', path: `/${collection}`, query: toPairs(collection, query, options), via }),
    async follow(link, from, headers = []) {
      const target = resolveLink(link, from.request.target);
      if (target === undefined) throw new Inconclusive(`the link ${link} is not a valid URL`);
      const exchange = await scope.send({ method: 'GET', target, headers }, undefined, as);
      observe(exchange);
      return exchange;
    },
    idOf,
    async markOwn(collection, address) {
      await guard.admit(toGuardedAddress({ profile, lens }, itemPath(collection, address)), scope.phase);
    },
    token: () => marker.next(),
  };
  return calendar;
}

/** An empty PATCH changes no field, so it may go to records of others. */
const changesNothing = (method: string, body: Uint8Array | undefined): boolean =>
  method === 'PATCH' && Buffer.from(body ?? '').toString() === '{}';

/** Encodes the query of a list, with ID lists and flags in the styles that the target takes. */
const toPairs = (
  collection: Collection,
  query: ListQuery,
  { profile, idOf }: Pick<CalendarOptions, 'profile' | 'idOf'>,
): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => {
    // The interface states a CSV list here, whatever style the target takes elsewhere.
    const list = collection === 'events' && name === 'include' ? 'csv' : profile.listStyle;
    return toQueryPairs({ [name]: value }, { id: idOf, list, flags: profile.flagStyle });
  });
