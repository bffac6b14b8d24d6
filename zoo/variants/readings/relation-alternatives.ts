import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { listed, relinked } from '../../intercept/list-response.js';
import { countLinks, eventsOf, everyItem, relationTo } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { type CallContext, recordBefore } from '../../intercept/record-lookup.js';
import { withJson, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { unlearning } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';
import { places } from '../../list-fault.js';

type VenueOrOrganizer = 'venues' | 'organizers';

/** What a flag of a list says, however it is written; undefined where it is not there, or says nothing. */
function flagOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name) ?? '';
  return /^(true|1)$/.test(value) ? true : /^(false|0)$/.test(value) ? false : undefined;
}

/** The places to which one of some events is linked, or the others. */
const among = (context: CallContext, place: VenueOrOrganizer, events: readonly JsonObject[], wanted: boolean) => {
  const counts = countLinks(context, events, relationTo[place]);
  return (record: JsonObject): boolean => counts.has(context.view.id(place, record)) === wanted;
};

const filteringBy =
  (
    name: string,
    keep: (context: CallContext, place: VenueOrOrganizer, wanted: boolean) => Promise<(record: JsonObject) => boolean>,
  ) =>
  (view: WireView, place: VenueOrOrganizer): Interceptor =>
    interceptOperation(view, { kind: 'list', collection: place }, async (call, next) => {
      const wanted = flagOf(call.query, name);
      if (wanted === undefined) return next(call.request);
      const context = { view, call, next };
      const records = await everyItem(context, withoutParameter(call.request, name));
      return listed(context, records.filter(await keep(context, place, wanted)));
    });

/** Events of any status count, and false asks for places without any. */
const byEvents = filteringBy('has_events', async (context, place, wanted) =>
  among(context, place, await eventsOf(context), wanted),
);

/** What is running is upcoming no more; false does not filter. */
const byStarts = (now: () => string) =>
  filteringBy('only_with_upcoming', async (context, place, wanted) => {
    const events = await eventsOf(context, ['publish']);
    const coming = events.filter((event) => context.view.text('events', event, 'utc_start_date') > now());
    return wanted ? among(context, place, coming, true) : () => true;
  });

/** The other readings of the filters of venues and organizers. */
export const venueAndOrganizerReadings: readonly Variant[] = [
  {
    id: 'reading.places-of-any-event',
    aspect: 'reading.place-filters',
    statement:
      'For has_events, events of any status count, and false selects records without events; an event is upcoming until it starts.',
    readings: {
      'list.has-events.counted': 'any-status',
      'list.has-events.false': 'without-events',
      'list.upcoming': 'not-started',
    },
    create(_, view, clock) {
      const now = (): string => new Date(clock.now()).toISOString().replace('T', ' ').slice(0, 19);
      const filters = places.flatMap((place) => [byEvents(view, place), byStarts(now)(view, place)]);
      return alsoForHead(inTurn(...filters));
    },
  },
];

type Taxonomy = 'categories' | 'tags';

const isTrue = (text: string): boolean => /^(true|1)$/.test(text);

/** How often terms are assigned, by ids; events of any status count. */
const countAll = async (context: CallContext, collection: Taxonomy): Promise<ReadonlyMap<string, number>> =>
  countLinks(context, await eventsOf(context), collection);

/** Terms by how often they are assigned, where that is what they are to be sorted by. */
function inOrder({ query }: OperationCall, terms: readonly JsonObject[], count: (term: JsonObject) => number) {
  if (query.get('orderby') !== 'count') return terms;
  const sign = query.get('order')?.startsWith('desc') === true ? -1 : 1;
  return terms.toSorted((one, other) => sign * (count(one) - count(other)));
}

