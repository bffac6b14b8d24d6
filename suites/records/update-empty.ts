import fc from 'fast-check';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess, expectThat, isRefused } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { droppableButOne } from '../droppable.js';
import { expectFound, shows } from '../expect-shown.js';

/** Texts that need no form, and that no other field is derived from. */
const emptiable = { events: ['description', 'excerpt'], venues: ['description', 'address', 'city', 'phone'] } as const;

const infoOf = (collection: keyof typeof emptiable) =>
  ({
    clause: 'coherence.kept-write',
    alsoCovers: [`${resources[collection].singular}.update`],
    profile: 'coherence',
    operations: [`${collection}.update.patch`],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`],
    effects: 'writes',
    cost: 4,
  }) as const;

/** Expects fields that are sent empty to be shown no more as they were: empty or by default, unless they are refused. */
async function expectEmptied(calendar: Calendar, made: Made, empty: Payload): Promise<void> {
  const { collection, body } = made;
  const names = Object.keys(empty).filter(
    (field) => body[field] !== undefined && calendar.lens.fact(collection, field),
  );
  if (names.length === 0) throw new Inconclusive(`the target shows none of ${Object.keys(empty).join(', ')}`);
  const { exchange: written } = await calendar.update(collection, byId(made), 'PATCH', empty);
  if (!isRefused(written)) expectSuccess(written, `a PATCH with empty ${names.join(', ')}`);
  const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
  const kept = names.filter((field) => shows({ calendar, shown, field, sent: body[field] ?? null }));
  const observed = `${kept.join(', ')} as before`;
  const expected = `${names.join(', ')} to be empty after a PATCH that says so and is accepted`;
  expectThat(isRefused(written) || kept.length === 0, { kind: 'value', expected, observed, exchange });
}

/** Whether an empty text is taken is open (gap `gap.body.empty`); taken and ignored it must not be. */
export const emptiesTexts = (collection: keyof typeof emptiable): CalendarRequirement => {
  const { singular } = resources[collection];
  const names = emptiable[collection];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.update.emptied-texts`,
    level: 'MUST',
    statement: `An update with empty texts takes the former ones from the ${singular}, unless it is refused.`,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: names }),
        emptied: droppableButOne(names.map((name) => fc.constant(name))),
      }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    check: ({ calendar }, { emptied }, made) =>
      expectEmptied(calendar, made, Object.fromEntries(emptied.map((name) => [name, '']))),
  });
};
