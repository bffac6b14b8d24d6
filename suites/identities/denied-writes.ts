import fc from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resources } from '../../contract/resources.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { addressings, itemOperation } from '../expect/record-address.js';
import {
  type Attempt,
  attempts,
  expectAgreed,
  isAnyGranted,
  makeFor,
  type Trial,
  type Try,
  tryWrites,
} from './attempts.js';
import { expectNoLoneGrant } from './lone-grant.js';
import { anonymousBeside, calendarOf, usersOf } from './weaker-identity.js';

const isSlugged = (collection: Collection): boolean => addressings(collection).length > 1;

const toTrials = (tried: readonly Trial['verb'][], at: Trial['at']): readonly Trial[] =>
  tried.map((verb) => ({ verb, at }));

const updatesOf = (collection: Collection): readonly Trial[] => [
  ...(isSlugged(collection) ? toTrials(updateVerbs, 'first') : []),
  ...toTrials(updateVerbs, 'last'),
];

/** A DELETE at each address: what is granted at the first one tried leaves nothing for the other. */
const deletesOf = (collection: Collection, turn: number): readonly Trial[] => {
  const all = [...toTrials(['DELETE'], 'first'), ...(isSlugged(collection) ? toTrials(['DELETE'], 'last') : [])];
  return (turn + startOf(collection)) % 2 === 0 ? all : all.toReversed();
};

/** Every verb at every address: rights are checked route by route, and what is not tried is not known. */
const trialsOf = (collection: Collection, turn: number): readonly Trial[] => [
  ...updatesOf(collection),
  ...deletesOf(collection, turn),
];

/** How many other users try the same first: most services have two kinds of users with fewer rights. */
const MORE = 1;

/** Who tries: whoever is not logged in, others who may less, neither the first one nor the owner, and the first one. */
const triersOf = (world: World, { name, owner }: Attempt): readonly string[] => [
  ...anonymousBeside(world, name),
  ...usersOf(world)
    .filter((one) => one !== name && one !== owner)
    .slice(0, MORE),
  name,
];

const isDelete = ({ exchange }: Try): boolean => exchange.request.method === 'DELETE';

/** Who may not update or delete a record in one way, or any of the other kinds, may not in another, and has not. */
export const deniesWrites = (collection: Collection): CalendarRequirement => {
  const addresses = addressings(collection);
  return requirement({
    level: 'MUST',
    clause: 'coherence.denied-everywhere',
    alsoCovers: ['coherence.refused-write'],
    profile: 'coherence',
    effects: 'writes',
    id: `identities.${collection}.write-denied`,
    operations: addresses.flatMap((by) =>
      [...updateVerbs, 'DELETE' as const].map((method) => itemOperation(collection, by, method)),
    ),
    needs: ['identity.weaker', `${collection}.create`],
    statement: `A user refused an update of ${withArticle(resources[collection].singular)} by one verb or address, or of all other kinds, is refused by all, so with a DELETE, and changes nothing.`,
    cost: 3 + (2 + MORE) * trialsOf(collection, 0).length,
    runs: 3,
    given: (world, { turn }) =>
      attempts(world, { among: [collection], names: usersOf(world), turn }).chain((attempt) =>
        fc.record({
          attempt: fc.constant(attempt),
          triers: droppableButOne(triersOf(world, attempt).map((one) => fc.constant(one))),
          trials: droppableButOne(trialsOf(collection, turn).map((trial) => fc.constant(trial))),
        }),
      ),
    arrange: (subject, { attempt }) => makeFor(subject, attempt),
    async check(subject, { attempt: { name, owner }, triers, trials }, { made, addresses: known }) {
      const tries: Try[] = [];
      for (const who of triers) {
        if (isAnyGranted(tries.filter(isDelete))) break;
        const own = await tryWrites(subject.as(who), made, { addresses: known, trials });
        for (const alike of [own.filter((each) => !isDelete(each)), own.filter(isDelete)]) expectAgreed(alike, who);
        await expectNoLoneGrant(subject, { collection, name: who, tries: own });
        tries.push(...own);
      }
      // Whoever is granted an update may change anything: what is agreed is all there is to expect.
      if (isAnyGranted(tries)) return;
      const { exchange, ...shown } = await expectFound(calendarOf(subject, owner), collection, byId(made));
      expectFields(subject.calendar, made.body, { shown, where: `the item after the attempts of ${name}`, exchange });
    },
  });
};