/** Lists and shows terms by how many events of any status they are assigned to. */
const countingAll = (view: WireView, collection: Taxonomy): Interceptor =>
  interceptOperation(view, { collection }, async (call, next) => {
    const { request, query, operation } = call;
    const context = { view, call, next };
    const outcome = await next(request);
    if (!isGranted(outcome)) return outcome;
    const counts = await countAll(context, collection);
    const count = (term: JsonObject): number => counts.get(view.id(collection, term)) ?? 0;
    const counted = (term: JsonObject): JsonObject => view.withField(collection, term, 'count', count(term));
    if (operation.kind !== 'list') return view.editRecord(collection, outcome, counted);
    const terms = await everyItem(context, withParameter(request, 'hide_empty', 'false'));
    const shown = terms.filter((term) => !isTrue(query.get('hide_empty') ?? 'true') || count(term) > 0);
    return listed(context, inOrder(call, shown, count).map(counted));
  });

/** Of post and event, one is ignored beside the other. */
const ignoring = (view: WireView, ignored: 'post' | 'event'): Interceptor =>
  interceptOperation(view, { kind: 'list' }, async (call, next) => {
    const { request, query } = call;
    if (!query.has('post') || !query.has('event')) return next(request);
    return relinked(await next(withoutParameter(request, ignored)), call);
  });

/** Order is asked for by whole words. */
const inWholeWords = (view: WireView): Interceptor =>
  interceptOperation(view, { kind: 'list' }, async (call, next) => {
    const order = call.query.get('order');
    const isTerm = call.collection === 'categories' || call.collection === 'tags';
    if (order === null || !isTerm) return next(call.request);
    if (!/^(a|de)scending$/.test(order)) return toRefusal(400);
    return relinked(await next(withParameter(call.request, 'order', order.replace('ending', ''))), call);
  });

/** The children of a deleted category move up by one. */
const movingUp = (view: WireView): Interceptor =>
  interceptOperation(view, { id: 'categories.delete' }, async (call, next) => {
    const { at, address, request } = call;
    const context = { view, call, next };
    const deleted = await recordBefore(context);
    const parent = deleted && view.field('categories', deleted, 'parent');
    const children = typeof parent === 'number' ? await childrenOf(context, address) : [];
    const outcome: Outcome = await next(request);
    if (!isGranted(outcome)) return outcome;
    for (const child of children) {
      const target = at(`/categories/${view.id('categories', child)}`);
      await next(withJson({ method: 'PATCH', target, headers: request.headers }, { parent: parent ?? null }));
    }
    return outcome;
  });

/** The direct children of a category, in whatever language. */
const childrenOf = (context: CallContext, id: string): Promise<readonly JsonObject[]> =>
  everyItem(context, {
    method: 'GET',
    target: context.call.at(`/categories?parent=${id}&hide_empty=false`),
    headers: [],
  });

/** The other readings of categories and tags. */
export const termReadings: readonly Variant[] = [
  {
    id: 'reading.terms-of-any-event',
    aspect: 'reading.terms',
    statement:
      'Events of any status count for terms, event is ignored beside post, order is ascending or descending, and the children of a deleted category move up to its parent.',
    readings: {
      'terms.counted-events': 'any-status',
      'terms.post-event': 'post-wins',
      'terms.order-words': 'ascending-descending',
      'category.delete.children': 'grandparent',
    },
    learns: unlearning('readings.terms.post-hide-empty'),
    allowances: [
      { requirement: 'tags.list.readings.post-with-hide-empty', reason: 'A term of an event is never empty.' },
    ],
    create: (_, view) =>
      alsoForHead(
        inTurn(
          inWholeWords(view),
          ignoring(view, 'event'),
          movingUp(view),
          countingAll(view, 'categories'),
          countingAll(view, 'tags'),
        ),
      ),
  },
  {
    id: 'reading.event-beats-post',
    aspect: 'reading.terms',
    statement: 'In a list of terms, post is ignored beside event.',
    readings: { 'terms.post-event': 'event-wins' },
    create: (_, view) => alsoForHead(ignoring(view, 'post')),
  },
];
