import { Inconclusive } from '../../wire/errors.js';
import type { Exchange, Phase, WireRequest } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import type { Lens } from '../reading/lens.js';
import { isBySlug, pathOf } from '../reading/paths.js';
import { holdsToken } from './marker.js';
import { type GuardedAddress, isPlain, ownershipOf } from './ownership.js';

/** Sends for a phase and records; the journal is kept behind it. */
export type SendFor = (
  request: WireRequest,
  options: { readonly phase: Phase; readonly claim?: unknown; readonly as?: string },
) => Promise<Exchange>;

/** What an address leads to is somebody else's, or cannot be told: it is never written to. */
export class NotOurs extends Inconclusive {
  readonly isForeign: boolean;
  constructor(path: string, isForeign: boolean) {
    const seen = isForeign ? 'does not carry the marker of the run' : 'cannot be read';
    super(`${path} ${seen}, so it is not written to: it may be somebody else's`);
    this.isForeign = isForeign;
  }
}

/** What comes of work that writes; undefined where it met what is not ours. */
export async function ifOurs<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotOurs) return undefined;
    throw error;
  }
}

/**
 * Lets nothing be written to but what was seen, by a read of its own, to be a record of this run. Whatever shows a
 * record to be ours gives the path of its id.
 */
export interface Guard {
  /** Sends what belongs to no execution. */
  readonly send: SendFor;
  /** Takes note of a record that a list shows under an id; `text` is all that is shown of it. */
  listed(idPath: string, text: () => string): string | undefined;
  /** Looks, where it is not known, whose record an address leads to. @throws NotOurs where it is somebody else's */
  admit(address: GuardedAddress, phase: Phase): Promise<string | undefined>;
  /** Takes note of what was answered there. */
  answered(address: GuardedAddress, exchange: Exchange): string | undefined;
  /** Whether the record of an id was seen to be ours, and is there as far as is known. */
  knows(idPath: string): boolean;
  /** Whether a DELETE of the record of an id was granted. */
  isDeleted(idPath: string): boolean;
  /** Whether a read found nothing there after that. */
  hasVanished(idPath: string): boolean;
}

/** By what the guard knows a record of the run. */
interface GuardOptions {
  /** The text that every record of the run carries. */
  readonly marker: string;
  /** Whether a create of this run named this id in an answer that held its token. */
  readonly isMarkedOwn: (idPath: string) => boolean;
  readonly send: SendFor;
}

/** Opens the guard of a run. */
export function createGuard({ marker, isMarkedOwn, send }: GuardOptions): Guard {
  /** The addresses that lead to records of ours, each with the path of the record's id. */
  const known = new Map<string, string>();
  const deleted = new Set<string>();
  const vanished = new Set<string>();
  /** Addresses at which the last read found nobody's record: as good as a look for one write. */
  const vacant = new Set<string>();
  const looks = new Map<string, Promise<void>>();

  function read(address: GuardedAddress, exchange: Exchange): void {
    const { key, path, idPathIn } = address;
    vacant.delete(key);
    if (known.has(key)) return;
    const whose = ownershipOf(address, exchange, marker);
    if (whose === 'ours') known.set(key, idPathIn(exchange));
    if (whose === 'nobody' && isPlain(address, exchange)) vacant.add(key);
    if (whose === 'nobody' && deleted.has(path)) vanished.add(path);
  }
  async function look(address: GuardedAddress, phase: Phase): Promise<void> {
    const { path, target, key, idPathIn } = address;
    const exchange = await send({ method: 'GET', target, headers: [] }, { phase });
    const whose = ownershipOf(address, exchange, marker);
    if (whose === 'ours') known.set(key, idPathIn(exchange));
    // Where a look is refused, what the answer to the create showed has to do.
    const isNamed = isMarkedOwn(path) || (isBySlug(path) && holdsToken(path, marker));
    if (whose === 'ours' || whose === 'nobody' || (whose === 'hidden' && isNamed)) return;
    throw new NotOurs(path, whose === 'foreign');
  }
  /** What comes to stand at the address of a deleted record need not be ours. */
  function forget({ path, key }: GuardedAddress, { outcome }: Exchange): void {
    const isAnswered = outcome.kind === 'response';
    if (isAnswered && !isGranted(outcome)) return;
    const idPath = known.get(key) ?? path;
    if (isAnswered) deleted.add(idPath);
    for (const [one, its] of known) if (its === idPath) known.delete(one);
  }

  return {
    send,
    listed(idPath, text) {
      if (!known.has(idPath) && isMarkedOwn(idPath) && holdsToken(text(), marker)) known.set(idPath, idPath);
      return known.get(idPath);
    },
    async admit(address, phase) {
      const { key } = address;
      if (known.has(key) || vacant.delete(key)) return known.get(key);
      // Writes that are sent side by side wait for one look, and then go side by side.
      const looking = looks.get(key) ?? look(address, phase).finally(() => looks.delete(key));
      looks.set(key, looking);
      await looking;
      return known.get(key);
    },
    answered(address, exchange) {
      const { method } = exchange.request;
      if (method === 'GET') read(address, exchange);
      if (method === 'DELETE') forget(address, exchange);
      return known.get(address.key);
    },
    knows: (idPath) => known.has(idPath),
    isDeleted: (idPath) => deleted.has(idPath),
    hasVanished: (idPath) => vanished.has(idPath),
  };
}

/**
 * The guard of a run as one execution sees it: it knows the records that were shown to this execution itself. What
 * others saw meanwhile, and sooner or later, is no reason to do one thing or another.
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

/** A lens that lets the guard of the run know which records lists show. */
export const withNotes = (lens: Lens, guard: Guard): Lens => ({
  ...lens,
  page(collection, exchange) {
    const page = lens.page(collection, exchange);
    for (const { id, json } of page.items) guard.listed(pathOf({ collection, id }), () => JSON.stringify(json));
    return page;
  },
});
