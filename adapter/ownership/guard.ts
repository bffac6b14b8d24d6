import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, isSafe, type Phase, type WireRequest } from '../../wire/exchange.js';
import { isGranted, NOT_FOUND, statusOf } from '../../wire/status.js';
import type { Lens } from '../reading/lens.js';
import { isBySlug, pathOf } from '../reading/paths.js';
import { holdsToken } from './marker.js';
import { type GuardedAddress, isPlain, ownershipOf } from './ownership.js';

/** Sends a request for a phase, records it, and journals its claim. */
export type SendFor = (
  request: WireRequest,
  options: { readonly phase: Phase; readonly claim?: unknown; readonly as?: string; readonly requirement?: string },
) => Promise<Exchange>;

/** The record at an address belongs to others, or may: it is never written to. */
export class NotOurs extends Inconclusive {
  readonly isForeign: boolean;
  constructor(path: string, isForeign: boolean) {
    const seen = isForeign ? 'does not carry the marker of the run' : 'cannot be read';
    super(`${path} ${seen}, so it is not written to: it may belong to others`);
    this.isForeign = isForeign;
  }
}

/** The result of work that writes; undefined if it hit a record of others. */
export async function ifOurs<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotOurs) return undefined;
    throw error;
  }
}

/**
 * Lets writes through only to records that a read has shown to be of this run. Methods that identify such a record
 * return the path of its id.
 */
export interface Guard {
  /** Sends a request that belongs to no execution. */
  readonly send: SendFor;
  /** Notes a record that a list shows under an id; `text` is the whole record as shown. */
  listed(idPath: string, text: () => string): string | undefined;
  /** Verifies by a read, unless known, that an address points to our record. @throws NotOurs if it does not */
  admit(address: GuardedAddress, phase: Phase): Promise<string | undefined>;
  /** Notes a response from an address. */
  answered(address: GuardedAddress, exchange: Exchange): string | undefined;
  /** Whether the record of an id was seen to be ours and, as far as is known, still exists. */
  knows(idPath: string): boolean;
  /** Whether a DELETE of the record of an id was granted, and no update since. */
  isDeleted(idPath: string): boolean;
  /** Whether exactly one was. */
  isDeletedOnce(idPath: string): boolean;
  /** Whether a read after the only DELETE found nothing. */
  hasVanished(idPath: string): boolean;
}

/** How the guard recognizes a record of the run. */
interface GuardOptions {
  /** The text that every record of the run carries. */
  readonly marker: string;
  /** Whether a create of this run returned this id together with its token. */
  readonly isMarkedOwn: (idPath: string) => boolean;
  readonly send: SendFor;
}

