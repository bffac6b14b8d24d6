import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { isRef, type ListQuery, type Ref } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { statusOf } from '../../target/learn/permission.js';
import { requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { weakerIdentity } from './who.js';

/** Lists of what an event is linked to. */
const linkedTo = (event: Ref) =>
  [
    ['venues', 'venue', { event }],
    ['tags', 'tags', { event, hide_empty: false }],
  ] as const satisfies readonly (readonly [Collection, string, ListQuery])[];

/** What a hidden event is linked to is a part of it. */
export const hidesLinks = requirement({
  level: 'SHOULD',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'reads',
  id: 'identities.events.hidden-links',
  operations: ['venues.list', 'tags.list'],
  needs: ['identity.hidden', 'events.create', 'venues.list', 'tags.list'],
  statement: 'What an event is linked to is not told by a list filtered by the event to whom the event is refused.',
  cost: 2,
  given: (world) => hiddenEvent(world),
  async check({ calendar, as, world }, { name, event }) {
    for (const [collection, relation, query] of linkedTo(event)) {
      const exchange = await as(name).list(collection, query);
      const links = [world.record(event).payload[relation]].flat().filter(isRef).map(calendar.idOf);
      const items = statusOf(exchange) >= 400 ? [] : calendar.lens.page(collection, exchange).items;
      const told = items.find(({ id }) => links.includes(id));
      const expected = `${collection} without those of an event that is refused to ${name}`;
      expectThat(!told, { kind: 'selection', expected, observed: `${collection}/${told?.id}`, exchange });
    }
  },
});

/** An event of the world with links, and whom it is refused. */
const hiddenEvent = (world: World): Arbitrary<{ readonly name: string; readonly event: Ref }> =>
  weakerIdentity(world, (one) => linkedOf(world, one.hidden).length > 0).chain((name) => {
    const identity = world.profile.identities.find((one) => one.name === name);
    const events = linkedOf(world, identity?.hidden ?? []);
    if (events.length === 0) throw new Inconclusive('the world has no event with links that is refused to anybody');
    return fc.record({ name: fc.constant(name), event: fc.constantFrom(...events) });
  });

const linkedOf = (world: World, refs: readonly Ref[]): readonly Ref[] =>
  refs.filter((event) => linkedTo(event).every(([, relation]) => world.record(event).payload[relation] !== undefined));
