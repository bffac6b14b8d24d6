import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { browse } from '../../adapter/reading/browse.js';
import { byId } from '../../adapter/reading/paths.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { omittable } from '../arbitraries/subsets.js';
import { bothOf } from '../expect/expect-another.js';
import { expectMembership } from '../expect/expect-list.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { expectAtSlug, itemOperation, sentText, slugIfShown, slugOf } from '../expect/record-address.js';

const infoOf = (collection: Collection) =>
  ({ level: 'MUST', operations: [`${collection}.create`], profile: 'core', effects: 'writes' }) as const;

/** Some services cut a slug at fifty characters: the ending that distinguishes records of one name must outlive that. */
const LONG_NAME = `An evening of songs and readings by the old harbor ${MARK}`;

/**
 * Namesakes get different slugs, unless they are refused: the last one too, for which a number has to be counted up, and
 * whatever one that is not published has taken. Whether that one is found by its slug is not stated.
 */
export const distinguishesNamesakes = (collection: Collection): CalendarRequirement => {
  const { singular, label } = resources[collection];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.create.namesakes`,
    clause: 'address.slug',
    needs: [`${collection}.create`, itemOperation(collection, 'slug', 'GET')],
    cost: collection === 'events' ? 12 : 8,
    statement: `When several published ${collection} have the name of a draft, the slug of each returns that ${singular}.`,
    given: (world) => {
      const small = payload(resourceOf(collection), world, { only: [] });
      const long = omittable(fc.constant({ [label]: LONG_NAME }));
      return fc.record({ one: fc.tuple(small, long).map(([body, name]) => ({ ...body, ...name })), other: small });
    },
    arrange: ({ calendar }, { one }) => calendar.make(collection, one),
    async check({ calendar, world }, { other }, first) {
      const namesake = { ...other, [label]: sentText(first, label) };
      if (world.accepted.status.includes('draft')) await calendar.create(collection, { ...namesake, status: 'draft' });
      const second = await calendar.create(collection, namesake);
      const third = await calendar.create(collection, namesake);
      for (const made of new Set([second, third].flatMap((one) => bothOf(calendar, first, one, label)))) {
        await expectAtSlug(calendar, made, await slugOf(calendar, made));
      }
    },
  });
};

/** Terms that are called alike are two, unless a second one is refused. */
export const makesNamesake = (collection: 'categories' | 'tags'): CalendarRequirement => {
  const { singular, label } = resources[collection];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.create.namesakes`,
    clause: `${singular}.create`,
    alsoCovers: ['coherence.kept-write', 'coherence.other-records'],
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A create with the name of another ${singular} is refused or makes another one; the first is unchanged.`,
    cost: 4,
    given: (world) => {
      const small = payload(resourceOf(collection), world, { only: ['description'] });
      return fc.record({ one: small, other: small });
    },
    arrange: ({ calendar }, { one }) => calendar.make(collection, one),
    async check({ calendar }, { other }, first) {
      const second = await calendar.create(collection, { ...other, [label]: sentText(first, label) });
      bothOf(calendar, first, second, label);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(first));
      expectFields(calendar, first.body, { shown, where: `the first ${singular} of that name`, exchange });
    },
  });
};

/** Organizers that are called alike are two in lists, too, unless a second one is refused. */
export const listsNamesakes: CalendarRequirement = requirement({
  ...infoOf('organizers'),
  id: 'organizers.create.namesakes',
  clause: 'organizer.list',
  alsoCovers: ['organizer.create', 'coherence.kept-write', 'address.slug'],
  needs: ['organizers.create', 'organizers.list', 'lists.created'],
  statement: 'A list of organizers contains each of three that have one name, and no two of them have the same slug.',
  cost: 5,
  given: (world) => {
    const small = payload(resourceOf('organizers'), world, { only: [] });
    return fc.record({ one: small, other: small });
  },
  arrange: ({ calendar }, { one }) => calendar.make('organizers', one),
  async check({ calendar }, { other }, first) {
    const namesake = { ...other, organizer: sentText(first, 'organizer') };
    const others = [await calendar.create('organizers', namesake), await calendar.create('organizers', namesake)];
    const browsed = await browse(calendar, 'organizers', narrow('organizers', first.body, calendar.profile));
    const all = new Set(others.flatMap((one) => bothOf(calendar, first, one, 'organizer')));
    for (const made of all) expectMembership(browsed, made, true);
    expectSlugsApart(calendar, [...all]);
  },
});

/** Expects no two of several records to show the same slug, as far as their creates show any. */
function expectSlugsApart(calendar: Calendar, all: readonly Made[]): void {
  const slugs = all.flatMap(({ shown }) => slugIfShown(calendar, shown) ?? []);
  const twice = slugs.find((slug, at) => slugs.indexOf(slug) < at);
  const expected = `${slugs.length} records with as many slugs`;
  const exchange = all.at(-1)?.exchange;
  expectThat(twice === undefined, {
    kind: 'value',
    expected,
    observed: `two with ${twice}`,
    ...(exchange && { exchange }),
  });
}
