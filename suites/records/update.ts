import fc from 'fast-check';
import { fieldClauseId } from '../../contract/clauses/fields.js';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import type { Addressing, UpdateVerb } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { changes, payload } from '../../generators/payload.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields } from '../expect-shown.js';
import { addressOf, itemOperation } from './addressed.js';
import { expectUpdated } from './expect-updated.js';

/** What the address of an update leaves out of its body: what a slug does there is a matter of its own. */
const omitted = { id: [], slug: ['slug'] } as const;

/** Whatever an update sends, the record shows it afterwards. */
export const changesFieldsSent = (collection: Collection, by: Addressing, verb: UpdateVerb): CalendarRequirement => {
  const { singular, fields } = resources[collection];
  const operation = itemOperation(collection, by, verb);
  const told = Object.keys(fields).filter((field) => !omitted[by].some((one) => one === field));
  return requirement({
    id: operation,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoCovers: [`address.${by}`, 'coherence.kept-write', ...told.map((field) => fieldClauseId(collection, field))],
    operations: [operation],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, operation],
    establishes: operation,
    effects: 'writes',
    statement: `A ${verb} by ${by} gives ${withArticle(singular)} the fields sent.`,
    cost: 4,
    runs: 3,
    given: (world) =>
      fc.record({
        // A draft need not have an address that it is found at.
        base: payload(resourceOf(collection), world, { omit: ['status'] }),
        change: changes(resourceOf(collection), world, { omit: omitted[by] }),
      }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      return { made, address: await addressOf(calendar, made, by) };
    },
    async check({ calendar }, { change }, { made, address }) {
      const { body, seen } = await expectUpdated(calendar, made, { verb, change, address });
      const allDay = (body.all_day ?? made.body.all_day) === true;
      expectFields(calendar, body, { ...seen, allDay });
    },
  });
};
