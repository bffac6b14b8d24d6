import type { Exchange } from '../../wire/exchange.js';
import { jsonOf } from '../../wire/message-body.js';
import { isDenied, isGranted } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import { isBlank } from '../notation/shown-values.js';
import { byId } from '../reading/paths.js';
import { fieldIn } from '../reading/shape-discovery.js';
import { isMarkedProtected } from '../world/redacted-records.js';
import type { FoundEvent } from '../world/world.js';

/** So many events are read, first those without a description, because lists often redact protected events. */
const MOST_READ = 6;

/**
 * Finds protected events: reads of them are refused or redacted, while other events are shown. If no event is shown,
 * reading itself is not allowed, and nothing is learned.
 */
export async function findProtected(calendar: Calendar, events: readonly FoundEvent[]): Promise<readonly FoundEvent[]> {
  const [bare, full] = [events.filter(isBare), events.filter((event) => !isBare(event))];
  const half = Math.max(MOST_READ / 2, MOST_READ - full.length);
  const chosen = [...bare.slice(0, half), ...full].slice(0, MOST_READ);
  const read = await Promise.all(
    chosen.map(async (event) => ({ event, exchange: await calendar.read('events', byId(event)) })),
  );
  const isAnyShown = read.some(({ exchange }) => isGranted(exchange) && !showsProtected(exchange));
  return isAnyShown ? read.filter(({ exchange }) => isProtected(exchange)).map(({ event }) => event) : [];
}

const isBare = ({ json }: FoundEvent): boolean => isBlank(fieldIn(json, 'description'));

/** Whether the response to a read without a password hides an event, or a part of it. */
export const isProtected = (exchange: Exchange): boolean => isDenied(exchange) || showsProtected(exchange);

const showsProtected = ({ outcome }: Exchange): boolean => isMarkedProtected(jsonOf(outcome) ?? null);
