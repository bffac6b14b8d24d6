import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, updateVerbs } from '../../contract/operations.js';
import { type Collection, resources } from '../../contract/resources.js';
import type { JsonObject } from '../../wire/json.js';
import { expectFields } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { expectReset, expectUpdated, fateOfUnsent, unsentOf } from '../expect/expect-updated.js';
import { type AddressedRecord, addressOf, itemOperation } from '../expect/record-address.js';
import { requirementInAnotherLanguage } from '../language/in-language.js';
import { isFewer, type PartialUpdate, partialUpdates, wholeRecord } from './partial-updates.js';

/** A record, and what it must show. */
interface Kept extends AddressedRecord {
  readonly kept: JsonObject;
}

/** Expects an update to show what it sends, and to treat all fields alike that it does not; returns what the record must show from then on. */
async function expectUnsentAlike(
  calendar: Calendar,
  record: Kept,
  by: Addressing,
  { verb, change }: PartialUpdate,
): Promise<Kept> {
  const { kept } = record;
  const address = await addressOf(calendar, record, by);
  const { body, seen } = await expectUpdated(calendar, record, { verb, change, address });
  const unsent = unsentOf(kept, body);
  const isKept = fateOfUnsent(calendar, verb) === 'kept';
  const where = `the item after a ${verb} by ${by} of ${Object.keys(change).join(', ')}`;
  const expectFate = isKept ? expectFields : expectReset;
  expectFate(calendar, unsent, { ...seen, where, mistake: mistakes.changesUnsent, allDay: kept.all_day === true });
  expectFields(calendar, body, { ...seen, where, allDay: (body.all_day ?? kept.all_day) === true });
  return { ...record, shown: seen.shown, kept: isKept ? { ...unsent, ...body } : body };
}

/** No field is needed in an update, and those that are not sent share one fate: by PATCH they are kept. */
export const treatsUnsentAlike = (collection: Collection, by: Addressing): CalendarRequirement => {
  const { singular } = resources[collection];
  const operations = updateVerbs.map((verb) => itemOperation(collection, by, verb));
  return requirementInAnotherLanguage(collection, {
    id: `${collection}.${by === 'id' ? '' : 'by-slug.'}update.unsent`,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoCovers: [`${singular}.fields.optional-on-update`, 'coherence.kept-write'],
    operations,
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, ...operations],
    effects: 'writes',
    statement: `An update by ${by} of some fields of ${withArticle(singular)} changes them and treats all others alike; PATCH keeps those.`,
    cost: by === 'slug' || isFewer(collection) ? 8 : collection === 'events' ? 16 : 14,
    runs: 2,
    given: (world, draw) =>
      fc.record({ base: wholeRecord(collection, world, by), updates: partialUpdates(collection, world, by, draw) }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      // Before the first update, as that may change the address.
      await addressOf(calendar, made, by);
      return { ...made, kept: made.body };
    },
    async check({ calendar }, { updates }, made) {
      let record: Kept = made;
      for (const update of updates) record = await expectUnsentAlike(calendar, record, by, update);
    },
  });
};
