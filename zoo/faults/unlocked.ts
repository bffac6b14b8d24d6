import type { Outcome } from '../../harness/exchange.js';
import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { inTurn, interceptOperation } from '../on.js';

/** An event that was opened with its password stays open for everybody. */
const staysOpen: Fault = {
  id: 'events.list.unlocked-for-all',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'A list shows a protected event whole once somebody has read it with its password.',
  create: (_, lens) => {
    const opened = new Map<string, Outcome>();
    const remember = interceptOperation(lens, { id: 'events.read' }, async ({ request, query, address }, next) => {
      const outcome = await next(request);
      if (query.has('password') && isGranted(outcome)) opened.set(address, outcome);
      return outcome;
    });
    const show = interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) =>
      lens.editItems('events', await next(request), (items) =>
        items.map((item) => {
          const outcome = opened.get(lens.id('events', item));
          return (outcome && lens.record('events', outcome)) ?? item;
        }),
      ),
    );
    return inTurn(remember, show);
  },
};

/** What is protected, and is shown all the same. */
export const unlocked: readonly Fault[] = [staysOpen];
