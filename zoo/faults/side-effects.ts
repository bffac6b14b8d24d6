import { resourceOf } from '../../contract/resources.js';
import type { JsonObject } from '../../harness/json.js';
import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** DELETE goes by name: whoever is called alike goes too. */
const namesakeToo: Fault = {
  id: 'organizers.delete.namesake-too',
  clause: 'coherence.other-records',
  neighbours: ['organizer.delete'],
  statement: 'A DELETE of an organizer deletes another one of the same name as well.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'delete', collection: 'organizers' }, async ({ request, at }, next) => {
      const { label } = resourceOf('organizers');
      const record = lens.record('organizers', await next({ method: 'GET', target: request.target, headers: [] }));
      if (!record) return next(request);
      const [own, name] = [lens.id('organizers', record), lens.field('organizers', record, label)];
      const list = await next({ method: 'GET', target: at('/organizers?per_page=100'), headers: [] });
      const isNamesake = (one: JsonObject): boolean =>
        lens.field('organizers', one, label) === name && lens.id('organizers', one) !== own;
      const namesake = lens.items('organizers', list).find(isNamesake);
      if (namesake) await next({ ...request, target: at(`/organizers/${lens.id('organizers', namesake)}`) });
      return next(request);
    }),
};

/** Deleting a venue takes its events along. */
const takesEventsAlong: Fault = {
  id: 'venues.delete.takes-events-along',
  clause: 'coherence.other-records',
  neighbours: ['venue.delete', 'coherence.relations'],
  statement: 'A DELETE of a venue deletes the events that take place there.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.delete' }, async ({ request, address, at }, next) => {
      const query = `venue=${address}&starts_after=2000-01-01&per_page=100`;
      const list = await next({ method: 'GET', target: at(`/events?${query}`), headers: [] });
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const event of lens.items('events', list)) {
        await next({ method: 'DELETE', target: at(`/events/${lens.id('events', event)}`), headers: [] });
      }
      return outcome;
    }),
};

/** Deletes that take others along. */
export const sideEffects: readonly Fault[] = [namesakeToo, takesEventsAlong];
