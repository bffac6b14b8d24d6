import fc from 'fast-check';
import { eventRelations, type Relation, resources } from '../../contract/resources.js';
import { expectThat } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { idsIn } from '../../target/shown-values.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { recordWith } from '../records/specimens.js';
import { embeddedIn, expectAsEmbedded } from './embedded.js';

const linked = { level: 'MUST', profile: 'coherence' } as const;

/** What an event shows as linked is there, and is alike by itself. */
export const embedsAsItem = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  return requirement({
    ...linked,
    id: `events.read.embedded-${relation}`,
    clause: 'coherence.relations',
    alsoCovers: ['coherence.shown-everywhere'],
    operations: ['events.read', `${collection}.read`],
    needs: ['events.read', `${collection}.read`],
    effects: 'reads',
    statement: `What an event shows of a linked ${resources[collection].singular} is what a GET of that shows.`,
    cost: 2,
    given: (world) => fc.record({ event: recordWith(world, 'events', relation), position: fc.nat(2) }),
    // An event that was found in a list may still be protected: then there is nothing to compare.
    arrange: ({ calendar }, { event }) => expectFound(calendar, 'events', byId({ id: calendar.idOf(event) })),
    async check({ calendar }, { position }, shown) {
      const ids = idsIn(calendar.lens.field(shown, relation));
      const id = ids[position % Math.max(1, ids.length)];
      const { exchange } = shown;
      expectThat(id !== undefined, { kind: 'value', expected: `a ${relation}`, observed: 'none', exchange });
      await expectAsEmbedded(calendar, embeddedIn(calendar, shown, { relation, id }));
    },
  });
};
