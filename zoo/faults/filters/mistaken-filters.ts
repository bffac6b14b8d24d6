import { addDays } from '../../../adapter/notation/day-times.js';
import { isGranted } from '../../../wire/status.js';
import type { Collection } from '../../../contract/resources.js';
import { type Fault, listClausesOf } from '../../fault.js';
import { interceptLists, interceptOperation } from '../../intercept/intercept-operation.js';
import { editQuery, valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { countLinks, eventsOf, respondWith, wholeList } from '../../intercept/list-walk.js';
import { misreading, places, terms } from '../../list-fault.js';

/** A parameter is read as another one: a line that was copied and not changed. */
const readAs = (name: 'end_date' | 'ends_after', other: string): Fault => ({
  id: `events.list.${name}-read-as-${other}`,
  clause: `event.list.${name}`,
  statement: `${name} filters by the start of events.`,
  create: misreading(['events'], ({ request, query }) => {
    const value = query.get(name);
    return value === null ? request : withParameter(withoutParameter(request, name), other, value);
  }),
});

/** The word false counts as true, as any text does. */
const falseIsTrue: Fault = {
  id: 'events.list.strict_dates-false-is-true',
  clause: 'event.list.strict_dates',
  statement: 'strict_dates=false makes date filters strict.',
  create: misreading(['events'], ({ request, query }) =>
    query.has('strict_dates') ? withParameter(request, 'strict_dates', 'true') : request,
  ),
};

/** A slug where an id is expected becomes no filter at all. */
const slugUnfiltered: Fault = {
  id: 'events.list.categories-slug-unfiltered',
  clause: 'event.list.categories',
  statement: 'categories with a slug in it selects all events.',
  create: misreading(['events'], ({ request, query }) =>
    valuesOf(query, 'categories').some((value) => !/^\d*$/.test(value))
      ? withoutParameter(request, 'categories')
      : request,
  ),
};

/** The coordinates change places on their way to the index. */
const swapped: Fault = {
  id: 'events.list.geoloc-swapped',
  clause: 'event.list.geoloc_lat',
  neighbours: ['event.list.geoloc_lng'],
  statement: 'Latitude and longitude are swapped.',
  create: misreading(['events'], ({ request, query }) => {
    const [lat, lng] = [query.get('geoloc_lat'), query.get('geoloc_lng')];
    if (lat === null || lng === null) return request;
    return withParameter(withParameter(request, 'geoloc_lat', lng), 'geoloc_lng', lat);
  }),
};

const MONTH = 30;

/** What is soon is left out of lists that do not ask for dates. */
const soonMissing: Fault = {
  id: 'events.list.default-window-late',
  clause: 'event.list',
  statement: 'A list of events without dates begins a month ahead.',
  create: (_, view, clock) =>
    interceptOperation(view, { id: 'events.list' }, ({ request, query }, next) => {
      const asksForDates = [...query.keys()].some((key) => /_(date|before|after)$|^include/.test(key));
      const from = addDays(new Date(clock.now()).toISOString().slice(0, 10), MONTH);
      return next(asksForDates ? request : withParameter(request, 'starts_after', from));
    }),
};

/** Past events count as well where upcoming ones are asked for. */
const pastCount: Fault = {
  id: 'venues.list.upcoming-counts-past',
  clause: 'venue.list.only_with_upcoming',
  neighbours: ['organizer.list.only_with_upcoming'],
  statement: 'only_with_upcoming also selects venues and organizers of past events.',
  create: misreading(places, ({ request, query }) =>
    query.get('only_with_upcoming') === 'true'
      ? withParameter(withoutParameter(request, 'only_with_upcoming'), 'has_events', 'true')
      : request,
  ),
};

/** The end of an event is compared as it is stored, and the present as the machine has it. */
const upcomingByLocalTime: Fault = {
  id: 'venues.list.upcoming-by-local-time',
  clause: 'venue.list.only_with_upcoming',
  neighbours: ['organizer.list.only_with_upcoming'],
  statement: 'only_with_upcoming compares the local end of an event with the time in UTC.',
  create: (_, view, clock) =>
    interceptLists(view, places, async (call, next) => {
      if (call.query.get('only_with_upcoming') !== 'true') return next(call.request);
      const context = { view, call, next };
      const now = new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ');
      const relation = call.collection === 'venues' ? 'venue' : 'organizer';
      const upcoming = (await eventsOf(context, ['publish'])).filter(
        (event) => view.text('events', event, 'end_date') >= now,
      );
      const counts = countLinks(context, upcoming, relation);
      const records = await wholeList(context, withoutParameter(call.request, 'only_with_upcoming'));
      return respondWith(
        context,
        records.filter((record) => counts.has(view.id(call.collection, record))),
      );
    }),
};

/** Of an event's organizers the first alone is looked up. */
const firstOrganizer: Fault = {
  id: 'organizers.list.event-first-only',
  clause: 'organizer.list.event',
  statement: 'A list of the organizers of an event contains only one of them.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      return query.has('event') ? view.editItems('organizers', outcome, (items) => items.slice(0, 1)) : outcome;
    }),
};

