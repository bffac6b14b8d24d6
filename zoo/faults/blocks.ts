import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { inTurn, on } from '../on.js';

/** A block of an index remembers when the last of its events ends; what is put in overwrites that. */
const blockEndsOverwritten: Fault = {
  id: 'events.list.blocks-end-with-the-newest',
  clause: 'coherence.other-records',
  neighbours: ['coherence.kept-write', 'http.freshness'],
  statement: 'A list by ends_after is empty while the event made last ends before that, until one is deleted.',
  create: (_, lens) => {
    let newest = '';
    const make = on(lens, { id: 'events.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const event = lens.record('events', outcome);
      if (event) newest = lens.text('events', event, 'end_date');
      return outcome;
    });
    const rebuild = on(lens, { kind: 'delete', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (isGranted(outcome)) newest = '';
      return outcome;
    });
    const list = on(lens, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const bound = query.get('ends_after') ?? '';
      const isSkipped = newest !== '' && newest < bound;
      return isSkipped
        ? lens.editTotal(
            lens.editItems('events', outcome, () => []),
            () => 0,
          )
        : outcome;
    });
    return inTurn(make, rebuild, list);
  },
};

/** Indexes that are out of date about what they hold. */
export const blocks: readonly Fault[] = [blockEndsOverwritten];
