import type { ClauseId } from '../../../contract/clauses/clauses.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import type { WireRequest } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { filtersSent } from '../../intercept/list-selection.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { misreading, places, terms } from '../../list-fault.js';

/** A parameter that is taken otherwise as soon as one of others stands beside it. */
interface Beside {
  readonly id: string;
  readonly clause: ClauseId;
  readonly neighbours?: readonly string[];
  readonly statement: string;
  readonly collections: readonly Collection[];
  readonly others: readonly string[];
  /** What becomes of the request; nothing where the parameter is not as it needs to be. */
  readonly take: (request: WireRequest, query: URLSearchParams) => WireRequest | undefined;
}

const ignoring =
  (name: string): Beside['take'] =>
  (request, query) =>
    query.has(name) ? withoutParameter(request, name) : undefined;

const isFalse = (value: string | null): boolean => value === 'false' || value === '0';

const relations = ['categories', 'tags', 'venue', 'organizer'];

const cases: readonly Beside[] = [
  {
    id: 'events.list.include-lifts-relations',
    clause: 'event.list.include',
    neighbours: relations.map((name) => `event.list.${name}`),
    statement: 'include lifts filters by relations, but not a search.',
    collections: ['events'],
    others: ['include'],
    take: (request) => relations.reduce(withoutParameter, request),
  },
  {
    id: 'events.list.featured-false-beside-relations',
    clause: 'event.list.featured',
    statement: 'featured=false is ignored beside a filter by a relation.',
    collections: ['events'],
    others: relations,
    take: (request, query) => (isFalse(query.get('featured')) ? withoutParameter(request, 'featured') : undefined),
  },
  {
    id: 'events.list.ends_after-beside-starts_before',
    clause: 'event.list.ends_after',
    neighbours: ['events.list.near-misses'],
    statement: 'ends_after is ignored beside starts_before.',
    collections: ['events'],
    others: ['starts_before'],
    take: ignoring('ends_after'),
  },
  {
    id: 'events.list.featured-beside-search',
    clause: 'event.list.featured',
    neighbours: ['events.list.near-misses'],
    statement: 'featured is ignored beside a search.',
    collections: ['events'],
    others: ['search'],
    take: ignoring('featured'),
  },
  {
    id: 'events.list.status-beside-search',
    clause: 'event.list.status',
    neighbours: ['events.list.near-misses'],
    statement: 'status is ignored beside a search.',
    collections: ['events'],
    others: ['search'],
    take: ignoring('status'),
  },
  {
    id: 'events.list.search-beside-days',
    clause: 'event.list.search',
    neighbours: ['events.list.near-misses'],
    statement: 'A search for events is ignored beside start_date or end_date.',
    collections: ['events'],
    others: ['start_date', 'end_date'],
    take: ignoring('search'),
  },
  {
    id: 'events.list.strict_dates-beside-search',
    clause: 'event.list.strict_dates',
    neighbours: ['events.list.near-misses'],
    statement: 'strict_dates is ignored beside a search.',
    collections: ['events'],
    others: ['search'],
    take: ignoring('strict_dates'),
  },
  {
    id: 'events.list.end_date-beside-relations',
    clause: 'event.list.end_date',
    neighbours: ['events.list.near-misses'],
    statement: 'end_date is ignored beside a filter by a relation.',
    collections: ['events'],
    others: relations,
    take: ignoring('end_date'),
  },
  {
    id: 'tags.list.search-beside-order',
    clause: 'tag.list.search',
    neighbours: ['category.list.search', 'categories.list.order', 'tags.list.order'],
    statement: 'A search for terms is ignored beside order.',
    collections: terms,
    others: ['order'],
    take: ignoring('search'),
  },
  {
    id: 'categories.list.order-beside-filters',
    clause: 'category.list.order',
    neighbours: ['tag.list.order', 'categories.list.algebra.', 'tags.list.algebra.'],
    statement: 'order and orderby are ignored beside a search, exclude, post or event.',
    collections: terms,
    others: ['search', 'exclude', 'post', 'event'],
    take: (request) => ['order', 'orderby'].reduce(withoutParameter, request),
  },
  {
    id: 'venues.list.upcoming-beside-status',
    clause: 'venue.list.only_with_upcoming',
    neighbours: ['organizer.list.only_with_upcoming', 'venues.list.algebra.'],
    statement: 'only_with_upcoming is ignored beside status.',
    collections: places,
    others: ['status'],
    take: ignoring('only_with_upcoming'),
  },
  {
    id: 'organizers.list.upcoming-off-beside-others',
    clause: 'organizer.list.only_with_upcoming',
    neighbours: ['venue.list.only_with_upcoming', 'venues.list.algebra.'],
    statement: 'only_with_upcoming=false beside another filter counts as true.',
    collections: places,
    others: ['search', 'event', 'has_events', 'status'],
    take: (request, query) =>
      isFalse(query.get('only_with_upcoming')) ? withParameter(request, 'only_with_upcoming', 'true') : undefined,
  },
  {
    id: 'organizers.list.status-beside-event',
    clause: 'organizer.list.status',
    neighbours: ['venue.list.status'],
    statement: 'status is ignored beside event in a list of venues or organizers.',
    collections: places,
    others: ['event'],
    take: ignoring('status'),
  },
  {
    id: 'categories.list.hide_empty-default-beside-others',
    clause: 'category.list.hide_empty',
    neighbours: ['tag.list.hide_empty', 'categories.list.algebra.', 'tags.list.algebra.'],
    statement: 'Terms of no event are hidden by default only in a list without filters.',
    collections: terms,
    others: ['search', 'exclude', 'parent', 'slug'],
    take: (request, query) => (query.has('hide_empty') ? undefined : withParameter(request, 'hide_empty', 'false')),
  },
  {
    id: 'tags.list.exclude-beside-others',
    clause: 'tag.list.exclude',
    neighbours: ['category.list.exclude', 'categories.list.algebra.', 'tags.list.algebra.'],
    statement: 'exclude is ignored beside search, post, event, parent or slug.',
    collections: terms,
    others: ['search', 'post', 'event', 'parent', 'slug'],
    take: ignoring('exclude'),
  },
  {
    id: 'categories.list.event-beside-include',
    clause: 'category.list.event',
    neighbours: ['tag.list.event', 'categories.list.algebra.', 'tags.list.algebra.'],
    statement: 'In a list of terms, event is ignored beside include, and post is not.',
    collections: terms,
    others: ['include'],
    take: ignoring('event'),
  },
  {
    id: 'tags.list.event-beside-others',
    clause: 'tag.list.event',
    neighbours: ['category.list.event', 'categories.list.algebra.', 'tags.list.algebra.'],
    statement: 'In a list of terms, event is ignored beside another filter.',
    collections: terms,
    others: ['search', 'exclude', 'parent', 'slug'],
    take: ignoring('event'),
  },
];

