import type { OwnCalendar } from '../../adapter/open-context.js';
import { type Address, byId, bySlug } from '../../adapter/reading/paths.js';
import { isRef, type Payload, type WireValue } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { statusOf } from '../../wire/status.js';
import type { WriteStep } from './write-script.js';

/** A record of the script as it was read last. */
export interface Known {
  readonly id: string;
  /** Empty where it has none. */
  readonly slug: string;
  readonly fields: JsonObject;
}

/** What a step is sent with. */
interface Sending {
  readonly known: Known | undefined;
  readonly payload: Payload | undefined;
}

/** Sends the request of a step. */
export async function sendStep(
  step: Exclude<WriteStep, { kind: 'list' }>,
  { calendar }: Pick<OwnCalendar, 'calendar'>,
  { known, payload = {} }: Sending,
): Promise<Exchange> {
  const { collection } = step;
  if (step.kind === 'create') return (await calendar.create(collection, payload)).exchange;
  if (step.kind === 'invalid')
    return (await calendar.create(collection, payload, { ...(step.cutOff && { cutOff: true }) })).exchange;
  const { id = '', slug = '' } = known ?? {};
  const address: Address = 'by' in step && step.by === 'slug' ? bySlug(slug) : byId({ id });
  if (step.kind === 'read') return calendar.read(collection, address);
  if (step.kind === 'delete') return calendar.remove(collection, address);
  return (await calendar.update(collection, address, step.verb, payload)).exchange;
}

const SERVER_ERROR = 500;

/** An answer; in doubt where another one came before it, which may have had an effect of its own. */
interface Settled {
  readonly exchange: Exchange;
  readonly isDoubtful: boolean;
}

/**
 * Sends a request once more if it was not answered, or by a server error: that may be over. A request that is not
 * answered then has status 0, as long as the target answers others.
 * @throws Inconclusive if it answers nothing any more
 */
export async function settle(request: () => Promise<Exchange>, other: () => Promise<Exchange>): Promise<Settled> {
  const first = await request();
  const isOver = statusOf(first) !== 0 && statusOf(first) < SERVER_ERROR;
  const exchange = isOver ? first : await request();
  if (statusOf(exchange) !== 0 || (await isAnswered(other)))
    return { exchange, isDoubtful: statusOf(first) !== statusOf(exchange) };
  const { method, target } = exchange.request;
  throw new Inconclusive(`${method} ${target} was not answered`);
}

/** At the first or the second try. */
const isAnswered = async (request: () => Promise<Exchange>): Promise<boolean> =>
  statusOf(await request()) !== 0 || statusOf(await request()) !== 0;

/** A payload without references to records that could not be created. */
export function withoutUnmade(payload: Payload, { bindings }: Pick<OwnCalendar, 'bindings'>): Payload {
  const isMade = (value: WireValue): boolean => !isRef(value) || bindings.has(value);
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => isMade(value))
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter(isMade) : value]),
  );
}
