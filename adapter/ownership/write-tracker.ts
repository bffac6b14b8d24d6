import type { Collection } from '../../contract/resources.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import type { Lens } from '../reading/lens.js';
import { holdsToken } from './marker.js';
import type { Create, OwnRecord, Registry } from './registry.js';
import type { Claim, CreateClaim } from './write-claim.js';

/** The ids of records that lists showed when the answers to their creates told none. */
const foundIds = new WeakMap<Exchange, string>();

/** Remembers which record a create made whose answer does not tell it. */
export function rememberCreated(exchange: Exchange, id: string): void {
  foundIds.set(exchange, id);
}

/** The id of a record just created: in the body, else at the end of Location, else as a list showed it afterwards. */
export function createdId(lens: Lens, collection: Collection, exchange: Exchange): string | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== 'response' || !isGranted(outcome)) return undefined;
  const location = headerValue(outcome.response.headers, 'location') ?? '';
  return lens.recordIfAny(collection, exchange)?.id ?? idInLocation(collection, location) ?? foundIds.get(exchange);
}

/** Digits at the end of a Location, wherever it leads; anything else only as an item of the collection itself. */
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
  /** Follows a write until it is known what it made. */
  follow(sending: Promise<Exchange>, claim: Claim): Promise<Exchange>;
  /** What was made, in the order of making, once nothing is under way any more. */
  end(): Promise<readonly OwnRecord[]>;
}

/** What the writes of a calendar are recorded with. */
interface WriteTrackerOptions {
  readonly lens: Lens;
  readonly registry: Registry;
  /** Targets of the DELETEs that were granted; shared where several ask in one scope, as one may delete another's. */
  readonly deleted?: string[];
  /** Looks for what a create made whose answer does not tell it. */
  readonly seek?: (claim: CreateClaim) => Promise<OwnRecord | undefined>;
}

/** Opens an empty trail. */
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

/** The record that an answer names; undefined when it names none. */
function recordOf(lens: Lens, exchange: Exchange, claim: CreateClaim): OwnRecord | undefined {
  const { collection, token } = claim;
  const id = createdId(lens, collection, exchange);
  if (id === undefined || exchange.outcome.kind !== 'response') return undefined;
  // An answer that does not show our token may name a record of somebody else.
  return { collection, id, proven: holdsToken(textOf(exchange.outcome.response), token) };
}
