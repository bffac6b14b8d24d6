import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectField, expectFound } from '../expect-shown.js';
import { findListedSomehow } from '../find-listed.js';
import { type Place, showsFields } from '../places.js';
import { quickOnlyFor } from '../quick-sample.js';
import { addressings, addressOf } from '../records/addressed.js';

/** What was read before a write is not shown after it (RFC 9111 section 5.2.1.4). */
export const readsFresh = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const places = addressings(collection).length + 1;
  return requirement({
    id: `${collection}.read.fresh`,
    level: 'MUST',
    clause: 'http.freshness',
    operations: [`${collection}.list`, `${collection}.read`],
    profile: 'http',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.list`, `${collection}.update.patch`],
    effects: 'writes',
    statement: `A ${singular} that was read, alone and in a list, shows an update when it is read like that again.`,
    cost: 3 + 2 * places,
    ...quickOnlyFor('tags', collection),
    given: (world) => payload(resourceOf(collection), world, { only: ['description'] }),
    async arrange({ calendar }, body) {
      const made = await calendar.make(collection, body);
      await readEverywhere(calendar, made);
      const change = { description: `Changed ${MARK}` };
      const written = await calendar.update(collection, byId(made), 'PATCH', change);
      expectSuccess(written.exchange, 'a PATCH');
      return { made, sent: written.body.description ?? null };
    },
    async check({ calendar }, _, { made, sent }) {
      const places = (await readEverywhere(calendar, made)).map(expectPresent);
      for (const place of places.filter(({ shown }) => showsFields(calendar, shown))) {
        expectField({ calendar, field: 'description', sent, ...place });
      }
    },
  });
};

type Read = Omit<Place, 'shown'> & { readonly shown: Shown | undefined };

/** The same reads, before and after: the targets of the requests do not change with the record. */
async function readEverywhere(calendar: Calendar, made: Made): Promise<readonly Read[]> {
  const places: Read[] = [];
  for (const by of addressings(made.collection)) {
    const { exchange, ...shown } = await expectFound(calendar, made.collection, await addressOf(calendar, made, by));
    places.push({ where: `the item by ${by}`, shown, exchange });
  }
  return [...places, { where: 'the list', ...(await findListedSomehow(calendar, made)) }];
}

/** A list from before the create is as stale as one from before the update. */
function expectPresent({ shown, where, exchange }: Read): Place {
  const expected = `the updated record in ${where}`;
  expectThat(shown !== undefined, { kind: 'state', expected, observed: 'an answer without it', exchange });
  return { shown, where, exchange };
}
