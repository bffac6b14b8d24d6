import { dayOf } from '../../../adapter/notation/day-times.js';
import { idsIn } from '../../../adapter/reading/agreement.js';
import type { Fault } from '../../fault.js';
import { interceptLists } from '../../intercept/intercept-operation.js';
import { withParameter } from '../../intercept/request-edit.js';
import { editingPages, misreading, places, terms } from '../../list-fault.js';

const eventsWithVenue: Fault = {
  id: 'events.list.with-venue-missing',
  clause: 'event.list',
  statement: 'No list of events contains an event with a venue.',
  create: editingPages(['events'], (items, _, view) =>
    items.filter((event) => idsIn(view.field('events', event, 'venue')).length === 0),
  ),
};

const drafts: Fault = {
  id: 'venues.list.status-draft-empty',
  clause: 'venue.list.status',
  neighbours: ['organizer.list.status'],
  statement: 'A list of venues or organizers with status=draft is empty.',
  create: editingPages(places, (items, { query }) => (query.get('status') === 'draft' ? [] : items)),
};

const upcomingByDefault: Fault = {
  id: 'venues.list.only_with_upcoming-default-true',
  clause: 'venue.list.only_with_upcoming',
  neighbours: ['organizer.list.only_with_upcoming', 'venue.list', 'organizer.list'],
  statement: 'A list without only_with_upcoming contains only venues or organizers with an upcoming event.',
  create: misreading(places, ({ request, query }) =>
    query.has('only_with_upcoming') ? request : withParameter(request, 'only_with_upcoming', 'true'),
  ),
};

const noneUpcoming: Fault = {
  id: 'organizers.list.only_with_upcoming-empty',
  clause: 'organizer.list.only_with_upcoming',
  statement: 'A list of organizers with only_with_upcoming=true is empty.',
  create: editingPages(['organizers'], (items, { query }) => (query.get('only_with_upcoming') === 'true' ? [] : items)),
};

/** A query that is grouped by more than it should be. */
const onePerName: Fault = {
  id: 'organizers.list.one-per-name',
  clause: 'organizer.list',
  statement: 'Of several organizers of one name, a list contains only the first.',
  create: editingPages(['organizers'], (items, _, view) => {
    const names = items.map((item) => view.text('organizers', item, 'organizer'));
    return items.filter((_item, at) => names.indexOf(names[at] ?? '') === at);
  }),
};

const allTerms: Fault = {
  id: 'terms.list.empty',
  clause: 'category.list',
  neighbours: ['tag.list'],
  statement: 'Every list of categories or tags is empty.',
  create: editingPages(terms, () => []),
};

const categoriesHideEmpty: Fault = {
  id: 'categories.list.hide_empty-default-false',
  clause: 'category.list.hide_empty',
  statement: 'A list of categories without hide_empty contains categories of no event.',
  create: misreading(['categories'], ({ request, query }) =>
    query.has('hide_empty') ? request : withParameter(request, 'hide_empty', 'false'),
  ),
};

const byIdAsText: Fault = {
  id: 'categories.list.orderby-id-as-text',
  clause: 'category.list.orderby',
  statement: 'A list of categories ordered by id has 100 before 99.',
  create: editingPages(['categories'], (items, { query }, view) => {
    const id = (item: (typeof items)[number]): string => view.id('categories', item);
    return query.get('orderby') === 'id' ? items.toSorted((one, other) => (id(one) < id(other) ? -1 : 1)) : items;
  }),
};

/** The id is low enough to belong before all others. */
const LOW_ID = 7;

const oneOutOfPlace: Fault = {
  id: 'terms.list.orderby-id-one-misplaced',
  clause: 'category.list.orderby',
  neighbours: ['tag.list.orderby'],
  statement: 'A list of terms ordered by id has one term out of place.',
  create: editingPages(terms, (items, { query, collection }, view) => {
    const [first] = items;
    return first && query.get('orderby') === 'id'
      ? items.toSpliced(1, 0, view.withId(collection, first, LOW_ID))
      : items;
  }),
};

/** The id of no event. */
const NONE = '2147483645';

/** Events are looked up in the list that leaves out those that are over. */
const eventOver: Fault = {
  id: 'venues.list.event-over-empties',
  clause: 'venue.list.event',
  statement: 'A list of the venues of an event that is over is empty.',
  create: (_, view, clock) =>
    interceptLists(view, ['venues'], async ({ request, query, at }, next) => {
      const id = query.get('event');
      if (id === null) return next(request);
      const item = await next({
        method: 'GET',
        target: at(`/events/${encodeURIComponent(id)}`),
        headers: request.headers,
      });
      const event = view.record('events', item);
      const today = dayOf(new Date(clock.now()).toISOString());
      const isOver = event !== undefined && dayOf(view.text('events', event, 'end_date')) < today;
      return next(isOver ? withParameter(request, 'event', NONE) : request);
    }),
};

/** Lists that lack records, or hold them in the wrong place. */
export const missingRecords: readonly Fault[] = [
  eventsWithVenue,
  drafts,
  upcomingByDefault,
  noneUpcoming,
  onePerName,
  allTerms,
  categoriesHideEmpty,
  byIdAsText,
  oneOutOfPlace,
  eventOver,
];
