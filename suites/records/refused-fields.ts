import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Language } from '../../contract/queries.js';
import { type Collection, collections, resourceOf, resources } from '../../contract/resources.js';
import { violate, violations } from '../../generators/malformed.js';
import type { Payload } from '../../generators/wire-value.js';
import { acceptedBody } from '../arbitraries/accepted-body.js';
import { everyField } from '../arbitraries/every-field.js';
import { omittable } from '../arbitraries/subsets.js';
import { expectRefusedField } from '../expect/expect-refused-field.js';
import { within } from '../language/in-language.js';

/** The fields of a collection that can hold a value of another type than declared. */
export const typedFields = (collection: Collection): readonly string[] => [
  ...new Set(
    violations(resourceOf(collection))
      .filter(({ kind }) => kind !== 'missing')
      .map(({ field }) => field),
  ),
];

/** A value of another type than declared is refused; the like of the body with a proper one was taken for the world. */
export const refusesMalformed = (collection: Collection, field: string): CalendarRequirement => {
  const { singular } = resources[collection];
  return requirement({
    id: `${collection}.create.malformed.${field.replaceAll('_', '-')}`,
    level: 'MUST',
    clause: fieldClauseId(collection, field),
    alsoCovers: [`${singular}.create`, 'http.server-error'],
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A create of ${withArticle(singular)} with a malformed ${field} field is refused.`,
    cost: 1,
    given: (world) => {
      const wrong = violations(resourceOf(collection)).filter((one) => one.kind !== 'missing' && one.field === field);
      return fc.record({ base: acceptedBody(world, collection, field), mistake: fc.constantFrom(...wrong) });
    },
    async check({ calendar }, { base, mistake }) {
      const { exchange } = await calendar.create(collection, violate(base, mistake));
      const write = `a create of ${withArticle(singular)}`;
      expectRefusedField({ collection, write, violation: mistake.label, exchange });
    },
  });
};

/** As the interface marks them in its tables: quoted here, so that an error in the contract's data is seen. */
export const requiredFields: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'start_date', 'end_date'],
  venues: ['venue'],
  organizers: ['organizer'],
  categories: ['name'],
  tags: ['name'],
};

const without = (body: Payload, field: string): Payload =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

/** A start that has passed, while the end has not: either of them made up from the other, or from now, fits. */
const PASSED = '2019-05-06 10:00:00';

/**
 * A body with everything that a default for a missing field could be made of, and every reason not to insist on it: all
 * other fields, a start that has passed, a whole day, a draft.
 */
const atEase = (world: World, collection: Collection): Arbitrary<Payload> =>
  everyField(world, collection).map((body) => ({
    ...body,
    ...('start_date' in body && { start_date: PASSED }),
    ...('all_day' in body && { all_day: true }),
    ...('status' in body && world.accepted.status.includes('draft') && { status: 'draft' }),
  }));

/** In which languages required fields are left out, one after the other: languages are configured one by one. */
const spoken: readonly Language[] = ['fr', 'de', 'nl', 'en'];

function languageFor(collection: Collection, field: string): Language {
  const all = collections.flatMap((one) => requiredFields[one].map((name) => `${one}.${name}`));
  return spoken[all.indexOf(`${collection}.${field}`) % spoken.length] ?? 'en';
}

/** A required field that is left out is missed, in another language than the default too. */
export const refusesMissing = (collection: Collection, field: string): CalendarRequirement => {
  const { singular } = resources[collection];
  const language = languageFor(collection, field);
  return requirement({
    id: `${collection}.create.required.${field.replaceAll('_', '-')}`,
    level: 'MUST',
    clause: `${singular}.fields.required-on-create`,
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A create of ${withArticle(singular)} without ${field} is refused.`,
    cost: 1,
    // More than two fields carry the marker.
    given: (world) =>
      fc.record({ via: omittable(fc.constant({ language })), body: atEase(within(world, language), collection) }),
    async check({ calendar }, { via, body }) {
      const { exchange } = await calendar.create(collection, without(body, field), via);
      const write = `a create of ${withArticle(singular)}`;
      expectRefusedField({ collection, write, violation: `${field} is missing`, exchange });
    },
  });
};
