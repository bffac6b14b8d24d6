import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import type { Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { type Fault, listClausesOf } from '../../fault.js';
import { interceptLists, interceptOperation } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { misreading, terms } from '../../list-fault.js';

const namesOf = (view: WireView, { collection }: OperationCall, outcome: Outcome, matches: (name: string) => boolean) =>
  view.editItems(collection, outcome, (items) =>
    items.filter((item) => matches(view.text(collection, item, resourceOf(collection).label).toLowerCase())),
  );

/** An index on names that knows how they begin. */
const beginningsOnly: Fault = {
  id: 'lists.search-beginnings-only',
  clause: 'venue.list.search',
  neighbours: listClausesOf(['organizers', ...terms], 'search'),
  statement: 'A search for venues, organizers or terms finds only names that begin with the string.',
  create: (_, view) =>
    interceptLists(view, ['venues', 'organizers', ...terms], async (call, next) => {
      const wanted = call.query.get('search')?.toLowerCase() ?? '';
      return namesOf(view, call, await next(call.request), (name) => name.startsWith(wanted));
    }),
};

const namesOnly: Fault = {
  id: 'venues.list.search-names-only',
  clause: 'venue.list.search',
  statement: 'A search finds venues only by their name.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, async (call, next) => {
      const wanted = call.query.get('search')?.toLowerCase() ?? '';
      return namesOf(view, call, await next(call.request), (name) => name.includes(wanted));
    }),
};

/** What is stored in other tables is not searched. */
const ownColumnsOnly: Fault = {
  id: 'venues.list.search-without-custom-fields',
  clause: 'venue.list.search',
  statement: 'A search finds venues only by their name and description.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, async ({ request, query }, next) => {
      const wanted = query.get('search')?.toLowerCase() ?? '';
      return view.editItems('venues', await next(request), (items) =>
        items.filter((item) =>
          ['venue', 'description'].some((name) => view.text('venues', item, name).toLowerCase().includes(wanted)),
        ),
      );
    }),
};

/** The tables are joined unless another filter joins them in its own way. */
const ownColumnsBeside: Fault = {
  id: 'venues.list.search-without-custom-fields-beside',
  clause: 'venue.list.search',
  statement: 'A search beside has_events finds venues only by their name and description.',
  create: (seed, view, clock) => {
    const alone = ownColumnsOnly.create(seed, view, clock);
    return interceptOperation(view, { id: 'venues.list' }, ({ request, query }, next) =>
      query.has('has_events') ? alone(request, next) : next(request),
    );
  },
};

/** The columns are joined into one text, which is null where one of them is. */
const columnsJoined: Fault = {
  id: 'venues.list.search-without-custom-fields-where-one-is-empty',
  clause: 'venue.list.search',
  statement: 'A search finds venues without an address or a city only by their name and description.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, async ({ request, query }, next) => {
      const wanted = query.get('search')?.toLowerCase() ?? '';
      const isSearched = (item: JsonObject, name: string): boolean =>
        view.text('venues', item, name).toLowerCase().includes(wanted);
      return view.editItems('venues', await next(request), (items) =>
        items.filter(
          (item) =>
            ['address', 'city'].every((name) => view.text('venues', item, name) !== '') ||
            ['venue', 'description'].some((name) => isSearched(item, name)),
        ),
      );
    }),
};

type Wildcards = Readonly<Record<string, string>>;

function withWildcards(search: string, wildcards: Wildcards): RegExp {
  const pattern = Array.from(search, (letter) => wildcards[letter] ?? letter.replace(/[^\w\s]/, String.raw`\$&`));
  return new RegExp(pattern.join(''), 'i');
}

/** A string that is not escaped before it becomes a pattern. */
const unescaped =
  (among: readonly Collection[], wildcards: Wildcards): Fault['create'] =>
  (_, view) =>
    interceptLists(view, among, async (call, next) => {
      const wanted = call.query.get('search') ?? '';
      if (!Object.keys(wildcards).some((symbol) => wanted.includes(symbol))) return next(call.request);
      const all = await next(withParameter(withoutParameter(call.request, 'search'), 'per_page', '100'));
      return namesOf(view, call, all, (name) => withWildcards(wanted, wildcards).test(name));
    });

/** What SQL's LIKE does with a string that is not escaped. */
const likeUnescaped: Fault = {
  id: 'terms.list.search-wildcards',
  clause: 'category.list.search',
  neighbours: ['tag.list.search'],
  statement: 'A search for terms takes % and _ as wildcards.',
  create: unescaped(terms, { '%': '.*', _: '.' }),
};

const shellWildcards: Fault = {
  id: 'organizers.list.search-shell-wildcards',
  clause: 'organizer.list.search',
  statement: 'A search for organizers takes * and ? as wildcards.',
  create: unescaped(['organizers'], { '*': '.*', '?': '.' }),
};

