import fc from 'fast-check';
import { eventRelations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess, expectThat, isRefused } from '../../harness/expectations.js';
import { idsIn } from '../../target/agreement.js';
import { type Made, toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import { expectField, expectFound } from '../expect-shown.js';
import { listAround } from '../lists/list-around.js';

type Relation = keyof typeof eventRelations;

interface Unlinked {
  readonly relation: Relation;
  /** The id of what the event was linked to and is no more. */
  readonly deleted: string;
  readonly event: Made;
}

/** Expects the events of what was deleted to lack one. That a list by what is not there is refused is fine. */
async function expectUnselected({ calendar, world }: Subject, { relation, deleted, event }: Unlinked): Promise<void> {
  const query = { ...listAround(world, 'events', event.body), [relation]: [deleted] };
  const exchange = await calendar.list('events', query);
  const items = isRefused(exchange) ? [] : calendar.lens.page('events', exchange).items;
  const isListed = items.some(({ id }) => id === event.id);
  const expected = `no event ${event.id} by the deleted ${relation} ${deleted}`;
  expectThat(!isListed, { kind: 'selection', expected, observed: 'a list with it', exchange });
}

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
    statement: `An event whose ${singular} is deleted stays, linked to all others and found by that ${singular} no more.`,
    cost: 7,
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
    async check(subject, _, { id, event }) {
      const { calendar } = subject;
      expectSuccess(await calendar.remove(collection, byId({ id })), `a DELETE of a linked ${singular}`);
      const { exchange, ...shown } = await expectFound(calendar, 'events', byId(event));
      const others = idsIn(event.body[relation]).filter((other) => other !== id);
      expectField({ calendar, shown, field: relation, sent: others, where: 'the event', exchange });
      await expectUnselected(subject, { relation, deleted: id, event });
    },
  });
};
