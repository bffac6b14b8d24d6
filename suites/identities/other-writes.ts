import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { holdsToken } from '../../adapter/ownership/marker.js';
import { type KnownIdentity, wasGranted } from '../../adapter/profile/rights.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isNotFound } from '../../wire/status.js';
import { type AnyDraft, anyDraft, unlisting } from '../arbitraries/any-record.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { isAnyGranted, toTry } from './attempts.js';
import { weakerIdentity } from './weaker-identity.js';

/** Sees to it that somebody may not change a record. @throws Inconclusive when they may. */
async function requireDenied(other: Calendar, { collection, ...made }: Made, name: string): Promise<void> {
  const { exchange } = await other.update(collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
  if (isAnyGranted([toTry('PATCH by id', exchange)])) throw new Inconclusive(`${name} may update ${collection}`);
}

/** The author of a record as a body names it; nothing where its create does not show one. */
function authorOf({ lens }: Calendar, { shown }: Made): Payload {
  const [author] = lens.fact('events', 'author') ? idsIn(lens.field(shown, 'author')) : [];
  return author === undefined ? {} : { author: toWireId(author) };
}

/** What may not be changed is not changed by way of a record that may. */
export const changesNoOther = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['coherence.other-records'],
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.other-records',
  operations: ['events.create', 'events.update.patch', 'venues.update.patch', 'organizers.update.patch'],
  needs: ['identity.author', 'events.create', 'venues.create', 'organizers.create'],
  statement:
    "No write changes a record that the user may not change: neither one to the user's own event, nor one that names the user as author.",
  cost: 21,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, (one) => wasGranted(one, 'events.create')),
      venue: payload(resourceOf('venues'), world, { omit: unlisting }),
      organizer: payload(resourceOf('organizers'), world, { omit: unlisting }),
      event: payload(resourceOf('events'), world, { omit: unlisting }),
      own: requiredOnly(resourceOf('events'), world),
      ways: droppableButOne((['nested', 'update', 'create', 'author'] as const).map((way) => fc.constant(way))),
    }),
  async arrange({ calendar, as }, { name, venue, organizer, event, own }) {
    const made = [
      await calendar.make('venues', venue),
      await calendar.make('events', event),
      await calendar.make('organizers', organizer),
    ] as const;
    for (const one of made) await requireDenied(as(name), one, name);
    return { made, mine: await as(name).make('events', own) };
  },
  async check({ calendar, as }, { name, own, ways }, { made, mine }) {
    const [venue, event] = made;
    const taken = { id: toWireId(venue.id), venue: `Taken ${MARK}`, description: `Taken ${MARK}` };
    const taking = { description: `Taken ${MARK}` };
    const posing = { ...own, id: toWireId(event.id), ...taking };
    const writes = {
      nested: () => as(name).update('events', byId(mine), 'PATCH', { venue: [taken] }),
      update: () => as(name).update('events', byId(mine), 'PATCH', posing),
      create: () => as(name).create('events', posing),
      // Whoever checks rights once the body is merged takes the sender for its author.
      author: async () => {
        const named = { ...authorOf(calendar, mine), ...taking };
        for (const [at, one] of made.entries())
          await as(name).update(one.collection, byId(one), updateVerbs[at % updateVerbs.length] ?? 'PATCH', named);
      },
    };
    for (const way of ways) await writes[way]();
    for (const one of made) {
      const { exchange, ...shown } = await expectFound(calendar, one.collection, byId(one));
      expectFields(calendar, one.body, { shown, where: `the item after the attempts of ${name}`, exchange });
    }
  },
});

/** A record, and somebody who was not seen to be allowed to create one of its kind. */
const deniedDraft = (world: World): Arbitrary<{ readonly name: string; readonly draft: AnyDraft }> => {
  const among = (one: Pick<KnownIdentity, 'rights'>): readonly Collection[] =>
    collections.filter((collection) => !wasGranted(one, `${collection}.create`));
  return weakerIdentity(world, (one) => among(one).length > 0).chain((name) => {
    const rights = world.profile.identities.find((one) => one.name === name)?.rights ?? new Map();
    return fc.record({ name: fc.constant(name), draft: anyDraft(world, { among: among({ rights }) }) });
  });
};

/** What was refused was not made. */
export const createsNothingDenied = requirement({
  level: 'MUST',
  clause: 'coherence.refused-write',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.records.create-denied',
  operations: collections.map((collection) => `${collection}.create` as const),
  needs: ['identity.weaker', ...collections.flatMap((one) => [`${one}.create`, `${one}.list`])],
  statement: 'A user refused a create has created no record.',
  cost: 2,
  runs: 3,
  given: deniedDraft,
  async arrange({ as }, { name, draft }) {
    const { exchange, body } = await as(name).create(draft.collection, draft.body);
    if (isAnyGranted([toTry('a create', exchange)])) throw new Inconclusive(`${name} may create ${draft.collection}`);
    return markOf(draft.collection, body);
  },
  async check({ calendar }, { name, draft: { collection } }, mark) {
    const query = { ...unfilteredFor(calendar.profile, collection), search: mark };
    const exchange = await calendar.list(collection, query);
    // How an empty list is answered is not stated.
    const items = isNotFound(exchange) ? [] : calendar.lens.page(collection, exchange).items;
    const found = items.find(({ json }) => holdsToken(JSON.stringify(json), mark));
    const [expected, observed] = [`no record created by ${name}`, `${collection}/${found?.id}`];
    expectThat(found === undefined, { kind: 'state', expected, observed, exchange });
  },
});
