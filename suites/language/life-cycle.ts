import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { type OperationId, updateVerbs } from '../../contract/operation.js';
import { operations } from '../../contract/operations.js';
import { type Language, languages, segmentLanguages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import type { Address, Via } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectCreated, expectFound } from '../expect-shown.js';
import { addressings, addressOf } from '../records/addressed.js';
import { toWords } from './ways.js';

interface Localized {
  readonly collection: Collection;
  readonly body: Payload;
  readonly via: Via;
}

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
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `Every operation on ${collection} is accepted in any of the languages nl, en, fr and de.`,
    cost: costOf(collection),
    given: (world) => fc.record({ language: anyLanguage, body: small(collection, world) }),
    check: ({ calendar }, { language, body }) => expectLifeCycle(calendar, { collection, body, via: { language } }),
  });

/** Where there are segments, they are part of every operation too; each record shows in its language by parameter. */
export const acceptsSegmentEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.life-cycle.segment`,
    level: 'MUST',
    clause: 'language.segment',
    operations: operationsOn(collection),
    profile: 'core',
    needs: [`${collection}.create`, 'language.segment'],
    effects: 'writes',
    statement: `Every operation on ${collection} is accepted under the path segments nl, de and fr.`,
    cost: costOf(collection),
    given: (world) => fc.record({ segment: fc.constantFrom(...segmentLanguages), body: small(collection, world) }),
    check: ({ calendar }, { segment, body }) => expectLifeCycle(calendar, { collection, body, via: { segment } }),
  });

async function expectLifeCycle(calendar: Calendar, record: Localized): Promise<void> {
  const { collection, via } = record;
  expectSuccess(await calendar.list(collection, {}, via), `a list ${toWords(via)}`);
  const made = await expectMade(calendar, record);
  const ways = addressings(collection);
  for (const by of ways) await expectUsable(calendar, await addressOf(calendar, made, by), record, made);
  for (const by of ways) {
    const one = by === ways.at(-1) ? made : await expectMade(calendar, record);
    await expectDeletable(calendar, await addressOf(calendar, one, by), record);
  }
}

const expectMade = async (calendar: Calendar, { collection, body, via }: Localized): Promise<Made> =>
  expectCreated(calendar, await calendar.create(collection, body, via));

/** Reads and updates a record; all its fields are sent, so that it keeps its name and with it its slug. */
async function expectUsable(
  calendar: Calendar,
  address: Address,
  { collection, body, via }: Localized,
  { id }: Made,
): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, address, via);
  expectThat(shown.id === id, { kind: 'value', expected: `record ${id}`, observed: `record ${shown.id}`, exchange });
  const changed = { ...body, description: `Changed ${MARK}` };
  for (const verb of updateVerbs) {
    const written = await calendar.update(collection, address, verb, changed, via);
    expectSuccess(written.exchange, `a ${verb} of a record of ${collection} ${toWords(via)}`);
  }
}

async function expectDeletable(calendar: Calendar, address: Address, { collection, via }: Localized) {
  const exchange = await calendar.remove(collection, address, via);
  expectSuccess(exchange, `a DELETE of a record of ${collection} ${toWords(via)}`);
}
