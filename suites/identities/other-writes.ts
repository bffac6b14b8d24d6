import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { holdsToken } from '../../adapter/ownership/marker.js';
import { type KnownIdentity, wasGranted } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isNotFound, statusOf } from '../../wire/status.js';
import { type AnyDraft, anyDraft, unlisting, writableAmong } from '../arbitraries/any-record.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { isAnyGranted, toTry } from './attempts.js';
import { lastOf, weakerIdentity } from './weaker-identity.js';

/** Sees to it that somebody may not change a record. @throws Inconclusive when they may. */
async function requireDenied(other: Calendar, { collection, ...made }: Made, name: string): Promise<void> {
  const { exchange } = await other.update(collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
  if (isAnyGranted([toTry('PATCH by id', exchange)])) throw new Inconclusive(`${name} may update ${collection}`);
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
  statement:
    "A write to a user's own event changes no record that the user may not change, whatever the body contains.",
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
      expectFields(calendar, one.body, { shown, where: `the item after the attempts of ${name}`, exchange });
    }
  },
});

/** Of which collections a record is made in a turn: terms first, as all they have is one address. */
const inTurns: readonly (readonly Collection[])[] = [['categories', 'tags'], ['events', 'venues'], ['organizers']];

/** Tries to update a record and then to delete it, as somebody who may not update it. */
async function tryDelete({ as }: Pick<Subject, 'as'>, name: string, { collection, ...made }: Made): Promise<boolean> {
  const update = await as(name).update(collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
  if (isAnyGranted([toTry('PATCH by id', update.exchange)])) return false;
  const exchange = await as(name).remove(collection, byId(made));
  expectThat(!isAnyGranted([toTry('DELETE by id', exchange)]), {
    kind: 'status',
    expected: `a DELETE of ${collection} as ${name} to be refused as a PATCH is (${statusOf(update.exchange)})`,
    observed: String(statusOf(exchange)),
    exchange,
    sign: { status: 'refused' },
  });
  return true;
}

/** To delete a record is to change it, and more. */
export const deletesNoMore = requirement({
  level: 'SHOULD',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.records.delete-without-update',
  operations: collections.map((collection) => `${collection}.delete` as const),
  needs: ['identity.weaker', ...collections.map((collection) => `${collection}.create`)],
  statement: 'A user refused an update of a record is also refused a DELETE of it.',
  cost: 12,
  runs: 3,
  given: (world, { turn }) =>
    fc.record({
      names: droppableButOne(lastOf(world).map((name) => fc.constant(name))),
      drafts: droppableButOne(
        writableAmong(world, inTurns[turn % inTurns.length]).map((one) => anyDraft(world, { among: [one] })),
      ),
    }),
  arrange: ({ calendar }, { drafts }) =>
    Promise.all(drafts.map(({ collection, body }) => calendar.make(collection, body))),
  async check(subject, { names }, records) {
    const denied: boolean[] = [];
    for (const made of records) for (const name of names) denied.push(await tryDelete(subject, name, made));
    if (!denied.includes(true)) throw new Inconclusive(`${names.join(' and ')} may update them all`);
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
  runs: 5,
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
