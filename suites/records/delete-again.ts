import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { payload } from '../../generators/payload.js';
import { expectRefusal, expectResponse, expectSuccess } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectDeleted } from './expect-deleted.js';
import { expectUnknown, unknownId } from './unknown-id.js';

const deletedInfoOf = (collection: Collection) =>
  ({
    clause: `${resources[collection].singular}.delete`,
    operations: [`${collection}.delete`],
    effects: 'writes',
  }) as const;

/** The second DELETE may be answered as it likes, but it brings nothing back. */
export const staysDeleted = (collection: Collection): CalendarRequirement =>
  requirement({
    ...deletedInfoOf(collection),
    id: `${collection}.delete.twice`,
    level: 'MUST',
    alsoCovers: ['http.idempotence'],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.delete`],
    statement: `Deleted twice, ${withArticle(resources[collection].singular)} stays deleted.`,
    cost: 5,
    given: (world) => payload(resourceOf(collection), world, { only: carriersOf(collection) }),
    async arrange({ calendar }, body) {
      const made = await calendar.make(collection, body);
      expectSuccess(await calendar.remove(collection, byId(made)), 'a DELETE');
      return made;
    },
    async check({ calendar }, _, made) {
      expectResponse(await calendar.remove(collection, byId(made)));
      expectDeleted(calendar, made, await calendar.read(collection, byId(made)));
    },
  });

/** A DELETE of nothing should say so; that it is answered with success is no contradiction. */
export const deletesNoUnknownId = (collection: Collection): CalendarRequirement =>
  requirement({
    ...deletedInfoOf(collection),
    id: `${collection}.delete.unknown-id`,
    level: 'SHOULD',
    alsoCovers: ['address.id'],
    profile: 'core',
    needs: [`${collection}.read`, `${collection}.delete`],
    statement: `A DELETE by an id that no ${resources[collection].singular} has is refused.`,
    cost: 2,
    given: () => unknownId,
    arrange: ({ calendar }, id) => expectUnknown(calendar, collection, id),
    async check({ calendar }, id) {
      expectRefusal(await calendar.remove(collection, byId({ id })), `a DELETE of ${collection}/${id}`);
    },
  });
