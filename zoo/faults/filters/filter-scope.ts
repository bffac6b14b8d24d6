import { idsIn } from '../../../adapter/reading/agreement.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import {
  interceptLists,
  interceptOperation,
  interceptOperations,
  inTurn,
} from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf, valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { misreading, terms } from '../../list-fault.js';

/** All kinds of post are in one table, and the query by ids forgets to name one. */
const includesAnyKind: Fault = {
  id: 'events.list.include-any-kind',
  clause: 'event.list.include',
  statement: 'A list of events with include also contains venues with those ids.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query, at }, next) => {
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      const ids = valuesOf(query, 'include');
      const read = (id: string) => next({ method: 'GET', target: at(`/venues/${id}`), headers: [] });
      const found = await Promise.all(ids.map(async (id) => view.record('venues', await read(id)) ?? []));
      const venues = found.flat();
      const listed = view.editItems('events', outcome, (items) => [...items, ...venues]);
      return view.editTotal(listed, (total) => total + venues.length);
    }),
};

/** Lists that hold records of another kind. */
export const anyKind: readonly Fault[] = [includesAnyKind];

/** A filter by venue sees an event's first venue alone. */
const firstVenueOnly: Fault = {
  id: 'events.list.venue-first-only',
  clause: 'event.list.venue',
  statement: 'venue finds an event only by the first of its venues.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const wanted = valuesOf(query, 'venue');
      const outcome = await next(request);
      if (wanted.length === 0) return outcome;
      return view.editItems('events', outcome, (items) =>
        items.filter((item) => wanted.includes(idsIn(view.field('events', item, 'venue'))[0] ?? '')),
      );
    }),
};

/** Of several categories that are asked for, the first alone counts. */
const firstCategoryAsked: Fault = {
  id: 'events.list.categories-first-asked-only',
  clause: 'event.list.categories',
  statement: 'Of several category ids in a filter, only the first counts.',
  create: misreading(['events'], ({ request, query }) => {
    const [first, ...others] = valuesOf(query, 'categories');
    return first !== undefined && others.length > 0 ? withParameter(request, 'categories', first) : request;
  }),
};

/** Of several tags to leave out, one is. */
const excludeFirstOnly: Fault = {
  id: 'tags.list.exclude-first-only',
  clause: 'tag.list.exclude',
  statement: 'Of several ids to exclude, only the first is excluded.',
  create: misreading(['tags'], ({ request, query }) => {
    const [first, ...others] = valuesOf(query, 'exclude');
    return first !== undefined && others.length > 0 ? withParameter(request, 'exclude', first) : request;
  }),
};

const isSwitchedOn = (value: string | null): boolean => value === null || !['false', '0', ''].includes(value);

/** Terms without events are shown when they are to be hidden, and hidden when they are to be shown. */
const hideEmptyInverted: Fault = {
  id: 'categories.list.hide_empty-inverted',
  clause: 'category.list.hide_empty',
  statement: 'hide_empty shows empty categories when it is on and hides them when it is off.',
  create: misreading(['categories'], ({ request, query }) => {
    const hide = isSwitchedOn(query.get('hide_empty'));
    return withParameter(request, 'hide_empty', String(!hide));
  }),
};

/** Date filters hold even when include names the events that are wanted. */
const includeKeepsDates: Fault = {
  id: 'events.list.include-keeps-dates',
  clause: 'event.list.include.lifts-dates',
  statement: 'Date filters exclude events that include names.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const outcome = await next(call.request);
      if (!call.query.has('include') || !hasDates(call)) return outcome;
      const dated = await next(withParameter(withoutParameter(call.request, 'include'), 'per_page', '100'));
      const left = new Set(view.items('events', dated).map((item) => view.id('events', item)));
      return view.editItems('events', outcome, (items) => items.filter((item) => left.has(view.id('events', item))));
    }),
};

const hasDates = ({ query }: OperationCall): boolean =>
  [...query.keys()].some((name) => /^(starts|ends)_(before|after)$/.test(name));

/** Filters that consider less than they should. */
export const narrowedFilters: readonly Fault[] = [
  firstVenueOnly,
  firstCategoryAsked,
  excludeFirstOnly,
  hideEmptyInverted,
  includeKeepsDates,
];

/** A newer name for an older parameter is not known everywhere. */
const aliasUnknown: Fault = {
  id: 'terms.list.event-ignored',
  clause: 'category.list.event',
  neighbours: ['tag.list.event'],
  statement: 'A list of terms ignores event.',
  create: misreading(terms, ({ request }) => withoutParameter(request, 'event')),
};

const postIgnored: Fault = {
  id: 'categories.list.post-ignored',
  clause: 'category.list.post',
  neighbours: ['category.list.event'],
  statement: 'A list of categories ignores post and event.',
  create: misreading(['categories'], ({ request }) =>
    ['post', 'event'].reduce((call, name) => withoutParameter(call, name), request),
  ),
};