/** Opens the guard of a run. */
export function createGuard({ marker, isMarkedOwn, send }: GuardOptions): Guard {
  /** The addresses of our records, each with the path of the record's id. */
  const ours = new Map<string, string>();
  /** The records that a DELETE was granted for and nothing brought back, with the number of their DELETEs. */
  const deleted = new Map<string, number>();
  const vanished = new Set<string>();
  /** The records that were shown to be ours at some time. */
  const shown = new Set<string>();
  /** Addresses where the last request found no record: that verifies one write. */
  const vacant = new Set<string>();
  const pending = new Map<string, Promise<void>>();

  function note(key: string, idPath: string): void {
    ours.set(key, idPath);
    shown.add(idPath);
  }
  function read(address: GuardedAddress, exchange: Exchange): void {
    const { key, path, idPathIn } = address;
    vacant.delete(key);
    if (ours.has(key)) return;
    const owner = ownershipOf(address, exchange, marker);
    if (owner === 'ours') note(key, idPathIn(exchange));
    if (owner === 'nobody' && isPlain(address, exchange)) vacant.add(key);
    // The second DELETE of a record may empty a trash.
    if (owner === 'nobody' && deleted.get(path) === 1) vanished.add(path);
  }
  async function verify(address: GuardedAddress, phase: Phase): Promise<void> {
    const { path, target, key, idPathIn } = address;
    const exchange = await send({ method: 'GET', target, headers: [] }, { phase });
    const owner = ownershipOf(address, exchange, marker);
    if (owner === 'ours') note(key, idPathIn(exchange));
    // If the read is refused, what the create returned or what was read before has to suffice.
    const isNamed = isMarkedOwn(path) || shown.has(path) || (isBySlug(path) && holdsToken(path, marker));
    if (owner === 'ours' || owner === 'nobody' || (owner === 'hidden' && isNamed)) return;
    throw new NotOurs(path, owner === 'foreign');
  }
  /** A write that found nothing shows, as a read would, that there is still nothing; a 400 may be about the body. */
  function missed({ key }: GuardedAddress, exchange: Exchange): void {
    if (!ours.has(key) && NOT_FOUND.includes(statusOf(exchange))) vacant.add(key);
  }
  /** An update that is granted may bring back what was deleted. */
  function revive({ key, path, idPathIn }: GuardedAddress, exchange: Exchange): void {
    if (!isGranted(exchange)) return;
    for (const idPath of [ours.get(key) ?? path, idPathIn(exchange)]) deleted.delete(idPath);
  }
  /** A later record at the address of a deleted one need not be ours. */
  function forget({ path, key }: GuardedAddress, { outcome }: Exchange): void {
    const isAnswered = outcome.kind === 'response';
    if (isAnswered && !isGranted(outcome)) return;
    const idPath = ours.get(key) ?? path;
    if (isAnswered) deleted.set(idPath, (deleted.get(idPath) ?? 0) + 1);
    for (const [one, its] of ours) if (its === idPath) ours.delete(one);
  }

  return {
    send,
    listed(idPath, text) {
      if (!ours.has(idPath) && isMarkedOwn(idPath) && holdsToken(text(), marker)) note(idPath, idPath);
      return ours.get(idPath);
    },
    async admit(address, phase) {
      const { key } = address;
      if (ours.has(key) || vacant.delete(key)) return ours.get(key);
      // Concurrent writes wait for one read, and then go on concurrently.
      const verifying = pending.get(key) ?? verify(address, phase).finally(() => pending.delete(key));
      pending.set(key, verifying);
      await verifying;
      return ours.get(key);
    },
    answered(address, exchange) {
      const { method } = exchange.request;
      if (method === 'GET') read(address, exchange);
      if (method === 'DELETE') forget(address, exchange);
      if (['POST', 'PUT', 'PATCH'].includes(method)) revive(address, exchange);
      if (!isSafe(method)) missed(address, exchange);
      return ours.get(address.key);
    },
    knows: (idPath) => ours.has(idPath),
    isDeleted: (idPath) => deleted.has(idPath),
    isDeletedOnce: (idPath) => deleted.get(idPath) === 1,
    hasVanished: (idPath) => vanished.has(idPath),
  };
}

/**
 * The guard of a run as one execution sees it: it knows only the records that this execution saw itself, so that its
 * requests do not depend on what other executions happened to see before.
 */
export function withMemory(guard: Guard): Guard {
  const seen = new Set<string>();
  const note = (idPath: string | undefined): string | undefined => {
    if (idPath !== undefined) seen.add(idPath);
    return idPath;
  };
  return {
    ...guard,
    admit: async (address, phase) => note(await guard.admit(address, phase)),
    answered: (address, exchange) => note(guard.answered(address, exchange)),
    knows: (idPath) => seen.has(idPath) && guard.knows(idPath),
  };
}

/** A lens that notifies the guard of the records in lists. */
export const withNotes = (lens: Lens, guard: Guard): Lens => ({
  ...lens,
  page(collection, exchange) {
    const page = lens.page(collection, exchange);
    for (const { id, json } of page.items) guard.listed(pathOf({ collection, id }), () => JSON.stringify(json));
    return page;
  },
});
