import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { OperationId } from '../../contract/operation.js';
import { operations } from '../../contract/operations.js';
import { type Language, languages, segmentLanguages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { Calendar } from '../../target/calendar.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { addressings } from '../records/addressed.js';
import { expectAccepted, expectMade, type LocalizedDraft } from './expect-accepted.js';
import { anySteps, type Step } from './steps.js';

const operationsOn = (collection: Collection): readonly OperationId[] =>
  operations.filter((operation) => operation.collection === collection).map(({ id }) => id);

const costOf = (collection: Collection): number => (addressings(collection).length === 2 ? 15 : 8);

const small = (collection: Collection, world: World): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: ['description'] });

/** Where English is the default, a service that forgets the parameter does no harm in it: so it is drawn less often. */
const anyLanguage = fc.oneof(
  { arbitrary: fc.constantFrom<Language>(...segmentLanguages), weight: 9 },
  { arbitrary: fc.constantFrom(...languages), weight: 1 },
);

/** Languages are part of every operation, not of some. */
export const acceptsLanguageEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.life-cycle.language`,
    level: 'MUST',
    clause: 'language.parameter',
    operations: operationsOn(collection),
    profile: 'core',
    needs: operationsOn(collection),
    effects: 'writes',
    statement: `Every operation on ${collection} is accepted in any of the languages nl, en, fr and de.`,
    cost: costOf(collection),
    given: (world) => fc.record({ steps: anySteps(collection), language: anyLanguage, body: small(collection, world) }),
    check: ({ calendar }, { steps, language, body }) =>
      expectLifeCycle(calendar, { collection, body, via: { language } }, steps),
  });

/** Where there are segments, they are part of every operation too; each record shows in its language by parameter. */
export const acceptsSegmentEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.life-cycle.segment`,
    level: 'MUST',
    clause: 'language.segment',
    operations: operationsOn(collection),
    profile: 'core',
    needs: [...operationsOn(collection), 'language.segment'],
    effects: 'writes',
    statement: `Every operation on ${collection} is accepted under the path segments nl, de and fr.`,
    cost: costOf(collection),
    given: (world) =>
      fc.record({
        steps: anySteps(collection),
        segment: fc.constantFrom(...segmentLanguages),
        body: small(collection, world),
      }),
    check: ({ calendar }, { steps, segment, body }) =>
      expectLifeCycle(calendar, { collection, body, via: { segment } }, steps),
  });

async function expectLifeCycle(calendar: Calendar, record: LocalizedDraft, steps: readonly Step[]): Promise<void> {
  const made = await expectMade(calendar, record);
  for (const step of steps) await expectAccepted(calendar, step, { record, made });
}
