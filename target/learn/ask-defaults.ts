import type { ListQuery } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import type { Calendar } from '../calendar.js';
import { type ObservedList, toObservedLists } from './sighting.js';

/** Pages that hardly any service grants, the largest first. */
const LARGE = [1000, 100] as const;

/**
 * Asks for what a target does of its own accord: how many events of the world it lists on a page, and which events it
 * lists unasked. The answers are read when facts are drawn; what is listed unasked shows events of others too.
 */
export async function askDefaults(calendar: Calendar, world: ListQuery): Promise<readonly ObservedList[]> {
  const [unasked] = await Promise.all([
    calendar.list('events', { per_page: calendar.profile.pageSize }),
    calendar.list('events', world),
  ]);
  return toObservedLists('events', unasked, new Map());
}

/** Asks for ever smaller pages of venues until one is granted; gives its size, undefined where none is. */
export async function askLargePages(calendar: Calendar): Promise<number | undefined> {
  for (const size of LARGE) if (isGranted(await calendar.list('venues', { per_page: size }))) return size;
  return undefined;
}

const isGranted = ({ outcome }: Exchange): boolean => outcome.kind === 'response' && outcome.response.status < 300;
