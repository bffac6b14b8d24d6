import fc, { type Arbitrary } from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { expectThat } from '../../kernel/expectations.js';
import { startOf } from '../arbitraries/in-turn.js';
import { allOrFewer, droppableButOne } from '../arbitraries/subsets.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { addressings, itemOperation } from '../expect/record-address.js';
import {
  type Attempt,
  attempts,
  expectAgreed,
  isAnyGranted,
  makeFor,
  type Trial,
  type Tried,
  type Try,
  tryDeletes,
  tryUpdates,
} from './attempts.js';
import { anonymousBeside, calendarOf, type Group, groups, oneOf, slugged, usersOf } from './weaker-identity.js';

const denied = {
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['coherence.refused-write'],
  profile: 'coherence',
  effects: 'writes',
} as const;

/** How many verbs are tried: of an event two by id and one by slug, of the others one by each, of terms two by id. */
const verbs: Readonly<Record<Group, number>> = { events: 3, venues: 2, organizers: 2, terms: 2 };

/** So many verbs, from one on. */
const some = (length: number, start: number): readonly UpdateVerb[] =>
  Array.from({ length }, (_, nth) => updateVerbs[(start + nth) % updateVerbs.length] ?? 'PATCH');

const toTrials = (tried: readonly UpdateVerb[], at: Trial['at']): readonly Trial[] =>
  tried.map((verb) => ({ verb, at }));

/** One verb is for the last address of a record: where that is another one, it may be one of the others. */
function trialsOf(group: Group, turn: number): Arbitrary<readonly Trial[]> {
  const count = verbs[group];
  const start = turn + startOf(groups[group][0]);
  const trials =
    group === 'terms'
      ? toTrials(some(count, start), 'first')
      : [...toTrials(some(count - 1, start), 'first'), ...toTrials(some(1, start + count - 1), 'last')];
  return droppableButOne(trials.map((trial) => fc.constant(trial)));
}

/** What whoever is not logged in tries of a record with a slug: every verb by that, and one by id that shows who may. */
const anonymously = (group: Group, turn: number): readonly Trial[] =>
  group === 'terms'
    ? []
    : [...toTrials(some(1, turn + startOf(groups[group][0])), 'first'), ...toTrials(updateVerbs, 'last')];

/** Who may not update a record in one way may not in another, and has not. */
export const deniesUpdates = (group: Group): CalendarRequirement =>
  requirement({
    ...denied,
    id: `identities.${group}.update-denied`,
    operations: groups[group].flatMap((collection) =>
      addressings(collection).flatMap((by) => updateVerbs.map((verb) => itemOperation(collection, by, verb))),
    ),
    needs: ['identity.weaker', ...groups[group].map((collection) => `${collection}.create`)],
    statement: `A user refused an update of ${oneOf[group]} by one verb or address is refused by all and changes nothing.`,
    cost: 3 + verbs[group] + anonymously(group, 0).length,
    runs: 3,
    given: (world, { turn }) =>
      fc.record({
        attempt: attempts(world, { among: groups[group], names: usersOf(world), turn }),
        trials: trialsOf(group, turn),
        anonymous: allOrFewer(
          anonymously(group, turn).map((trial) => fc.constant(trial)),
          0,
        ),
      }),
    arrange: (subject, { attempt }) => makeFor(subject, attempt),
    async check(subject, { attempt: { name, owner, collection }, trials, anonymous }, { made, addresses }) {
      const tries = await tryUpdates(subject.as(name), made, { addresses, trials });
      expectAgreed(tries, name);
      for (const nobody of anonymousBeside(subject.world, name)) {
        const others = await tryUpdates(subject.as(nobody), made, { addresses, trials: anonymous });
        expectAgreed(others, nobody);
        tries.push(...others);
      }
      // Whoever is granted an update may change anything: what is agreed is all there is to expect.
      if (isAnyGranted(tries)) return;
      const { exchange, ...shown } = await expectFound(calendarOf(subject, owner), collection, byId(made));
      expectFields(subject.calendar, made.body, { shown, where: `the item after the attempts of ${name}`, exchange });
    },
  });

/** Who may not delete a record at one address may not at another, and has not: one by id first, one by slug first. */
export const deniesDeletes = requirement({
  ...denied,
  id: 'identities.records.delete-denied',
  operations: slugged.flatMap((one) => addressings(one).map((by) => itemOperation(one, by, 'DELETE'))),
  needs: ['identity.weaker', ...slugged.map((collection) => `${collection}.create`)],
  statement: 'A user refused a DELETE at one address of a record is refused at every other, and deletes nothing.',
  cost: 10,
  runs: 3,
  given: (world, { turn }) =>
    droppableButOne(
      [false, true].map((bySlugFirst, nth) =>
        fc.record({
          attempt: attempts(world, { among: slugged, names: usersOf(world), turn: turn + nth }),
          bySlugFirst: fc.constant(bySlugFirst),
        }),
      ),
    ),
  arrange: (subject, all) =>
    Promise.all(all.map(async (one) => ({ ...one, tried: await makeFor(subject, one.attempt) }))),
  async check(subject, _, all) {
    for (const { attempt, bySlugFirst, tried } of all)
      await expectDenied(subject, attempt, inOrder(tried, bySlugFirst));
  },
});

const inOrder = ({ made, addresses }: Tried, bySlugFirst: boolean): Tried => ({
  made,
  addresses: bySlugFirst ? addresses.toReversed() : addresses,
});

/** What was granted at the first address of a record is tried at the others of another record: the first is gone. */
async function tryElsewhere(subject: Subject, attempt: Attempt, { made, addresses }: Tried): Promise<readonly Try[]> {
  const calendar = subject.as(attempt.name);
  const tries = await tryDeletes(calendar, made, addresses);
  if (addresses.length < 2 || tries[0]?.permission !== 'granted') return tries;
  const another = await makeFor(subject, attempt);
  const others = another.addresses.filter(({ by }) => by !== addresses[0]?.by);
  return [...tries.slice(0, 1), ...(await tryDeletes(calendar, another.made, others))];
}

/** Expects a DELETE to be refused at all addresses of a record or at none, and to have deleted nothing where it was. */
async function expectDenied(subject: Subject, attempt: Attempt, { made, addresses }: Tried): Promise<void> {
  const { name, owner, collection } = attempt;
  const tries = await tryElsewhere(subject, attempt, { made, addresses });
  expectAgreed(tries, name);
  const exchange = await calendarOf(subject, owner).read(collection, byId(made));
  const isThere = subject.calendar.lens.recordIfAny(collection, exchange)?.id === made.id;
  const expected = `${collection}/${made.id} to exist, as no DELETE by ${name} was granted`;
  expectThat(isThere || isAnyGranted(tries), { kind: 'state', expected, observed: 'no such record', exchange });
}
