import fc from 'fast-check';
import { eventRelations, type Relation, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { idsIn } from '../../target/agreement.js';
import { type Calendar, type Made, toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import { expectField, expectFound } from '../expect-shown.js';
import { itemsIfListed } from '../items-if-listed.js';
import { listAround } from '../lists/list-around.js';
import { expectKept, isRefusedInUse } from './in-use.js';

interface Linked {
  readonly relation: Relation;
  /** What the event is linked to, besides others. */
  readonly linked: Made;
  readonly event: Made;
}

/** Expects the event to be there, linked to just these. */
async function expectLinked(calendar: Calendar, { relation, event }: Linked, ids: readonly string[]): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId(event));
  expectField({ calendar, shown, field: relation, sent: ids, where: 'the event', exchange });
}

/** Expects the link to stay whole where the DELETE was refused. */
async function expectStillLinked(calendar: Calendar, link: Linked): Promise<void> {
  await expectKept(calendar, link.linked);
  await expectLinked(calendar, link, idsIn(link.event.body[link.relation]));
}

/** Expects the event to have lost just that link. */
async function expectUnlinked(subject: Subject, link: Linked): Promise<void> {
  const { linked, event, relation } = link;
  const others = idsIn(event.body[relation]).filter((other) => other !== linked.id);
  await expectLinked(subject.calendar, link, others);
  await expectUnselected(subject, link);
}

/** Expects the events of what was deleted to lack one. That a list by what is not there is refused is fine. */
async function expectUnselected({ calendar, world }: Subject, { relation, linked, event }: Linked): Promise<void> {
  const query = { ...listAround(world, 'events', event.body), [relation]: [linked.id] };
  const exchange = await calendar.list('events', query);
  const isListed = itemsIfListed(calendar, 'events', exchange).some(({ id }) => id === event.id);
  const expected = `no event ${event.id} by the deleted ${relation} ${linked.id}`;
  expectThat(!isListed, { kind: 'selection', expected, observed: 'a list with it', exchange });
}

/** What these lead to is linked to an event before, too: the first that is found may be all that is looked after. */
const amongSeveral: ReadonlySet<Relation> = new Set<Relation>(['venue', 'tags']);

/** An event outlives what it is linked to, and loses just that link; or what it is linked to may not be deleted. */
export const unlinksDeleted = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  const { singular } = resources[collection];
  return requirement({
    id: `${collection}.delete.linked-events`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.other-records'],
    operations: [`${collection}.delete`],
    profile: 'coherence',
    needs: ['events.create', 'events.read', `${collection}.create`, `${collection}.delete`],
    effects: 'writes',
    statement: `An event whose ${singular} is deleted stays, linked to all others and found by that ${singular} no more.`,
    cost: amongSeveral.has(relation) ? 8 : 7,
    given: (world) =>
      fc.record({
        linked: payload(resourceOf(collection), world, { only: [] }),
        event: payload(resourceOf('events'), world, { only: [relation] }),
      }),
    async arrange({ calendar }, drawn) {
      const linked = await calendar.make(collection, drawn.linked);
      const links = [...[drawn.event[relation] ?? []].flat(), toWireId(linked.id)];
      if (amongSeveral.has(relation)) await calendar.make('events', { ...drawn.event, [relation]: links });
      return { relation, linked, event: await calendar.make('events', { ...drawn.event, [relation]: links }) };
    },
    async check(subject, _, link) {
      const { calendar } = subject;
      const removal = await calendar.remove(collection, byId(link.linked));
      if (isRefusedInUse(removal)) return expectStillLinked(calendar, link);
      expectSuccess(removal, `a DELETE of a linked ${singular}`);
      await expectUnlinked(subject, link);
    },
  });
};
