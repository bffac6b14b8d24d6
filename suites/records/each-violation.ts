import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { violate, type Violation, violations } from '../../generators/malformed.js';
import { carriersOf, payload } from '../../generators/payload.js';
import { droppable } from '../arbitraries/subsets.js';
import { expectRefusedField } from '../expect/expect-refused-field.js';

/** Texts are read in more ways than other types are: as names, as prose, as dates, as addresses. */
const TEXTS = 4;

/** What can be wrong, so put together that one of each group is worth a request. */
function groupsOf(collection: Collection): readonly (readonly Violation[])[] {
  const resource = resourceOf(collection);
  const all = violations(resource);
  const ofType = (type: string): readonly Violation[] =>
    all.filter(({ kind, field }) => kind === 'type' && resource.fields[field]?.type === type);
  return [
    // Without its name, a record is tried by `*.create.required.*`; a time can be made up in more ways.
    ...all.filter(({ kind, field }) => kind === 'missing' && field !== resource.label).map((one) => [one]),
    all.filter(({ kind }) => kind === 'date'),
    ...['integer', 'boolean', 'integers'].map(ofType),
    ...inParts(ofType('string'), TEXTS),
  ].filter((group) => group.length > 0);
}

const inParts = <One>(items: readonly One[], count: number): readonly (readonly One[])[] => {
  const size = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size));
};

/**
 * A create is refused for every one of several mistakes. Of records with many fields this takes a third of the requests
 * of the requirements on single fields, as one proper body stands for all: what is wrong is the only difference from it.
 */
export const refusesEachViolation = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const groups = groupsOf(collection);
  const fields = new Set(groups.flatMap((group) => group.map(({ field }) => field)));
  return requirement({
    id: `${collection}.create.each-violation`,
    level: 'MUST',
    clause: `${singular}.create`,
    alsoCovers: [
      `${singular}.fields.required-on-create`,
      'http.server-error',
      ...[...fields].map((field) => fieldClauseId(collection, field)),
    ],
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A create of ${withArticle(singular)} with one malformed or missing field is refused; the valid body is accepted.`,
    cost: groups.length + (collection === 'events' ? 2 : 1),
    given: (world) =>
      fc.record({
        mistakes: droppable(groups.map((group) => fc.constantFrom(...group))).filter(({ length }) => length > 0),
        base: payload(resourceOf(collection), world, { only: carriersOf(collection) }),
      }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    async check({ calendar }, { base, mistakes }) {
      for (const mistake of mistakes) {
        const { exchange } = await calendar.create(collection, violate(base, mistake));
        expectRefusedField({
          collection,
          write: `a create of ${withArticle(singular)}`,
          violation: mistake.label,
          exchange,
        });
      }
    },
  });
};
