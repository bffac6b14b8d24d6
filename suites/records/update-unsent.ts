import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Addressing, OperationId, UpdateVerb } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { changes, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { fieldGroupsOf, pick } from '../arbitraries/every-field.js';
import { expectFields } from '../expect/expect-shown.js';
import { expectReset, expectUpdated, fateOfUnsent, unsentOf } from '../expect/expect-updated.js';
import { addressOf, itemOperation } from '../expect/record-address.js';

/** Never sent: every kind of record has one, so that something is left to compare. */
const KEPT_BACK = 'description';

/** Where a time is sent alone: the other may not go with it. The rest send both or none. */
const loneTimes: Readonly<Partial<Record<OperationId, string>>> = {
  'events.update.patch': 'start_date',
  'events.by-slug.update.patch': 'end_date',
};

/** One or two fields of a record, and new values for them. */
function fewChanges(collection: Collection, world: World, omit: readonly string[]): Arbitrary<Payload> {
  const groups = fieldGroupsOf(collection, [KEPT_BACK, ...omit]);
  return fc
    .tuple(
      changes(resourceOf(collection), world, { all: true }),
      fc.subarray([...groups], { minLength: 1, maxLength: 2 }),
    )
    .map(([all, chosen]) => pick(all, chosen.flat()))
    .filter((change) => Object.keys(change).length > 0);
}

const omitted = { id: { base: [], change: [] }, slug: { base: ['status'], change: ['slug'] } } as const;

/** No field is needed in an update, and those that are not sent share one fate: by PATCH they are kept. */
export const treatsUnsentAlike = (collection: Collection, by: Addressing, verb: UpdateVerb): CalendarRequirement => {
  const { singular } = resources[collection];
  const operation = itemOperation(collection, by, verb);
  const lone = loneTimes[operation];
  const fate = verb === 'PATCH' ? 'keeps' : 'keeps or resets';
  return requirement({
    id: `${operation}.unsent`,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoCovers: [`${singular}.fields.optional-on-update`, 'coherence.kept-write'],
    operations: [operation],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, operation],
    effects: 'writes',
    statement: `A ${verb} by ${by} of some fields of ${withArticle(singular)} ${fate} all others.`,
    cost: 4,
    runs: 2,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { all: true, omit: omitted[by].base }),
        change:
          lone === undefined
            ? fewChanges(collection, world, omitted[by].change)
            : changes(resourceOf(collection), world, { only: [lone] }),
      }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      return { made, address: await addressOf(calendar, made, by) };
    },
    async check({ calendar }, { change }, { made, address }) {
      const { body, seen } = await expectUpdated(calendar, made, { verb, change, address });
      const before = unsentOf(made.body, body);
      const expectFate = fateOfUnsent(calendar, verb) === 'kept' ? expectFields : expectReset;
      expectFate(calendar, before, { ...seen, allDay: made.body.all_day === true });
    },
  });
};
