import { toRefusal } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { createMeetings, PAUSE } from '../meetings.js';
import { inTurn, on } from '../on.js';

const clause = 'coherence.parallel';

/** An update saves what it has read, and so brings back what was deleted meanwhile. */
const undoneByUpdate: Fault = {
  id: 'events.delete.undone-by-update',
  clause,
  neighbours: ['coherence.kept-write'],
  statement: 'An event that is deleted while it is updated is there again when the update is done.',
  create(_, lens, clock) {
    const meet = createMeetings();
    return inTurn(
      on(lens, { kind: 'update', collection: 'events', addressing: 'id' }, ({ request, address }, next) =>
        meet(address, 'update', async () => {
          await clock.sleep(PAUSE);
          return next(request);
        }),
      ),
      on(lens, { id: 'events.delete' }, ({ request, address }, next) =>
        meet(address, 'delete', async (stay) => {
          await clock.sleep(PAUSE);
          return next(stay.met('update') ? { ...request, method: 'GET' } : request);
        }),
      ),
    );
  },
};

/** Each holds what the other needs, so both give up. */
const bothGiveUp: Fault = {
  id: 'events.delete.both-give-up',
  clause,
  statement: 'Writes of an event that meet a DELETE of it, and that DELETE, are refused as in conflict.',
  create(_, lens, clock) {
    const meet = createMeetings();
    const refuseMet = (kind: 'update' | 'delete') =>
      on(lens, { kind, collection: 'events', addressing: 'id' }, ({ request, address }, next) =>
        meet(address, kind, async (stay) => {
          await clock.sleep(PAUSE);
          const isStuck = stay.met('delete') || (kind === 'delete' && stay.met('update'));
          return isStuck ? toRefusal(409) : next(request);
        }),
      );
    return inTurn(refuseMet('update'), refuseMet('delete'));
  },
};

/** Deletes that meet other writes. */
export const racesOfDeletes: readonly Fault[] = [undoneByUpdate, bothGiveUp];
