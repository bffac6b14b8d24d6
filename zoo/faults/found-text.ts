import { collections, resourceOf } from '../../contract/resources.js';
import type { Outcome } from '../../harness/exchange.js';
import { listClausesOf } from '../about-fields.js';
import type { OperationCall } from '../asked.js';
import { withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';
import { interceptLists } from './over-lists.js';

const terms = ['categories', 'tags'] as const;

const namesOf = (lens: WireView, { collection }: OperationCall, outcome: Outcome, matches: (name: string) => boolean) =>
  lens.editItems(collection, outcome, (items) =>
    items.filter((item) => matches(lens.text(collection, item, resourceOf(collection).label).toLowerCase())),
  );

/** An index on names that knows how they begin. */
const beginningsOnly: Fault = {
  id: 'lists.search-beginnings-only',
  clause: 'venue.list.search',
  neighbours: listClausesOf(['organizers', ...terms], 'search'),
  statement: 'A search for venues, organizers or terms finds those whose name begins with the string.',
  create: (_, lens) =>
    interceptLists(lens, ['venues', 'organizers', ...terms], async (asked, next) => {
      const wanted = asked.query.get('search')?.toLowerCase() ?? '';
      return namesOf(lens, asked, await next(asked.request), (name) => name.startsWith(wanted));
    }),
};

const namesOnly: Fault = {
  id: 'venues.list.search-names-only',
  clause: 'venue.list.search',
  statement: 'A search finds venues by their name alone.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.list' }, async (asked, next) => {
      const wanted = asked.query.get('search')?.toLowerCase() ?? '';
      return namesOf(lens, asked, await next(asked.request), (name) => name.includes(wanted));
    }),
};

const withWildcards = (search: string): RegExp =>
  new RegExp(
    search
      .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('%', '.*')
      .replaceAll('_', '.'),
    'i',
  );

/** What SQL's LIKE does with a string that is not escaped. */
const likeUnescaped: Fault = {
  id: 'terms.list.search-wildcards',
  clause: 'category.list.search',
  neighbours: ['tag.list.search'],
  statement: 'A search for terms takes % and _ as wildcards.',
  create: (_, lens) =>
    interceptLists(lens, terms, async (asked, next) => {
      const wanted = asked.query.get('search') ?? '';
      if (!/[%_]/.test(wanted)) return next(asked.request);
      const all = await next(withParameter(withoutParameter(asked.request, 'search'), 'per_page', '100'));
      return namesOf(lens, asked, all, (name) => withWildcards(wanted).test(name));
    }),
};

/** A string is cleaned before it is looked for, and names are not. */
const symbolsDropped: Fault = {
  id: 'lists.search-drops-symbols',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'Whatever is no letter, digit, space or hyphen is left out of the string that is searched for.',
  create: (_, lens) =>
    interceptLists(lens, collections, ({ request, query }, next) => {
      const wanted = query.get('search');
      return next(
        wanted === null ? request : withParameter(request, 'search', wanted.replace(/[^\p{L}\p{N}\s-]/gu, '')),
      );
    }),
};

/** Whoever decodes what a library decoded already. */
const decodedTwice: Fault = {
  id: 'lists.search-decoded-twice',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'A plus in the string that is searched for is taken for a space.',
  create: (_, lens) =>
    interceptLists(lens, collections, ({ request, query }, next) => {
      const wanted = query.get('search');
      return next(wanted === null ? request : withParameter(request, 'search', wanted.replaceAll('+', ' ')));
    }),
};

/** Rather than nothing, something is shown. */
const somethingInstead: Fault = {
  id: 'events.list.search-falls-back',
  clause: 'event.list.search',
  neighbours: ['coherence.denied-everywhere'],
  statement: 'Where a search finds no event, the list is the one without the search.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const isEmpty = query.has('search') && lens.items('events', outcome).length === 0;
      return isEmpty ? next(withoutParameter(request, 'search')) : outcome;
    }),
};

/** Searches that look at the wrong text. */
export const foundText: readonly Fault[] = [
  beginningsOnly,
  namesOnly,
  likeUnescaped,
  symbolsDropped,
  decodedTwice,
  somethingInstead,
];
