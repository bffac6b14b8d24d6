import type { Collection } from '../../contract/resources.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import type { Lens } from '../reading/lens.js';
import { holdsToken } from './marker.js';
import type { Create, OwnRecord, Registry } from './registry.js';
import type { Claim, CreateClaim } from './write-claim.js';

/** The ids of created records, by the exchange of a create that returned none: lists showed them later. */
const foundIds = new WeakMap<Exchange, string>();

/** Remembers the id of the record that a create made without returning it. */
export function rememberCreated(exchange: Exchange, id: string): void {
  foundIds.set(exchange, id);
}

/** The id of a created record: in the body, else at the end of Location, else as a list showed it afterwards. */
export function createdId(lens: Lens, collection: Collection, exchange: Exchange): string | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== 'response' || !isGranted(outcome)) return undefined;
  const location = headerValue(outcome.response.headers, 'location') ?? '';
  return lens.recordIfAny(collection, exchange)?.id ?? idInLocation(collection, location) ?? foundIds.get(exchange);
}

/** The id at the end of a Location: digits after any path, anything else only after the collection's own. */
function idInLocation(collection: Collection, location: string): string | undefined {
  const [path = ''] = location.split(/[?#]/);
  const [last = '', before] = path.split('/').filter(Boolean).reverse();
  if (/^\d+$/.test(last)) return last;
  return before === collection ? decode(last) : undefined;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** What the writes of one calendar have made so far. */
interface WriteTracker {
  /** Awaits a write and registers what it made. */
  follow(sending: Promise<Exchange>, claim: Claim): Promise<Exchange>;
  /** The created records, in order of creation, once no write is under way. */
  end(): Promise<readonly OwnRecord[]>;
}

/** What a write tracker records with. */
interface WriteTrackerOptions {
  readonly lens: Lens;
  readonly registry: Registry;
  /** Targets of granted DELETEs; calendars in one scope have them in common, as one may delete records of another. */
  readonly deleted?: string[];
  /** Finds the record of a create that returned no id. */
  readonly seek?: (claim: CreateClaim) => Promise<OwnRecord | undefined>;
}

/** Opens an empty tracker. */
export function createWriteTracker({ lens, registry, deleted = [], seek }: WriteTrackerOptions): WriteTracker {
  const underWay = new Set<Promise<Exchange>>();
  const made: OwnRecord[] = [];

  async function settle(sending: Promise<Exchange>, claim: Claim): Promise<Exchange> {
    const exchange = await sending;
    const record = claim.kind === 'create' ? recordOf(lens, exchange, claim) : undefined;
    if (exchange.request.method === 'DELETE' && isGranted(exchange)) deleted.push(exchange.request.target);
    if (claim.kind !== 'create') await registry.settled(exchange);
    else if (record) await enter({ exchange, claim }, record);
    else await find({ exchange, claim });
    return exchange;
  }
  async function enter(create: Create, record: OwnRecord): Promise<void> {
    made.push(record);
    await registry.made(create, record);
  }
  async function find(create: Create): Promise<void> {
    registry.unsettled(create);
    const record = isGranted(create.exchange) ? await seek?.(create.claim) : undefined;
    if (!record) return;
    rememberCreated(create.exchange, record.id);
    await enter(create, record);
  }

  return {
    async follow(sending, claim) {
      const following = settle(sending, claim);
      underWay.add(following);
      try {
        return await following;
      } finally {
        underWay.delete(following);
      }
    },
    async end() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      const mayBeGone = ({ collection }: OwnRecord) => deleted.some((target) => target.includes(`/${collection}/`));
      return made.map((record) => (mayBeGone(record) ? { ...record, mayBeGone: true } : record));
    },
  };
}

/** The record that a create returned; undefined if it returned no id. */
function recordOf(lens: Lens, exchange: Exchange, claim: CreateClaim): OwnRecord | undefined {
  const { collection, token } = claim;
  const id = createdId(lens, collection, exchange);
  if (id === undefined || exchange.outcome.kind !== 'response') return undefined;
  // A response without our token may contain a record of others.
  return { collection, id, proven: holdsToken(textOf(exchange.outcome.response), token) };
}
