import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { operations } from '../../contract/operations.js';
import { languages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import type { Address } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectCreated, expectFound } from '../expect-shown.js';
import { addressings, addressOf } from '../records/addressed.js';

interface InLanguage {
  readonly collection: Collection;
  readonly body: Payload;
  readonly language: string;
}

/** Languages are part of every operation, not of some. */
export const acceptsLanguageEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.life-cycle.language`,
    level: 'MUST',
    clause: 'language.parameter',
    operations: operations.filter((operation) => operation.collection === collection).map(({ id }) => id),
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `Every operation on ${collection} is accepted in any of the languages nl, en, fr and de.`,
    cost: addressings(collection).length === 2 ? 15 : 8,
    thorough: true,
    given: (world) =>
      fc.record({
        collection: fc.constant(collection),
        language: fc.constantFrom(...languages),
        body: payload(resourceOf(collection), world, { only: ['description'] }),
      }),
    async check({ calendar }, record) {
      expectSuccess(await calendar.list(collection, {}, record), `a list in ${record.language}`);
      const made = await expectMade(calendar, record);
      const ways = addressings(collection);
      for (const by of ways) await expectUsable(calendar, await addressOf(calendar, made, by), record, made);
      for (const by of ways) {
        const one = by === ways.at(-1) ? made : await expectMade(calendar, record);
        await expectDeletable(calendar, await addressOf(calendar, one, by), record);
      }
    },
  });

const expectMade = async (calendar: Calendar, { collection, body, language }: InLanguage): Promise<Made> =>
  expectCreated(calendar, await calendar.create(collection, body, { language }));

/** Reads and updates a record; all its fields are sent, so that it keeps its name and with it its slug. */
async function expectUsable(
  calendar: Calendar,
  address: Address,
  { collection, body, language }: InLanguage,
  { id }: Made,
): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, address, { language });
  expectThat(shown.id === id, { kind: 'value', expected: `record ${id}`, observed: `record ${shown.id}`, exchange });
  const changed = { ...body, description: `Changed ${MARK}` };
  for (const verb of updateVerbs) {
    const written = await calendar.update(collection, address, verb, changed, { language });
    expectSuccess(written.exchange, `a ${verb} of a record of ${collection} in ${language}`);
  }
}

async function expectDeletable(calendar: Calendar, address: Address, { collection, language }: InLanguage) {
  const exchange = await calendar.remove(collection, address, { language });
  expectSuccess(exchange, `a DELETE of a record of ${collection} in ${language}`);
}
