import type { Exchange } from '../../wire/exchange.js';
import { jsonOf } from '../../wire/message-body.js';
import { isDenied, isGranted } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import { isBlank, toText } from '../notation/shown-values.js';
import { byId } from '../reading/paths.js';
import { fieldIn } from '../reading/shape-discovery.js';
import { isMarkedProtected } from '../world/redacted-records.js';
import type { FoundEvent } from '../world/world.js';

/** So many events are read at a time. */
const AT_ONCE = 6;

/** No more are read in all: a calendar may hold thousands without a description. */
const MOST_READ = 24;

/**
 * Finds protected events: reads of them are refused or redacted, while other events are shown. If no event is shown,
 * reading itself is not allowed, and nothing is learned. What a list marks is read first, then what it shows without a
 * description, because lists often redact protected events: so long until one is found.
 */
export async function findProtected(calendar: Calendar, events: readonly FoundEvent[]): Promise<readonly FoundEvent[]> {
  const suspects = [...events.filter(isMarked), ...events.filter((event) => isBare(event) && !isMarked(event))];
  const full = events.filter((event) => !suspects.includes(event));
  const half = Math.max(AT_ONCE / 2, AT_ONCE - full.length);
  const first = [...suspects.slice(0, half), ...full].slice(0, AT_ONCE);
  const others = suspects.slice(half);
  const read: (typeof first)[] = [first];
  for (let from = 0; from < others.length; from += AT_ONCE) read.push(others.slice(from, from + AT_ONCE));
  return findAmong(calendar, read.slice(0, MOST_READ / AT_ONCE));
}

/** The protected events of the first group that has any, where some event is shown. */
async function findAmong(
  calendar: Calendar,
  groups: readonly (readonly FoundEvent[])[],
): Promise<readonly FoundEvent[]> {
  let isAnyShown = false;
  for (const group of groups) {
    const read = await Promise.all(
      group.map(async (event) => ({ event, exchange: await calendar.read('events', byId(event)) })),
    );
    isAnyShown ||= read.some(({ exchange }) => isGranted(exchange) && !showsProtected(exchange));
    const found = read.filter(({ exchange }) => isProtected(exchange));
    if (found.length > 0 || !isAnyShown) return isAnyShown ? found.map(({ event }) => event) : [];
  }
  return [];
}

/** Common services write it before the title, where they do not mark it otherwise. */
const isMarked = ({ json }: FoundEvent): boolean =>
  isMarkedProtected(json) || /^(protected|beveiligd|geschützt|protégé)\s*:/i.test(toText(fieldIn(json, 'title')));

const isBare = ({ json }: FoundEvent): boolean => isBlank(fieldIn(json, 'description'));

/** Whether the response to a read without a password hides an event, or a part of it. */
export const isProtected = (exchange: Exchange): boolean => isDenied(exchange) || showsProtected(exchange);

const showsProtected = ({ outcome }: Exchange): boolean => isMarkedProtected(jsonOf(outcome) ?? null);
