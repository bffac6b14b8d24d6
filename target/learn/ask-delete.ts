import { textOf } from '../../harness/body.js';
import type { Exchange } from '../../harness/exchange.js';
import type { Calendar } from '../calendar.js';
import { createdId } from '../created.js';
import { ifOurs } from '../guard.js';
import { holdsToken } from '../marker.js';
import { byId } from '../paths.js';

/**
 * Deletes the last organizer that was made for a probe, and reads it again: it would be deleted in the end anyway. Only
 * one that was seen with the marker of the run is touched. The calendar has to be the one that made it.
 */
export async function askDelete(calendar: Calendar, exchanges: readonly Exchange[], marker: string): Promise<void> {
  // Of one that was read, the guard of the run knows that it is ours.
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
  const id = made.findLast(isOurs);
  const removed = id === undefined ? undefined : await ifOurs(() => calendar.remove('organizers', byId({ id })));
  if (id !== undefined && removed && isDeleteGranted(removed)) await calendar.read('organizers', byId({ id }));
}

const isAbout = ({ request }: Exchange): boolean => /\/organizers(?:[/?]|$)/.test(request.target);

const isCreate = ({ phase, request }: Exchange): boolean =>
  phase === 'probe' && request.method === 'POST' && /\/organizers(?:\?|$)/.test(request.target);

const isDeleteGranted = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.response.status < 300;