/** The join with events is made to hide what none of them has. */
const postJoinedByFlag: Fault = {
  id: 'terms.list.post-with-empty-ignored',
  clause: 'category.list.post',
  neighbours: ['category.list.event', 'tag.list.post', 'tag.list.event'],
  statement: 'Lists of categories and tags ignore post and event where hide_empty is off.',
  create: misreading(terms, ({ request, query }) =>
    isSwitchedOn(query.get('hide_empty'))
      ? request
      : ['post', 'event'].reduce((call, name) => withoutParameter(call, name), request),
  ),
};

/** What is counted when events are created is not when they are updated. */
const countedAtCreates: Fault = {
  id: 'tags.list.hide_empty-counted-at-creates',
  clause: 'tag.list.hide_empty',
  neighbours: ['coherence.relations'],
  statement: 'hide_empty hides the tags that events got by updates alone.',
  create: (_, view) => {
    const made = new Set<string>();
    const counted = new Set<string>();
    const creating = interceptOperations(view, [{ id: 'tags.create' }, { id: 'events.create' }], async (call, next) => {
      const outcome = await next(call.request);
      const tag = call.collection === 'tags' ? view.record('tags', outcome) : undefined;
      if (tag) made.add(view.id('tags', tag));
      else if (isGranted(outcome)) for (const id of idsIn(bodyOf(call.request)?.tags)) counted.add(id);
      return outcome;
    });
    const isHidden = (id: string): boolean => made.has(id) && !counted.has(id);
    const listing = interceptLists(view, ['tags'], async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!isSwitchedOn(query.get('hide_empty'))) return outcome;
      return view.editItems('tags', outcome, (tags) => tags.filter((tag) => !isHidden(view.id('tags', tag))));
    });
    return inTurn(creating, listing);
  },
};

const hideEmptyIgnored: Fault = {
  id: 'tags.list.hide_empty-ignored',
  clause: 'tag.list.hide_empty',
  statement: 'A list of tags hides those without events, whatever hide_empty says.',
  create: misreading(['tags'], ({ request }) => withoutParameter(request, 'hide_empty')),
};

const orderIgnored: Fault = {
  id: 'categories.list.order-ignored',
  clause: 'category.list.order',
  statement: 'A list of categories is in ascending order, whatever order says.',
  create: misreading(['categories'], ({ request }) => withoutParameter(request, 'order')),
};

const byLength = (view: WireView, collection: Collection) => (one: JsonObject, other: JsonObject) =>
  view.text(collection, one, 'slug').length - view.text(collection, other, 'slug').length;

/** Slugs are compared by how long they are first, as some collations of databases do. */
const slugsByLength: Fault = {
  id: 'terms.list.orderby-slug-by-length',
  clause: 'category.list.orderby',
  neighbours: ['tag.list.orderby'],
  statement: 'A list of terms ordered by slug has shorter slugs before longer ones.',
  create: (_, view) =>
    interceptLists(view, terms, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      if (query.get('orderby') !== 'slug') return outcome;
      const compare = byLength(view, collection);
      return view.editItems(collection, outcome, (items) => items.toSorted(compare));
    }),
};

const countUnknown = (collection: 'categories' | 'tags'): Fault => ({
  id: `${collection}.list.orderby-count-ignored`,
  clause: listClauseId(collection, 'orderby'),
  statement: `A list of ${collection} ordered by count is ordered by name.`,
  create: misreading([collection], ({ request, query }) =>
    query.get('orderby') === 'count' ? withoutParameter(request, 'orderby') : request,
  ),
});

const slugsById: Fault = {
  id: 'terms.list.orderby-slug-as-id',
  clause: 'category.list.orderby',
  neighbours: ['tag.list.orderby'],
  statement: 'A list of terms ordered by slug is ordered by id.',
  create: misreading(terms, ({ request, query }) =>
    query.get('orderby') === 'slug' ? withParameter(request, 'orderby', 'id') : request,
  ),
};

/** What is asked for is made a slug once more, as what is sent is. */
const slugsMadeAnew: Fault = {
  id: 'terms.list.slug-made-anew',
  clause: 'category.list.slug',
  neighbours: ['tag.list.slug'],
  statement:
    'A list of terms by slug is one by what a slug is made of it: in small letters, with hyphens for all signs.',
  create: misreading(terms, ({ request, query }) => {
    const slug = query.get('slug');
    return slug === null
      ? request
      : withParameter(request, 'slug', slug.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'));
  }),
};

/** Lists of terms that hold or order them otherwise than asked. */
export const termFilters: readonly Fault[] = [
  aliasUnknown,
  postIgnored,
  postJoinedByFlag,
  countedAtCreates,
  hideEmptyIgnored,
  orderIgnored,
  slugsByLength,
  countUnknown('tags'),
  countUnknown('categories'),
  slugsById,
  slugsMadeAnew,
];
