import fc, { type Arbitrary } from 'fast-check';
import type { GapId } from '../../contract/gaps.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { Calendar } from '../../target/calendar.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { decided, expectError, expectJsonAt, expectStatus } from './expect-answer.js';
import { type Ruling, rulings } from './values.js';

/** A valid body with the ruled fields laid over it. */
const bodyFor = (world: World, { collection, sent }: Ruling): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: [] }).map((base) => ({ ...base, ...sent }));

async function expectRuled(calendar: Calendar, { collection, sent, shown, wrong }: Ruling, body: Payload) {
  const { exchange } = await calendar.create(collection, body);
  if (!shown) return expectError(exchange, 400, wrong ?? Object.keys(sent));
  expectStatus(exchange, 201);
  for (const [field, value] of Object.entries(shown)) expectJsonAt(exchange, [field], value);
}

const gaps = [...new Set(rulings.map(({ gap }) => gap))];

/** Values that the interface leaves open are taken, or refused by name, as decided. */
const rules = (gap: GapId): CalendarRequirement => {
  const ruled = rulings.filter((one) => one.gap === gap);
  return requirement({
    ...decided,
    id: `reference.${gap.replace(/^gap\./, '')}`,
    clause: gap,
    operations: [...new Set(ruled.map(({ collection }) => `${collection}.create` as const))],
    needs: [...new Set(ruled.map(({ collection }) => `${collection}.create`))],
    effects: 'writes',
    statement: `Values of a create are taken or refused as decided under ${gap}.`,
    cost: 2 * ruled.length,
    given: (world) => fc.tuple(...ruled.map((one) => bodyFor(world, one))),
    async check({ calendar }, bodies) {
      for (const [index, one] of ruled.entries()) await expectRuled(calendar, one, bodies[index] ?? {});
    },
  });
};

export const rulesOfBodies: readonly CalendarRequirement[] = gaps.map(rules);
