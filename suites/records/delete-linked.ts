import fc from 'fast-check';
import { eventRelations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess } from '../../harness/expectations.js';
import { idsIn } from '../../target/agreement.js';
import { toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectField, expectFound } from '../expect-shown.js';

type Relation = keyof typeof eventRelations;

/** An event outlives what it is linked to, and loses just that link. */
export const unlinksDeleted = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  const { singular } = resources[collection];
  return requirement({
    id: `${collection}.delete.linked-events`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoTells: ['coherence.other-records'],
    operations: [`${collection}.delete`],
    profile: 'coherence',
    needs: ['events.create', 'events.read', `${collection}.create`, `${collection}.delete`],
    effects: 'writes',
    statement: `An event whose ${singular} is deleted stays, linked to all others and to that ${singular} no more.`,
    cost: 6,
    given: (world) =>
      fc.record({
        linked: payload(resourceOf(collection), world, { only: [] }),
        event: payload(resourceOf('events'), world, { only: [relation] }),
      }),
    async arrange({ calendar }, { linked, event }) {
      const { id } = await calendar.make(collection, linked);
      const others = [event[relation] ?? []].flat();
      return { id, event: await calendar.make('events', { ...event, [relation]: [...others, toWireId(id)] }) };
    },
    async check({ calendar }, _, { id, event }) {
      expectSuccess(await calendar.remove(collection, byId({ id })), `a DELETE of a linked ${singular}`);
      const { exchange, ...shown } = await expectFound(calendar, 'events', byId(event));
      const others = idsIn(event.body[relation]).filter((other) => other !== id);
      expectField({ calendar, shown, field: relation, sent: others, where: 'the event', exchange });
    },
  });
};
