import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectThat } from '../../kernel/expectations.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectLegal } from './expect-legal.js';
import type { RecordAct } from './legal-order.js';
import { runClients, type Steps } from './run-clients.js';

const isGranted = (act: RecordAct): boolean =>
  (act.kind === 'update' && act.granted) || (act.kind === 'remove' && act.answer === 'granted');

/** Whoever deletes while others delete and write: it is done once, and nothing brings the record back. */
export const deletesForGood: CalendarRequirement = requirement({
  id: 'concurrency.events.delete',
  level: 'MUST',
  parallel: true,
  clause: 'coherence.parallel',
  alsoCovers: ['coherence.kept-write'],
  operations: ['events.delete', 'events.update.patch'],
  profile: 'coherence',
  needs: ['events.create', 'events.read', 'events.update.patch', 'events.delete'],
  effects: 'writes',
  statement: 'When a DELETE races with updates, at least one succeeds and a deleted event stays deleted.',
  cost: 6,
  runs: 2,
  given: (world) =>
    fc.record({
      clients: droppableButOne<Steps>([
        fc.constant([{ kind: 'remove' }]),
        changesOf(world, 'events', { only: ['description'] }).map((change) => [{ kind: 'update', change }]),
        fc.constant([{ kind: 'remove' }]),
      ]),
      base: payload(resourceOf('events'), world, { only: ['description'] }),
    }),
  arrange: ({ calendar }, { base }) => calendar.make('events', base),
  async check({ calendar }, { clients }, made) {
    const history = expectLegal(
      { calendar, made, fields: ['description'] },
      await runClients(calendar, { made }, clients),
    );
    const isAnyGranted = history.some(({ act }) => isGranted(act));
    expectThat(isAnyGranted, { kind: 'state', expected: 'at least one request to succeed', observed: 'none' });
  },
});
