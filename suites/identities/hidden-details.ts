import fc, { type Arbitrary } from 'fast-check';
import { toWireId } from '../../adapter/calendar/calendar.js';
import { wasGranted } from '../../adapter/profile/rights.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, relations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { isRef, type ListQuery, type Ref } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isError } from '../../wire/status.js';
import { anyDraft, unlisting } from '../arbitraries/any-record.js';
import { expectHandled } from '../expect/expect-handled.js';
import { findListed } from '../expect/find-listed.js';
import { expectSecretKept, expectSecretKeptIn, openedEvent, protectedKey } from '../service/protected-event.js';
import { makeHidden, requireHidden } from './hidden-record.js';
import { hidingStatuses, isKeptOut, weakerIdentity } from './weaker-identity.js';

/** Whoever may not see a venue does not get to see it by linking to it: all that is answered is searched for it. */
export const linksInVain = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.create-links',
  operations: ['events.create'],
  needs: ['identity.author', 'identity.hidden', 'accepted.status', 'venues.create'],
  statement: 'A user refused a venue by id learns nothing of it by creating an event that links to it.',
  cost: 5,
  given: (world, { turn }) =>
    fc.record({
      name: weakerIdentity(world, (one) => wasGranted(one, 'events.create')),
      statuses: hidingStatuses(world, turn),
      venue: payload(resourceOf('venues'), world, { omit: unlisting }),
      event: payload(resourceOf('events'), world, { omit: [...unlisting, 'venue'] }),
    }),
  arrange: ({ calendar }, { statuses, venue }) => makeHidden(calendar, { collection: 'venues', body: venue, statuses }),
  async check(subject, { name, event }, record) {
    await requireHidden(subject, name, record);
    const linking = { ...event, venue: [toWireId(record.id)] };
    const { exchange } = await subject.as(name).create('events', linking);
    expectHandled(exchange, 'a create that links to a hidden venue');
  },
});

/** What is refused by its id is not shown by what is linked to it either: every response is searched for it. */
export const hidesEmbedded = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.places.hidden-embedded',
  operations: ['events.read', 'events.list'],
  needs: ['identity.hidden', 'accepted.status', 'venues.create', 'organizers.create', 'events.create'],
  statement: 'A user refused a venue or an organizer by id learns nothing of it from events that link to it.',
  cost: 7,
  runs: 2,
  given: (world, { turn }) =>
    fc.record({
      name: weakerIdentity(world, isKeptOut),
      statuses: hidingStatuses(world, turn),
      draft: anyDraft(world, { among: ['venues', 'organizers'] }),
      event: payload(resourceOf('events'), world, { omit: [...unlisting, ...relations] }),
    }),
  async arrange({ calendar }, { statuses, draft: { collection, body }, event }) {
    const record = await makeHidden(calendar, { collection, body, statuses });
    const relation = collection === 'venues' ? 'venue' : 'organizer';
    const linked = await calendar.make('events', { ...event, [relation]: [toWireId(record.id)] });
    return { record, linked };
  },
  async check(subject, { name }, { record, linked }) {
    await requireHidden(subject, name, record);
    const other = subject.as(name);
    const around = narrow('events', linked.body, other.profile);
    for (const exchange of [await other.read('events', byId(linked)), await other.list('events', around)])
      expectHandled(exchange, 'a GET of an event that links to it');
  },
});

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
  statement: 'A user refused an event does not learn its venues and tags from lists filtered by that event.',
  cost: 2,
  given: (world) => hiddenEvent(world),
  async check({ calendar, as, world }, { name, event }) {
    for (const [collection, relation, query] of linkedTo(event)) {
      const exchange = await as(name).list(collection, query);
      const links = [world.record(event).payload[relation]].flat().filter(isRef).map(calendar.idOf);
      const items = isError(exchange) ? [] : calendar.lens.page(collection, exchange).items;
      const leaked = items.find(({ id }) => links.includes(id));
      const expected = `no ${collection} of an event that is refused to ${name}`;
      expectThat(!leaked, { kind: 'selection', expected, observed: `${collection}/${leaked?.id}`, exchange });
    }
  },
});

/** An event of the world with links, and whom it is refused. */
const hiddenEvent = (world: World): Arbitrary<{ readonly name: string; readonly event: Ref }> =>
  weakerIdentity(world, (one) => linkedOf(world, one.hidden).length > 0).chain((name) => {
    const identity = world.profile.identities.find((one) => one.name === name);
    const events = linkedOf(world, identity?.hidden ?? []);
    if (events.length === 0)
      throw new Inconclusive('the test data has no linked event that is refused to any identity');
    return fc.record({ name: fc.constant(name), event: fc.constantFrom(...events) });
  });

const linkedOf = (world: World, refs: readonly Ref[]): readonly Ref[] =>
  refs.filter((event) => linkedTo(event).every(([, relation]) => world.record(event).payload[relation] !== undefined));

/** What the password opened for one is not open to another. */
export const hidesProtected = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['event.password'],
  profile: 'coherence',
  effects: 'reads',
  id: 'identities.events.protected',
  operations: ['events.read', 'events.by-slug.read', 'events.list'],
  needs: ['identity.weaker', 'provisioned.protected-event', 'events.read', 'events.list'],
  statement: 'After one user opened a protected event with its password, another user without it still sees nothing.',
  cost: 4,
  given: (world) => fc.record({ name: weakerIdentity(world), key: protectedKey(world) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ as }, { name }, event) {
    const { slug } = event.event;
    if (typeof slug !== 'string') throw new Inconclusive('the world file states no slug of the event');
    for (const address of [byId(event), bySlug(slug)])
      expectSecretKept(await as(name).read('events', address, event.via), event);
    const { shown, exchange } = await findListed(as(name), event);
    expectSecretKeptIn(JSON.stringify(shown?.json ?? null), event, exchange);
  },
});
