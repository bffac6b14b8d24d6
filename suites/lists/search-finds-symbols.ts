import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { browse } from '../../target/browse.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { fieldOfMade } from '../field-of-made.js';
import { expectMembership } from './expect-membership.js';
import { listAround } from './list-around.js';

/** Of two symbols each has a plus among them as often as not: a target that decodes twice takes it for a space. */
const pieces = ['ten_pins+two', '50%off', 'v1.2.3+4', '(live', 'four+star*', 'back\\slash'] as const;

/** A target may respell symbols when it stores them: only what it shows again can be searched for. */
async function expectKept(calendar: Calendar, made: Made, piece: string): Promise<void> {
  const { label } = resourceOf(made.collection);
  const name = await fieldOfMade(calendar, made, label);
  if (typeof name !== 'string' || !name.includes(piece)) throw new Inconclusive(`${piece} is not kept in a ${label}`);
}

/** A string with a symbol in it finds the record that contains it, where that has nothing else to be found by. */
export const findsSymbols = (collection: Collection): CalendarRequirement => {
  const { label, singular } = { ...resourceOf(collection), ...resources[collection] };
  return requirement({
    id: `${collection}.list.search.symbols`,
    level: 'MUST',
    clause: listClauseId(collection, 'search'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`, `${collection}.create`, 'lists.created'],
    effects: 'writes',
    statement: `A search for a string with a symbol in it holds ${withArticle(singular)} whose ${label} contains it.`,
    cost: 3,
    runs: 2,
    given: (world) =>
      fc
        .tuple(requiredOnly(resourceOf(collection), world), fc.constantFrom(...pieces))
        .map(([body, piece]) => ({ body: { ...body, [label]: `Odd ${piece} ${MARK}` }, piece })),
    async arrange({ calendar }, { body, piece }) {
      const made = await calendar.make(collection, body);
      await expectKept(calendar, made, piece);
      return made;
    },
    async check({ calendar, world }, { body, piece }, made) {
      expectMembership(
        await browse(calendar, collection, { ...listAround(world, collection, body), search: piece }),
        made,
        true,
      );
    },
  });
};