/** Parameters that are forgotten beside others. */
export const besideOthers: readonly Fault[] = cases.map(({ collections, others, take, ...fault }) => ({
  ...fault,
  create: (_, view) =>
    interceptOperations(view, inEach(collections, { kind: 'list' }), (call, next) => {
      const sent = [...filtersSent(call), ...call.query.keys()];
      const taken = others.some((name) => sent.includes(name)) ? take(call.request, call.query) : undefined;
      return next(taken ?? call.request);
    }),
}));

interface Ignored {
  readonly collection: Collection;
  readonly name: ParameterOf;
  readonly neighbours?: readonly ClauseId[];
  readonly unseenBy?: readonly string[];
}

const ignored: readonly Ignored[] = [
  { collection: 'events', name: 'featured' },
  { collection: 'events', name: 'organizer' },
  { collection: 'events', name: 'tags' },
  { collection: 'events', name: 'search' },
  { collection: 'events', name: 'starts_after' },
  { collection: 'events', name: 'ends_before' },
  { collection: 'events', name: 'status' },
  { collection: 'events', name: 'include', neighbours: ['event.list.include.lifts-dates'] },
  { collection: 'events', name: 'per_page', neighbours: ['coherence.pages'] },
  { collection: 'events', name: 'geoloc', unseenBy: ['events.list.geoloc.existing'] },
  { collection: 'events', name: 'ticketed', unseenBy: ['events.list.ticketed.existing'] },
  { collection: 'events', name: 'post_parent', unseenBy: ['events.list.post_parent.existing'] },
  { collection: 'venues', name: 'status' },
  { collection: 'organizers', name: 'status' },
  { collection: 'categories', name: 'include' },
  { collection: 'tags', name: 'exclude' },
  { collection: 'venues', name: 'event' },
  { collection: 'venues', name: 'has_events' },
  { collection: 'organizers', name: 'only_with_upcoming' },
  { collection: 'organizers', name: 'search' },
  { collection: 'categories', name: 'parent' },
  { collection: 'categories', name: 'exclude' },
  { collection: 'categories', name: 'orderby' },
  { collection: 'tags', name: 'post' },
  { collection: 'tags', name: 'slug' },
  { collection: 'tags', name: 'order' },
  { collection: 'events', name: 'start_date' },
  { collection: 'events', name: 'end_date' },
  { collection: 'events', name: 'starts_before' },
  { collection: 'events', name: 'ends_after' },
  { collection: 'events', name: 'categories' },
  { collection: 'events', name: 'venue' },
  { collection: 'venues', name: 'search' },
  { collection: 'venues', name: 'only_with_upcoming' },
  { collection: 'organizers', name: 'event' },
  { collection: 'organizers', name: 'has_events' },
  { collection: 'categories', name: 'search' },
  { collection: 'categories', name: 'slug' },
  { collection: 'categories', name: 'hide_empty' },
  { collection: 'tags', name: 'search' },
  { collection: 'tags', name: 'include' },
];

/** One list parameter after another is accepted and without effect. */
export const ignoredParameters: readonly Fault[] = ignored.map(({ collection, name, neighbours, unseenBy }) => ({
  id: `${collection}.list.${name}-ignored`,
  clause: listClauseId(collection, name),
  ...(neighbours && { neighbours }),
  ...(unseenBy && { unseenBy }),
  statement: `The list of ${collection} ignores ${name}.`,
  create: misreading([collection], ({ request }) => withoutParameter(request, name)),
}));
