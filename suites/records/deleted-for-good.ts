import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectResponse, expectSuccess } from '../../kernel/expectations.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectDeleted, expectUnlisted } from '../expect/expect-deleted.js';
import { fateOfUnsent } from '../expect/expect-updated.js';
import { addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';

/** What is sent to a record that was deleted: another DELETE, or an update. */
interface Attempt {
  readonly method: 'DELETE' | UpdateVerb;
  readonly by: Addressing;
  readonly change: Payload;
}

/** An update by the slug that it had finds it by another way: what that is, is rarely made for each kind alone. */
const attemptsOn = (collection: Collection, world: World): Arbitrary<readonly Attempt[]> => {
  const change = changesOf(world, collection, { only: ['description'] });
  const attempt = (method: Attempt['method'], by: Addressing) => change.map((body) => ({ method, by, change: body }));
  const isBySlug = collection === 'events' && addressingsOn(world.profile, collection).includes('slug');
  const bySlug = isBySlug ? [attempt('PATCH', 'slug')] : [];
  return droppableButOne([attempt('DELETE', 'id'), ...updateVerbs.map((verb) => attempt(verb, 'id')), ...bySlug]);
};

/** To replace a record in the trash by a whole new one may restore it: it says so by leaving out that it is deleted. */
const mayRestore = (calendar: Calendar, { method }: Attempt): boolean =>
  calendar.profile.choices['delete.effect'] === 'trashed' &&
  method !== 'DELETE' &&
  fateOfUnsent(calendar, method) === 'reset';

/** The statuses that lists are asked for, as a record that is gone has none: of two, one for each kind of record. */
function listedStatuses({ profile }: Calendar, collection: Collection): readonly string[] {
  if (!('status' in resourceOf(collection).fields)) return [];
  const statuses = profile.accepted.status.filter((status) => ['publish', 'draft'].includes(status));
  const at = startOf(collection) % statuses.length;
  return statuses.slice(at, at + 1);
}

async function attemptAll(
  calendar: Calendar,
  { collection }: Made,
  attempts: readonly (Attempt & { readonly address: Address })[],
): Promise<void> {
  for (const { method, address, change } of attempts) {
    expectResponse(
      method === 'DELETE'
        ? await calendar.remove(collection, address)
        : (await calendar.update(collection, address, method, change)).exchange,
    );
  }
}

/** Whatever the requests are answered with, they bring nothing back. */
export const staysDeleted = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const hasStatus = 'status' in resourceOf(collection).fields;
  return requirement({
    id: `${collection}.delete.for-good`,
    level: 'MUST',
    clause: `${singular}.delete`,
    alsoCovers: [`${singular}.update`, 'coherence.kept-write', 'http.idempotence'],
    operations: [`${collection}.delete`, ...updateVerbs.map((verb) => itemOperation(collection, 'id', verb))],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.delete`],
    effects: 'writes',
    statement: `After a second DELETE and updates by every method, ${withArticle(singular)} is still deleted, and listed under no status.`,
    cost: 7 + (collection === 'events' ? 1 : 0) + (hasStatus ? 1 : 0),
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: carriersOf(collection) }),
        attempts: attemptsOn(collection, world),
      }),
    async arrange({ calendar }, { base, attempts }) {
      const made = await calendar.make(collection, base);
      const addressed = await Promise.all(
        attempts.map(async (one) => ({ ...one, address: await addressOf(calendar, made, one.by) })),
      );
      expectSuccess(await calendar.remove(collection, byId(made)), 'a DELETE');
      return { made, addressed };
    },
    async check({ calendar }, _, { made, addressed }) {
      await attemptAll(
        calendar,
        made,
        addressed.filter((one) => !mayRestore(calendar, one)),
      );
      expectDeleted(calendar, made, await calendar.read(collection, byId(made)));
      for (const status of listedStatuses(calendar, collection)) await expectUnlisted(calendar, made, { status });
    },
  });
};
