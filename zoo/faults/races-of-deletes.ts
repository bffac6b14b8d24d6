import { toRefusal } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { createRaceWindow, PAUSE } from '../meetings.js';
import { inTurn, interceptOperation } from '../on.js';

const PARALLEL = 'coherence.parallel';

/** An update saves what it has read, and so brings back what was deleted meanwhile. */
const undoneByUpdate: Fault = {
  id: 'events.delete.undone-by-update',
  clause: PARALLEL,
  neighbours: ['coherence.kept-write'],
  statement: 'An event that is deleted while it is updated is there again when the update is done.',
  create(_, lens, clock) {
    const meet = createRaceWindow();
    return inTurn(
      interceptOperation(
        lens,
        { kind: 'update', collection: 'events', addressing: 'id' },
        ({ request, address }, next) =>
          meet(address, 'update', async () => {
            await clock.sleep(PAUSE);
            return next(request);
          }),
      ),
      interceptOperation(lens, { id: 'events.delete' }, ({ request, address }, next) =>
        meet(address, 'delete', async (stay) => {
          await clock.sleep(PAUSE);
          return next(stay.hasOverlapped('update') ? { ...request, method: 'GET' } : request);
        }),
      ),
    );
  },
};

/** Each holds what the other needs, so both give up. */
const bothGiveUp: Fault = {
  id: 'events.delete.both-give-up',
  clause: PARALLEL,
  statement: 'Writes of an event that meet a DELETE of it, and that DELETE, are refused as in conflict.',
  create(_, lens, clock) {
    const meet = createRaceWindow();
    const refuseMet = (kind: 'update' | 'delete') =>
      interceptOperation(lens, { kind, collection: 'events', addressing: 'id' }, ({ request, address }, next) =>
        meet(address, kind, async (stay) => {
          await clock.sleep(PAUSE);
          const isStuck = stay.hasOverlapped('delete') || (kind === 'delete' && stay.hasOverlapped('update'));
          return isStuck ? toRefusal(409) : next(request);
        }),
      );
    return inTurn(refuseMet('update'), refuseMet('delete'));
  },
};

/** Deletes that meet other writes. */
export const racesOfDeletes: readonly Fault[] = [undoneByUpdate, bothGiveUp];
