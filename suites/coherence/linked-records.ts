import fc from 'fast-check';
import { eventRelations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { idsIn } from '../../target/agreement.js';
import { toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { recordWith } from '../records/specimens.js';
import { embeddedIn, expectAsEmbedded, type Relation } from './embedded.js';

const linked = { level: 'MUST', profile: 'coherence' } as const;

/** What an event shows as linked is there, and is alike by itself. */
export const embedsAsItem = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  return requirement({
    ...linked,
    id: `events.read.embedded-${relation}`,
    clause: 'coherence.relations',
    alsoTells: ['coherence.shown-everywhere'],
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

/** A linked record that is renamed is renamed in the event, too. */
export const embedsRenamed = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  const { label, singular } = resources[collection];
  return requirement({
    ...linked,
    id: `${collection}.update.renamed-in-events`,
    clause: 'coherence.shown-everywhere',
    operations: [`${collection}.update.patch`, 'events.read'],
    needs: ['events.create', 'events.read', `${collection}.create`, `${collection}.update.patch`],
    effects: 'writes',
    statement: `An event shows a linked ${singular} by the name that it was given last.`,
    cost: 7,
    given: (world) =>
      fc.record({
        named: payload(resourceOf(collection), world, { only: [] }),
        event: payload(resourceOf('events'), world, { only: [] }),
      }),
    async arrange({ calendar }, { named, event }) {
      const { id } = await calendar.make(collection, named);
      const made = await calendar.make('events', { ...event, [relation]: [toWireId(id)] });
      const { exchange } = await calendar.update(collection, byId({ id }), 'PATCH', { [label]: `Renamed ${MARK}` });
      expectSuccess(exchange, 'a PATCH');
      return { id, made };
    },
    async check({ calendar }, _, { id, made }) {
      const shown = await expectFound(calendar, 'events', byId(made));
      const { place, fields } = embeddedIn(calendar, shown, { relation, id });
      if (!fields.includes(label)) throw new CannotTell(`an event does not show the ${label} of a ${singular}`);
      await expectAsEmbedded(calendar, { place, fields: [label] });
    },
  });
};
