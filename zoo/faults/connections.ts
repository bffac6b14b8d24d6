import type { Outcome } from '../../harness/exchange.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

const cut = (outcome: Outcome): Outcome => {
  if (outcome.kind !== 'response') return outcome;
  const { body } = outcome.response;
  return { kind: 'truncated', response: { ...outcome.response, body: body.subarray(0, body.length / 2) } };
};

/** A page is cut off where a buffer ends. */
const longListCut: Fault = {
  id: 'events.list.cut-off',
  clause: 'event.list.per_page',
  neighbours: ['event.list', 'coherence.pages'],
  statement: 'A page of more than four events is cut off in the middle.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) => {
      const outcome = await next(request);
      return lens.items('events', outcome).length > 4 ? cut(outcome) : outcome;
    }),
};

/** The connection is closed without an answer. */
const unknownSlugReset: Fault = {
  id: 'organizers.by-slug.read.reset',
  clause: 'address.slug',
  neighbours: ['organizer.read', 'http.connection'],
  statement: 'Where no organizer has the slug the connection is closed without an answer.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'organizers.by-slug.read' }, async ({ request }, next) => {
      const outcome = await next(request);
      const isThere = outcome.kind !== 'response' || outcome.response.status < 400;
      return isThere ? outcome : { kind: 'reset', message: 'the connection was closed without an answer' };
    }),
};

/** A query never ends. */
const emptySearchStalls: Fault = {
  id: 'venues.list.search-stalls',
  clause: 'venue.list.search',
  neighbours: ['venue.list'],
  statement: 'A search for venues that finds none gets no answer.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const found = !query.has('search') || lens.items('venues', outcome).length > 0;
      return found ? outcome : { kind: 'stalled', message: 'no answer' };
    }),
};

/** Answers that do not arrive, or not whole. */
export const connections: readonly Fault[] = [longListCut, unknownSlugReset, emptySearchStalls];