const regularExpression: Fault = {
  id: 'organizers.list.search-as-pattern',
  clause: 'organizer.list.search',
  statement: 'A search for organizers takes a full stop for any letter.',
  create: unescaped(['organizers'], { '.': '.' }),
};

/** A string is cleaned before it is looked for, and names are not. */
const symbolsDropped: Fault = {
  id: 'lists.search-drops-symbols',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'A search ignores all characters but letters, digits, spaces and hyphens.',
  create: misreading(collections, ({ request, query }) => {
    const wanted = query.get('search');
    return wanted === null ? request : withParameter(request, 'search', wanted.replace(/[^\p{L}\p{N}\s-]/gu, ''));
  }),
};

/** Whoever decodes what a library decoded already. */
const decodedTwice: Fault = {
  id: 'lists.search-decoded-twice',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'A search reads a plus as a space.',
  create: misreading(collections, ({ request, query }) => {
    const wanted = query.get('search');
    return wanted === null ? request : withParameter(request, 'search', wanted.replaceAll('+', ' '));
  }),
};

/** A test of whether there is a search takes zero for nothing. */
const zeroIsNone: Fault = {
  id: 'lists.search-zero-ignored',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'A search for 0 is ignored.',
  create: misreading(collections, ({ request, query }) =>
    query.get('search') === '0' ? withoutParameter(request, 'search') : request,
  ),
};

/** Rather than nothing, something is shown. */
const somethingInstead: Fault = {
  id: 'events.list.search-falls-back',
  clause: 'event.list.search',
  neighbours: ['coherence.denied-everywhere'],
  statement: 'A search that finds no event returns all events.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const isEmpty = query.has('search') && view.items('events', outcome).length === 0;
      return isEmpty ? next(withoutParameter(request, 'search')) : outcome;
    }),
};

/** Searches for, or in, the wrong text. */
export const foundText: readonly Fault[] = [
  beginningsOnly,
  namesOnly,
  ownColumnsOnly,
  ownColumnsBeside,
  columnsJoined,
  likeUnescaped,
  symbolsDropped,
  decodedTwice,
  zeroIsNone,
  somethingInstead,
  shellWildcards,
  regularExpression,
];

/** A per cent sign or an underscore in a search stands for anything, as in SQL's LIKE. */
const wildcards: Fault = {
  id: 'events.list.search-wildcards',
  clause: 'event.list.search',
  statement: 'A search takes % and _ as wildcards instead of as themselves.',
  create: misreading(['events'], ({ request, query }) => {
    const pieces = (query.get('search') ?? '').split(/[%_]+/);
    const longest = pieces.toSorted((one, other) => other.length - one.length)[0] ?? '';
    return pieces.length > 1 ? withParameter(request, 'search', longest) : request;
  }),
};

/** The description of an event is not searched. */
const titlesOnly: Fault = {
  id: 'events.list.search-titles-only',
  clause: 'event.list.search',
  statement: 'A search finds events only by their title.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const [wanted = ''] = valuesOf(query, 'search');
      const outcome = await next(request);
      return view.editItems('events', outcome, (items) =>
        items.filter((item) => view.text('events', item, 'title').toLowerCase().includes(wanted.toLowerCase())),
      );
    }),
};

/** The texts are joined before they are searched, and what is joined with NULL is NULL. */
const describedOnly: Fault = {
  id: 'records.list.search-described-only',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'A search finds no record without a description.',
  create: (_, view) =>
    interceptLists(view, collections, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      if (!query.has('search')) return outcome;
      return view.editItems(collection, outcome, (items) =>
        items.filter((item) => view.text(collection, item, 'description') !== ''),
      );
    }),
};

/** A term is found by the beginning of its slug. */
const slugPrefix = (collection: 'categories' | 'tags'): Fault => ({
  id: `${collection}.list.slug-prefix`,
  clause: listClauseId(collection, 'slug'),
  statement: `slug finds ${collection} with a slug that only begins with it.`,
  create: (_, view) =>
    interceptLists(view, [collection], async (call, next) => {
      const wanted = call.query.get('slug');
      if (wanted === null) return next(call.request);
      const all = await next({ ...call.request, target: call.at(`/${collection}?per_page=100&hide_empty=false`) });
      return view.editItems(collection, all, (items) =>
        items.filter((item) => view.text(collection, item, 'slug').startsWith(wanted)),
      );
    }),
});

/** Searches that find too much or too little. */
export const searchFaults: readonly Fault[] = [
  wildcards,
  titlesOnly,
  describedOnly,
  slugPrefix('categories'),
  slugPrefix('tags'),
];
