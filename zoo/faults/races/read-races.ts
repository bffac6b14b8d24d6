import type { Clock } from '../../../wire/clock.js';
import type { Outcome } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { createRaceWindow, type Overlap, PAUSE } from './race-window.js';

const clause = 'coherence.parallel';

async function untilUpdated(stay: Overlap, clock: Clock): Promise<void> {
  await clock.sleep(PAUSE);
  while (stay.overlaps('update')) await clock.sleep(PAUSE);
}

const inFirstTable = ['title', 'description', 'featured', 'venue'];

/** A record is read from two tables, one after the other. */
const readInHalves: Fault = {
  id: 'events.read.in-halves',
  clause,
  statement: 'A GET of an event during an update shows some old fields and some new ones.',
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
      interceptOperation(view, { id: 'events.read' }, ({ request, address }, next) =>
        meet(address, 'read', async (stay) => {
          const first = view.record('events', await next(request));
          if (first && stay.overlaps('update')) await untilUpdated(stay, clock);
          const outcome = await next(request);
          return view.editRecord('events', outcome, (record) =>
            inFirstTable.reduce((whole, name) => {
              const value = first && view.field('events', first, name);
              return value === undefined ? whole : view.withField('events', whole, name, value);
            }, record),
          );
        }),
      ),
    );
  },
};

/** A cache is emptied by a write and filled again by who has read before it. */
const cachedTooLate: Fault = {
  id: 'events.read.cached-too-late',
  clause,
  statement: 'A GET of an event during an update is cached until the next update.',
  create(_, view, clock) {
    const meet = createRaceWindow();
    const kept = new Map<string, Outcome>();
    const ids = new Map<string, string>();
    return inTurn(
      interceptOperation(
        view,
        { kind: 'update', collection: 'events', addressing: 'id' },
        ({ request, address }, next) =>
          meet(address, 'update', async () => {
            await clock.sleep(PAUSE);
            const outcome = await next(request);
            kept.delete(address);
            return outcome;
          }),
      ),
      interceptOperation(view, { kind: 'delete', collection: 'events' }, ({ request }, next) => {
        kept.clear();
        return next(request);
      }),
      interceptOperation(view, { kind: 'read', collection: 'events' }, async ({ request }, next) => {
        const cached = kept.get(ids.get(request.target) ?? '');
        if (cached) return cached;
        const outcome = await next(request);
        const record = view.record('events', outcome);
        if (!record || !isGranted(outcome)) return outcome;
        const id = view.id('events', record);
        ids.set(request.target, id);
        return meet(id, 'read', async (stay) => {
          if (!stay.overlaps('update')) return outcome;
          await untilUpdated(stay, clock);
          kept.set(id, outcome);
          return outcome;
        });
      }),
    );
  },
};

/** The place of a page is counted among all records, those that no filter lets through too. */
const pagesShift: Fault = {
  id: 'events.list.pages-shift-with-creates',
  clause,
  neighbours: ['coherence.pages'],
  statement: 'When an event is created between two pages, a page repeats the last event of the page before.',
  create(_, view) {
    let created = 0;
    const createdBefore = new Map<string, number>();
    return inTurn(
      interceptOperation(view, { id: 'events.create' }, ({ request }, next) => {
        created += 1;
        return next(request);
      }),
      interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
        const page = Number(query.get('page') ?? 1);
        const { target } = withoutParameter(request, 'page');
        if (page === 1) createdBefore.set(target, created);
        const outcome = await next(request);
        if (page === 1 || createdBefore.get(target) === created) return outcome;
        const before = view.items('events', await next(withParameter(request, 'page', String(page - 1))));
        return view.editItems('events', outcome, (items) => [...before.slice(-1), ...items.slice(0, -1)]);
      }),
    );
  },
};

/** The language of a request is kept where all requests have it, and read again once the database has answered. */
const languageShared: Fault = {
  id: 'lists.language-of-last-request',
  clause,
  neighbours: ['language.parameter'],
  statement: 'Lists that are requested at the same time are all in the language of the last request.',
  create(_, view, clock) {
    let last: string | undefined;
    return interceptOperation(view, { kind: 'list' }, async ({ request, query }, next) => {
      const own = query.get(view.languageParameter) ?? undefined;
      last = own;
      await clock.sleep(PAUSE);
      if (last === own) return next(request);
      const bare = withoutParameter(request, view.languageParameter);
      return next(last === undefined ? bare : withParameter(bare, view.languageParameter, last));
    });
  },
};

/** Reads that see what was in no state. */
export const racesOfReads: readonly Fault[] = [readInHalves, cachedTooLate, pagesShift, languageShared];
