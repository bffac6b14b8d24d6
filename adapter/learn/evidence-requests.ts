import type { ListQuery } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import { ifOurs } from '../ownership/guard.js';
import { holdsToken } from '../ownership/marker.js';
import { createdId } from '../ownership/write-tracker.js';
import { byId, pathOf } from '../reading/paths.js';
import { type ObservedList, toObservedLists } from './shapes/observed.js';

/** Page sizes that few services grant, the largest first. */
const LARGE = [1000, 100] as const;

/**
 * Requests the defaults of a target: how many events of the world a page contains, and which events are listed without
 * a window. Facts are drawn from the responses later; the list without a window contains events of others too.
 */
export async function askDefaults(calendar: Calendar, world: ListQuery): Promise<readonly ObservedList[]> {
  const [unasked] = await Promise.all([
    calendar.list('events', { per_page: calendar.profile.pageSizes.events }),
    calendar.list('events', world),
  ]);
  return toObservedLists('events', unasked, new Map());
}

/** Requests ever smaller pages of venues until one is granted; returns its size, undefined if none is. */
export async function askLargePages(calendar: Calendar): Promise<number | undefined> {
  for (const size of LARGE) if (isGranted(await calendar.list('venues', { per_page: size }))) return size;
  return undefined;
}

/**
 * Deletes the last organizer that was made for a probe and still exists, and reads it again. Only one that was seen with
 * the marker of the run is touched. The calendar has to be the one that made it.
 */
export async function askDelete(calendar: Calendar, exchanges: readonly Exchange[], marker: string): Promise<void> {
  // The guard knows that a record that was read is ours.
  const ours = exchanges.filter(({ phase, outcome, request }) => {
    return (
      phase === 'probe' &&
      request.method === 'GET' &&
      outcome.kind === 'response' &&
      holdsToken(textOf(outcome.response), marker)
    );
  });
  const made = exchanges.filter(isCreate).flatMap((exchange) => createdId(calendar.lens, 'organizers', exchange) ?? []);
  const isOurs = (id: string): boolean =>
    ours.some((exchange) => calendar.lens.recordIfAny('organizers', exchange)?.id === id && isAbout(exchange));
  // A second DELETE shows less than the first: it may find nothing, or empty a trash.
  const id = made.findLast((one) => isOurs(one) && !exchanges.some(isDeleteOf(one)));
  const removed = id === undefined ? undefined : await ifOurs(() => calendar.remove('organizers', byId({ id })));
  if (id !== undefined && removed && isGranted(removed)) await calendar.read('organizers', byId({ id }));
}

const isAbout = ({ request }: Exchange): boolean => /\/organizers(?:[/?]|$)/.test(request.target);

const isDeleteOf =
  (id: string) =>
  ({ request: { method, target } }: Exchange): boolean =>
    method === 'DELETE' && target.split('?')[0]?.endsWith(pathOf({ collection: 'organizers', id })) === true;

const isCreate = ({ phase, request }: Exchange): boolean =>
  phase === 'probe' && request.method === 'POST' && /\/organizers(?:\?|$)/.test(request.target);
