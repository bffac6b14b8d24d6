import { collections } from '../../contract/resources.js';
import type { JsonObject } from '../../harness/json.js';
import { idsIn } from '../../target/agreement.js';
import { valuesOf, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { filtersSent, withoutAll } from '../filters-sent.js';
import type { CallContext } from '../look-up.js';
import { interceptOperation, interceptOperations } from '../on.js';
import { respondWith, joined, wholeList } from '../whole-list.js';

const everyAlgebra = collections.map((collection) => `${collection}.list.algebra.`);

/** The lists that each of some filters gives by itself, as one. */
async function eitherOf(listing: CallContext, names: readonly string[]): Promise<readonly JsonObject[]> {
  const { request } = listing.asked;
  const lists: (readonly JsonObject[])[] = [];
  for (const name of names) {
    const others = names.filter((one) => one !== name);
    lists.push(await wholeList(listing, withoutAll(request, others)));
  }
  return joined(listing, ...lists);
}

/** The conditions of a query are put together by the wrong word. */
const allByOr: Fault = {
  id: 'venues.list.filters-joined-by-or',
  clause: 'venue.list.event',
  neighbours: [...everyAlgebra, ...collections.map((collection) => `${collection}.list.combined`)],
  statement: 'A list by several filters holds what any of them selects, in every collection.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
      const names = filtersSent(asked);
      const listing = { lens, asked, next };
      return names.length < 2 ? next(asked.request) : respondWith(listing, await eitherOf(listing, names));
    }),
};

/** Two relations that are looked up in one table are joined by OR; beside other filters each holds. */
const pairByOr = (one: 'categories' | 'venue', other: 'tags' | 'organizer'): Fault => ({
  id: `events.list.${one}-or-${other}`,
  clause: `event.list.${one}`,
  neighbours: [`event.list.${other}`],
  statement: `A list by ${one} and ${other} holds the events that either of them selects.`,
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
      const names = filtersSent(asked);
      const listing = { lens, asked, next };
      const isPair = names.includes(one) && names.includes(other);
      return isPair ? respondWith(listing, await eitherOf(listing, [one, other])) : next(asked.request);
    }),
});

/** `a AND title LIKE x OR description LIKE x`: no brackets around the OR. */
const orWithoutBrackets: Fault = {
  id: 'events.list.search-or-unbracketed',
  clause: 'event.list.search',
  neighbours: ['venue.list.search', 'events.list.algebra.', 'venues.list.algebra.'],
  statement: 'A record whose description contains the string is found whatever other filters stand beside the search.',
  create: (_, lens) =>
    interceptOperations(lens, [{ id: 'events.list' }, { id: 'venues.list' }], async (asked, next) => {
      const [wanted] = valuesOf(asked.query, 'search');
      const others = filtersSent(asked).filter((name) => name !== 'search');
      if (wanted === undefined || others.length === 0) return next(asked.request);
      const listing = { lens, asked, next };
      const found = await wholeList(listing, withoutAll(asked.request, others));
      const described = found.filter((record) =>
        lens.text(asked.collection, record, 'description').toLowerCase().includes(wanted.toLowerCase()),
      );
      return respondWith(listing, joined(listing, await wholeList(listing, asked.request), described));
    }),
};

/** Rows of a join are counted, and those that come up twice are taken for duplicates and dropped. */
const bothLost: Fault = {
  id: 'events.list.categories-both-lost',
  clause: 'event.list.categories',
  statement: 'An event that has two of the categories asked for is missing from the list.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
      const wanted = valuesOf(asked.query, 'categories');
      if (wanted.length < 2) return next(asked.request);
      const listing = { lens, asked, next };
      const found = await wholeList(listing, asked.request);
      const matches = (record: JsonObject): number =>
        idsIn(lens.field('events', record, 'categories')).filter((id) => wanted.includes(id)).length;
      return respondWith(
        listing,
        found.filter((record) => matches(record) < 2),
      );
    }),
};

/** Of several terms to include the first alone is looked for. */
const includeFirstOnly: Fault = {
  id: 'tags.list.include-first-only',
  clause: 'tag.list.include',
  neighbours: ['category.list.include', 'categories.list.algebra.', 'tags.list.algebra.'],
  statement: 'Of several ids of terms to include the first alone is found.',
  create: (_, lens) =>
    interceptOperations(lens, [{ id: 'categories.list' }, { id: 'tags.list' }], ({ request, query }, next) => {
      const [first, ...others] = valuesOf(query, 'include');
      return next(first !== undefined && others.length > 0 ? withParameter(request, 'include', first) : request);
    }),
};

/** Filters, and values of one filter, that are put together wrongly. */
export const joinedFilters: readonly Fault[] = [
  allByOr,
  pairByOr('categories', 'tags'),
  pairByOr('venue', 'organizer'),
  orWithoutBrackets,
  bothLost,
  includeFirstOnly,
];
