import { idsIn } from '../../../adapter/notation/shown-values.js';
import { eventRelations } from '../../../contract/resources.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { createRaceWindow, PAUSE } from './race-window.js';

const clause = 'coherence.parallel';

/** An update saves what it has read, and so brings back what was deleted meanwhile. */
const undoneByUpdate: Fault = {
  id: 'events.delete.undone-by-update',
  clause,
  neighbours: ['coherence.kept-write'],
  statement: 'An update that overlaps a DELETE restores the event.',
  create(_, view, clock) {
    const meet = createRaceWindow();
    return inTurn(
      interceptOperation(
        view,
        { kind: 'update', collection: 'events', addressing: 'id' },
        ({ request, address }, next) =>
          meet(address, 'update', async () => {
            await clock.sleep(PAUSE);
            return next(request);
          }),
      ),
      interceptOperation(view, { id: 'events.delete' }, ({ request, address }, next) =>
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
  clause,
  statement: 'A DELETE of an event and the writes that overlap it are all refused with a conflict.',
  create(_, view, clock) {
    const meet = createRaceWindow();
    const refuseMet = (kind: 'update' | 'delete') =>
      interceptOperation(view, { kind, collection: 'events', addressing: 'id' }, ({ request, address }, next) =>
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

/** An update reads the record, changes its fields and writes back all of it. */
const writtenBack: Fault = {
  id: 'events.update.written-back-whole',
  clause,
  statement: 'A PATCH of an event restores all other fields as they were when it began.',
  create: (_, view, clock) =>
    interceptOperation(view, { id: 'events.update.patch' }, async ({ request }, next) => {
      const record = view.record('events', await next({ method: 'GET', target: request.target, headers: [] }));
      await clock.sleep(PAUSE);
      return next(record ? editBody(request, (body) => ({ ...toBody(view, record), ...body })) : request);
    }),
};

/** What is shown of an event, as it would be sent. */
function toBody(view: WireView, record: JsonObject): JsonObject {
  const shown = (name: string): JsonValue => view.field('events', record, name) ?? null;
  const isSent = (value: JsonValue): boolean => value !== null && value !== '';
  const scalars = ['title', 'description', 'cost', 'website', 'featured'].map((name) => [name, shown(name)] as const);
  const relations = Object.keys(eventRelations).map((name) => [name, idsIn(shown(name)).map(Number)] as const);
  return Object.fromEntries([...scalars.filter(([, value]) => isSent(value)), ...relations]);
}

/** Updates are gathered for a moment, and the last one stands for all. */
const lastStandsForAll: Fault = {
  id: 'venues.update.last-stands-for-all',
  clause,
  statement: 'Of updates of a venue in quick succession, only the last is stored, and all return success.',
  create(_, view, clock) {
    const last = new Map<string, object>();
    return interceptOperation(
      view,
      { kind: 'update', collection: 'venues', addressing: 'id' },
      async ({ request, address }, next) => {
        last.set(address, request);
        await clock.sleep(PAUSE);
        return next(last.get(address) === request ? request : { method: 'GET', target: request.target, headers: [] });
      },
    );
  },
};

/** Fields are saved one by one, by each who saves in another order. */
const fieldByField: Fault = {
  id: 'events.update.field-by-field',
  clause,
  statement: 'Two overlapping updates of an event leave some fields of the one and some of the other.',
  create(_, view, clock) {
    const meet = createRaceWindow();
    let count = 0;
    return interceptOperation(view, { id: 'events.update.patch' }, ({ request, address }, next) =>
      meet(address, 'update', async (stay) => {
        count += 1;
        const fields = Object.entries(bodyOf(request) ?? {});
        const inOrder = count % 2 === 0 ? fields : fields.toReversed();
        await clock.sleep(PAUSE);
        if (!stay.hasOverlapped('update') || inOrder.length === 0) return next(request);
        const outcomes = [];
        for (const field of inOrder) {
          outcomes.push(await next(withJson(request, Object.fromEntries([field]))));
          await clock.sleep(PAUSE);
        }
        return outcomes.find((outcome) => !isGranted(outcome)) ?? next({ ...request, method: 'GET' });
      }),
    );
  },
};

/** What was linked is unlinked before the new links are made, and both do so before the other has made theirs. */
const listsMerged: Fault = {
  id: 'events.update.tags-merged',
  clause,
  statement: 'Two overlapping updates of the tags of an event leave the tags of both.',
  create(_, view, clock) {
    const meet = createRaceWindow();
    const sent = new Map<string, Set<JsonValue>>();
    return interceptOperation(view, { id: 'events.update.patch' }, ({ request, address }, next) => {
      const tags = bodyOf(request)?.tags;
      if (!isJsonArray(tags)) return next(request);
      return meet(address, 'tags', async (stay) => {
        const all = (stay.overlaps('tags') && sent.get(address)) || new Set<JsonValue>();
        sent.set(address, all);
        for (const tag of tags) all.add(tag);
        await clock.sleep(PAUSE);
        return next(editBody(request, (body) => ({ ...body, tags: [...all] })));
      });
    });
  },
};

/** Updates that do not see each other. */
export const racesOfUpdates: readonly Fault[] = [writtenBack, lastStandsForAll, fieldByField, listsMerged];
