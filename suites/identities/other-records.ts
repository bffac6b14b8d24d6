import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { type Calendar, type Made, toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { wasGranted } from '../../target/rights.js';
import { requirement } from '../../target/subject.js';
import { unlisting } from '../any-draft.js';
import { droppableButOne } from '../droppable.js';
import { expectFields, expectFound } from '../expect-shown.js';
import { isGranted, toTry } from './tries.js';
import { weakerIdentity } from './who.js';

/** Sees to it that somebody may not change a record. @throws CannotTell when they may. */
async function requireDenied(other: Calendar, { collection, ...made }: Made, name: string): Promise<void> {
  const { exchange } = await other.update(collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
  if (isGranted([toTry('PATCH by id', exchange)])) throw new Inconclusive(`${name} may update ${collection}`);
}

/** What may not be changed is not changed by way of a record that may. */
export const changesNoOther = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['coherence.other-records'],
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.other-records',
  operations: ['events.create', 'events.update.patch'],
  needs: ['identity.author', 'events.create', 'venues.create'],
  statement: 'A write to an event of their own changes nothing that somebody may not change, whatever its body names.',
  cost: 14,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, (one) => wasGranted(one, 'events.create')),
      venue: payload(resourceOf('venues'), world, { omit: unlisting }),
      event: payload(resourceOf('events'), world, { omit: unlisting }),
      own: requiredOnly(resourceOf('events'), world),
      ways: droppableButOne((['nested', 'update', 'create'] as const).map((way) => fc.constant(way))),
    }),
  async arrange({ calendar, as }, { name, venue, event, own }) {
    const made = [await calendar.make('venues', venue), await calendar.make('events', event)] as const;
    for (const one of made) await requireDenied(as(name), one, name);
    return { made, mine: await as(name).make('events', own) };
  },
  async check({ calendar, as }, { name, own, ways }, { made, mine }) {
    const [venue, event] = made;
    const taken = { id: toWireId(venue.id), venue: `Taken ${MARK}`, description: `Taken ${MARK}` };
    const posing = { ...own, id: toWireId(event.id), description: `Taken ${MARK}` };
    const writes = {
      nested: () => as(name).update('events', byId(mine), 'PATCH', { venue: [taken] }),
      update: () => as(name).update('events', byId(mine), 'PATCH', posing),
      create: () => as(name).create('events', posing),
    };
    for (const way of ways) await writes[way]();
    for (const one of made) {
      const { exchange, ...shown } = await expectFound(calendar, one.collection, byId(one));
      expectFields(calendar, one.body, { shown, where: `the item after what ${name} tried`, exchange });
    }
  },
});