/** To ask for those without events is to ask for those with. */
const falseIsWith: Fault = {
  id: 'organizers.list.has_events-by-presence',
  clause: 'organizer.list.has_events',
  neighbours: ['venue.list.has_events'],
  statement: 'has_events=false selects the venues and organizers with events.',
  create: misreading(places, ({ request, query }) =>
    query.has('has_events') ? withParameter(request, 'has_events', 'true') : request,
  ),
};

/** Of several ids that are named, the last alone counts. */
const lastIncluded: Fault = {
  id: 'terms.list.include-last-only',
  clause: 'category.list.include',
  neighbours: ['tag.list.include'],
  statement: 'Of several ids of terms to include, only the last counts.',
  create: misreading(terms, ({ request, query }) => {
    const last = valuesOf(query, 'include').at(-1);
    return last === undefined ? request : withParameter(request, 'include', last);
  }),
};

/** An id of no term. */
const NOBODY = '2147483645';

const isSlug = (value: string): boolean => /[a-z]/i.test(value);

/** Ids that no record has drop out of a filter, and a filter without ids drops out of the query. */
const dropsUnknown =
  (among: readonly Collection[], filters: Readonly<Record<string, Collection | 'same'>>): Fault['create'] =>
  (_, view) =>
    interceptLists(view, among, async ({ request, query, at, collection }, next) => {
      let call = request;
      for (const [name, of] of Object.entries(filters)) {
        const path = of === 'same' ? collection : of;
        const ids = valuesOf(query, name);
        const reads = ids.map((id) =>
          next({ method: 'GET', target: at(`/${path}/${encodeURIComponent(id)}`), headers: request.headers }),
        );
        const known = ids.some(isSlug) || (await Promise.all(reads)).some(isGranted);
        if (ids.length > 0 && !known) call = withoutParameter(call, name);
      }
      return next(call);
    });

const unknownIsNone: Fault = {
  id: 'lists.unknown-id-unfiltered',
  clause: 'organizer.list.event',
  neighbours: [...listClausesOf(terms, 'event'), ...listClausesOf(terms, 'post'), ...listClausesOf(terms, 'include')],
  statement: 'A filter of organizers or terms by an unknown id is ignored.',
  create: dropsUnknown(['organizers', ...terms], { event: 'events', post: 'events', include: 'same', parent: 'same' }),
};

const unknownRelation: Fault = {
  id: 'events.list.unknown-id-unfiltered',
  clause: 'event.list.venue',
  neighbours: ['event.list.categories', 'event.list.tags', 'event.list.organizer', 'event.list.include'],
  statement: 'A filter of events by an unknown id is ignored.',
  create: dropsUnknown(['events'], {
    venue: 'venues',
    organizer: 'organizers',
    categories: 'categories',
    tags: 'tags',
    include: 'events',
  }),
};

