import type { Exchange } from '../../harness/exchange.js';
import type { Calendar } from '../calendar.js';
import { rememberCreated } from '../created.js';
import { findClaimed } from '../reclaim.js';
import type { Registry } from '../registry.js';
import type { Built } from './build.js';

export interface Identifying {
  readonly registry: Registry;
  /** The text that every token of the run holds. */
  readonly marker: string;
}

/** Finds, in lists, the records of creates that were accepted without telling an id. */
export async function identify(
  calendar: Calendar,
  built: readonly Built[],
  { registry, marker }: Identifying,
): Promise<readonly Built[]> {
  const silent = new Set(built.filter(({ id }) => id === undefined).map(({ written }) => written.exchange));
  const creates = registry.unknown.filter(({ exchange }) => silent.has(exchange) && isAccepted(exchange));
  if (creates.length === 0) return built;
  const found = await findClaimed(calendar, { marker, claims: creates.map(({ claim }) => claim) });
  const ids = new Map<Exchange, string>();
  for (const create of creates) {
    const record = found.find(({ claim }) => claim.token === create.claim.token)?.record;
    if (!record) continue;
    ids.set(create.exchange, record.id);
    rememberCreated(create.exchange, record.id);
    await registry.made(create, record);
  }
  return built.map((one) => ({ ...one, id: one.id ?? ids.get(one.written.exchange) }));
}

const isAccepted = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.response.status >= 200 && outcome.response.status < 300;
