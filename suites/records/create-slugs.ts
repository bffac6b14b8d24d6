import fc from 'fast-check';
import { fieldClauseId } from '../../contract/clauses/fields.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { expectThat, isRefused } from '../../harness/expectations.js';
import type { Calendar, Made, Written } from '../../target/calendar.js';
import { bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { omittable } from '../droppable.js';
import { expectCreated, expectFound } from '../expect-shown.js';
import { itemOperation, slugOf } from './addressed.js';
import { expectSame } from './expect-identity.js';
import { sentText } from './sent-text.js';

/** The kinds of record that take a slug in their body. */
export type Slugged = 'events' | 'categories' | 'tags';

/** The records that there are after a second create that may be refused. */
const bothOf = (calendar: Calendar, first: Made, second: Written): readonly Made[] =>
  isRefused(second.exchange) ? [first] : [first, expectCreated(calendar, second)];

const infoOf = (collection: Collection) =>
  ({ level: 'MUST', operations: [`${collection}.create`], effects: 'writes', cost: 6 }) as const;

/** Some services cut a slug at fifty characters: the ending that tells namesakes apart must outlive that. */
const LONG_NAME = `An evening of songs and readings by the old harbor ${MARK}`;

/** Namesakes get different slugs, unless a second one is refused. */
export const distinguishesNamesakes = (collection: Collection): CalendarRequirement => {
  const { singular, label } = resources[collection];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.create.namesakes`,
    clause: 'address.slug',
    profile: 'core',
    needs: [`${collection}.create`, itemOperation(collection, 'slug', 'GET')],
    statement: `The slug of each of two ${collection} with the same ${label} leads to that ${singular}.`,
    given: (world) => {
      const small = payload(resourceOf(collection), world, { only: [] });
      const long = omittable(fc.constant({ [label]: LONG_NAME }));
      return fc.record({ one: fc.tuple(small, long).map(([body, name]) => ({ ...body, ...name })), other: small });
    },
    arrange: ({ calendar }, { one }) => calendar.make(collection, one),
    async check({ calendar }, { other }, first) {
      const second = await calendar.create(collection, { ...other, [label]: sentText(first, label) });
      for (const made of bothOf(calendar, first, second)) {
        const slug = await slugOf(calendar, made);
        const { exchange, ...shown } = await expectFound(calendar, collection, bySlug(slug));
        expectSame(shown, made, `by-slug/${slug}`, exchange);
      }
    },
  });
};

/** A slug that another record has is made unique or refused (reading `slug.taken`). */
export const givesNoTakenSlug = (collection: Slugged): CalendarRequirement => {
  const { singular } = resources[collection];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.create.taken-slug`,
    clause: fieldClauseId(collection, 'slug'),
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A slug that another ${singular} has is given another ending or refused, and stays with the one that has it.`,
    given: (world) => {
      const small = payload(resourceOf(collection), world, { only: [...carriersOf(collection), 'slug'] });
      return fc.record({ one: small, other: small });
    },
    arrange: ({ calendar }, { one }) => calendar.make(collection, one),
    async check({ calendar }, { other }, first) {
      const taken = sentText(first, 'slug');
      const second = await calendar.create(collection, { ...other, slug: taken });
      const records = bothOf(calendar, first, second);
      const slugs = await Promise.all(records.map(({ id }) => slugOf(calendar, { collection, id })));
      const expected = `the slug ${taken} for the first alone`;
      const observed = slugs.join(' and ');
      const { exchange } = second;
      expectThat(slugs.indexOf(taken) === 0 && slugs.lastIndexOf(taken) === 0, {
        kind: 'state',
        expected,
        observed,
        exchange,
      });
    },
  });
};