/** A slug is looked up among all terms, and the first that has it is a category. */
const tagTakenForCategory: Fault = {
  id: 'events.list.tag-slug-of-category',
  clause: 'event.list.tags',
  statement: 'In the filter tags of events, a slug that a category has too stands for the category.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list', collection: 'events' }, async ({ request, query, at }, next) => {
      const [slug = ''] = valuesOf(query, 'tags').filter(isSlug);
      if (slug === '') return next(request);
      const target = at(`/categories?hide_empty=false&slug=${encodeURIComponent(slug)}`);
      const [category] = view.items('categories', await next({ method: 'GET', target, headers: request.headers }));
      return next(category ? withParameter(request, 'tags', view.id('categories', category)) : request);
    }),
};

/** Only the condition on the longitude asks for the other coordinate. */
const latitudeAlone: Fault = {
  id: 'events.list.geoloc_lat-alone-ignored',
  clause: 'event.list.geoloc_lat',
  statement: 'geoloc_lat without geoloc_lng is ignored, though geoloc_lng without geoloc_lat is refused.',
  create: misreading(['events'], ({ request, query }) =>
    query.has('geoloc_lng') ? request : withoutParameter(request, 'geoloc_lat'),
  ),
};

/** Both kinds of terms stand in one table, and the join leaves the kind out. */
const termsOfAnyKind: Fault = {
  id: 'events.list.tags-of-any-kind',
  clause: 'event.list.tags',
  statement: 'The filter tags of events by the id of a category finds the events of that category.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list', collection: 'events' }, async ({ request, query, at }, next) => {
      const ids = valuesOf(query, 'tags');
      const read = (path: string) => next({ method: 'GET', target: at(path), headers: request.headers });
      const outcomes = await Promise.all(ids.filter((id) => !isSlug(id)).map((id) => read(`/categories/${id}`)));
      return ids.length > 0 && outcomes.length > 0 && outcomes.every(isGranted)
        ? next(withParameter(withoutParameter(request, 'tags'), 'categories', ids.join(',')))
        : next(request);
    }),
};

const unknownEvent: Fault = {
  id: 'venues.list.unknown-id-unfiltered',
  clause: 'venue.list.event',
  statement: 'A filter of venues by the id of no event is ignored.',
  create: dropsUnknown(['venues'], { event: 'events' }),
};

/** An id that is looked up and not found is a NULL in a NOT IN, which no record passes. */
const noneExcluded: Fault = {
  id: 'terms.list.exclude-unknown-empties',
  clause: 'category.list.exclude',
  neighbours: ['tag.list.exclude'],
  statement: 'A list of terms without those of an id that no term has is empty.',
  create: (_, view) =>
    interceptLists(view, terms, async ({ request, query, at, collection }, next) => {
      const ids = valuesOf(query, 'exclude');
      const reads = ids.map((id) =>
        next({ method: 'GET', target: at(`/${collection}/${encodeURIComponent(id)}`), headers: request.headers }),
      );
      const isKnown = (await Promise.all(reads)).every(isGranted);
      return next(isKnown ? request : withParameter(request, 'include', NOBODY));
    }),
};

/** hide_empty is off where nothing is said. */
const emptyByDefault: Fault = {
  id: 'tags.list.hide_empty-default-false',
  clause: 'tag.list.hide_empty',
  statement: 'A list of tags without hide_empty contains tags of no event.',
  create: misreading(['tags'], ({ request, query }) =>
    query.has('hide_empty') ? request : editQuery(request, (pairs) => pairs.set('hide_empty', 'false')),
  ),
};

/** Filters that are taken for something else. */
export const mistakenFilters: readonly Fault[] = [
  readAs('end_date', 'start_date'),
  readAs('ends_after', 'starts_after'),
  falseIsTrue,
  slugUnfiltered,
  swapped,
  soonMissing,
  pastCount,
  upcomingByLocalTime,
  firstOrganizer,
  falseIsWith,
  lastIncluded,
  unknownIsNone,
  emptyByDefault,
  unknownRelation,
  latitudeAlone,
  tagTakenForCategory,
  termsOfAnyKind,
  unknownEvent,
  noneExcluded,
];
