import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { type Method, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { expectDeleted } from '../expect/expect-deleted.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { requirementInAnotherLanguage } from '../language/in-language.js';
import { unlisting } from './marker-fields.js';
import { expectNamesakeAlone, makeOther } from './observe-record.js';
import { beforeUpdates, type ObservedRecord, performSteps } from './perform-steps.js';
import type { UpdateStep } from './update-plan.js';
import { timesAfter, updateStepsOf } from './update-steps.js';

const methods: readonly Method[] = [...updateVerbs, 'GET'];

/**
 * All updates of a kind of record on one record: for a few requests, most of what the requirements on each of them would
 * find. What one update left must outlive the next, whatever the verbs and the addresses, and concerns no namesake.
 */
export const keepsEachOfSequence = (collection: Collection): CalendarRequirement => {
  const { singular, label, fields } = resources[collection];
  const ways = addressings(collection);
  const renames = ({ change }: UpdateStep): boolean => label in change;
  const covered = Object.keys(fields).filter((field) => !unlisting.includes(field));
  // Each update on its own is judged in the default language.
  return requirementInAnotherLanguage(collection, {
    id: `${collection}.update.in-turn`,
    level: 'MUST',
    clause: 'coherence.kept-write',
    alsoCovers: [
      `${singular}.create`,
      `${singular}.read`,
      `${singular}.update`,
      `${singular}.fields.optional-on-update`,
      `${singular}.delete`,
      ...ways.map((by) => `address.${by}` as const),
      'coherence.siblings',
      'coherence.other-records',
      'coherence.shown-everywhere',
      ...(ways.length > 1 ? ['coherence.refused-write' as const] : []),
      'http.freshness',
      ...covered.map((field) => fieldClauseId(collection, field)),
    ],
    operations: [
      `${collection}.create`,
      ...ways.flatMap((by) => methods.map((method) => itemOperation(collection, by, method))),
      itemOperation(collection, ways.at(-1) ?? 'id', 'DELETE'),
    ],
    profile: 'coherence',
    needs: [
      ...(['create', 'read', 'list', 'delete'] as const).map((action) => `${collection}.${action}`),
      ...updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
      'lists.created',
    ],
    effects: 'writes',
    // What is kept of an earlier read is read anew after any write: those of others would hide it.
    alone: true,
    statement: `After each of several updates, the ${singular} shows the latest values, and one of the same name is unchanged.`,
    cost: ways.length === 1 ? 13 : 27,
    given: (world, { turn }) =>
      fc.record({
        // First, as fewer steps make the smallest of what fails.
        steps: updateStepsOf(collection, world, turn),
        base: payload(resourceOf(collection), world, { all: true, omit: unlisting }),
      }),
    async arrange({ calendar }, { base, steps }) {
      const made = beforeUpdates(await calendar.make(collection, base));
      // A service may keep what it was read as.
      for (const by of addressingsOn(calendar.profile, collection))
        await calendar.read(collection, await addressOf(calendar, made, by));
      const isRenamed = steps.some(renames);
      return { made, namesake: isRenamed ? undefined : await makeOther(calendar, made, base) };
    },
    async check({ calendar }, { base, steps }, { made, namesake }) {
      const renamed = await performSteps(calendar, made, steps.filter(renames));
      const other = namesake ?? (await makeOther(calendar, renamed, { ...base, ...timesAfter(steps) }));
      const record = await performSteps(
        calendar,
        renamed,
        steps.filter((step) => !renames(step)),
      );
      await expectRemoved(calendar, record);
      await expectNamesakeAlone(calendar, record, other);
    },
  });
};

/**
 * Deletes a record, by its slug where it has one, as the DELETE by id has a requirement of its own at any effort. Expects
 * no address to return it any more; records with one address are covered by lists.
 */
async function expectRemoved(calendar: Calendar, record: ObservedRecord): Promise<void> {
  const { collection } = record;
  const addresses: Address[] = [];
  for (const by of addressingsOn(calendar.profile, collection)) addresses.push(await addressOf(calendar, record, by));
  const [last = byId(record), ...others] = addresses.toReversed();
  expectSuccess(await calendar.remove(collection, last), 'a DELETE');
  for (const address of others.length > 0 ? addresses : [])
    expectDeleted(calendar, record, await calendar.read(collection, address));
}
