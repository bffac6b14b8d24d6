import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { malformed, type ViolationChoice } from '../../generators/malformed.js';
import { payload } from '../../generators/payload.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields, expectFound } from '../expect-shown.js';
import { addressingsOn, addressOf, itemOperation } from '../records/addressed.js';
import { requireRefused } from './require-refused.js';

/** What is wrong is not the name: that it was changed all the same would not be seen. */
const wrongOf = (collection: Collection): ViolationChoice => {
  const { label, fields } = resourceOf(collection);
  return { kinds: ['type', 'date'], fields: Object.keys(fields).filter((name) => name !== label) };
};

/** A body with one thing wrong is refused whole: what is right in it is not written either. */
export const keepsWhatWasRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    level: 'MUST',
    clause: 'coherence.refused-write',
    profile: 'coherence',
    effects: 'writes',
    id: `${collection}.update.refused`,
    operations: updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A refused update leaves ${withArticle(resources[collection].singular)} as it was.`,
    cost: 4,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { omit: ['status'] }),
        wrong: malformed(resourceOf(collection), world, wrongOf(collection)).map(({ body }) => body),
        verb: fc.constantFrom(...updateVerbs),
        by: fc.constantFrom(...addressingsOn(world.profile, collection)),
      }),
    async arrange({ calendar }, { base, wrong, verb, by }) {
      const made = await calendar.make(collection, base);
      const address = await addressOf(calendar, made, by);
      requireRefused((await calendar.update(collection, address, verb, wrong)).exchange);
      return made;
    },
    async check({ calendar }, _, made) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      expectFields(calendar, made.body, { shown, where: 'the item after the refusal', exchange });
    },
  });
