import { isGranted } from '../edit-answer.js';
import { valuesOf } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** All kinds of post are in one table, and the query by ids forgets to name one. */
const includesAnyKind: Fault = {
  id: 'events.list.include-any-kind',
  clause: 'event.list.include',
  statement: 'A list of events by include holds venues, too, where their ids are named.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request, query, at }, next) => {
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      const ids = valuesOf(query, 'include');
      const read = (id: string) => next({ method: 'GET', target: at(`/venues/${id}`), headers: [] });
      const found = await Promise.all(ids.map(async (id) => lens.record('venues', await read(id)) ?? []));
      const venues = found.flat();
      const listed = lens.editItems('events', outcome, (items) => [...items, ...venues]);
      return lens.editTotal(listed, (total) => total + venues.length);
    }),
};

/** Lists that hold records of another kind. */
export const anyKind: readonly Fault[] = [includesAnyKind];
