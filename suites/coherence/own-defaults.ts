import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { unlisting } from '../arbitraries/any-record.js';
import { expectFound } from '../expect/expect-shown.js';
import { type Appearance, expectAlike, isShownBy, showsFields } from '../expect/shown-in.js';

/** What differs between records of any service: names, and what follows from names or from the time. */
const own = (collection: Collection): readonly string[] => {
  const { label, fields } = resourceOf(collection);
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  return [...required, ...unlisting, label, 'slug', 'date', 'date_utc', 'website', 'timezone', 'all_day'];
};

/**
 * A record that was created with its required fields has defaults in all others. They are its own: what an update puts
 * there, or another create sends, shows in no other record that has them.
 */
export const keepsOwnDefaults = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.update.own-defaults`,
    level: 'MUST',
    clause: 'coherence.other-records',
    operations: [`${collection}.create`, `${collection}.update.patch`],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`],
    effects: 'writes',
    statement: `An update of ${withArticle(resources[collection].singular)} or a create with all fields changes no defaults: the next one has those that the first had.`,
    cost: 7,
    given: (world) =>
      fc.record({
        body: requiredOnly(resourceOf(collection), world),
        change: changesOf(world, collection, { all: true, omit: own(collection) }),
      }),
    async arrange({ calendar }, { body, change }) {
      const made = await calendar.make(collection, body);
      return { made, before: await shownOf(calendar, made, Object.keys(change), 'the first item before the PATCH') };
    },
    async check({ calendar }, { body, change }, { made, before }) {
      const { exchange } = await calendar.update(collection, byId(made), 'PATCH', change);
      expectSuccess(exchange, 'a PATCH');
      await calendar.make(collection, { ...body, ...change });
      const later = await calendar.make(collection, body);
      const names = Object.keys(change);
      expectAlike(calendar, before, await shownOf(calendar, later, names, 'an item created after the PATCH'), names);
    },
  });

/** As the create showed it, where that shows all of some fields. */
function shownOf(calendar: Calendar, made: Made, fields: readonly string[], where: string): Promise<Appearance> {
  const { shown, exchange } = made;
  const known = fields.filter((field) => calendar.lens.fact(made.collection, field) !== undefined);
  const isWhole = showsFields(calendar, shown) && known.every((field) => isShownBy(calendar, shown, field));
  return isWhole ? Promise.resolve({ where, shown, exchange }) : itemOf(calendar, made, where);
}

async function itemOf(calendar: Calendar, made: Made, where: string): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made));
  return { where, shown, exchange };
}
