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

type VenueOrOrganizer = 'venues' | 'organizers';

const places = ['venues', 'organizers'] as const;

/** What a flag of a list says, however it is written; undefined where it is not there, or says nothing. */
function flagOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name) ?? '';
  return /^(true|1)$/.test(value) ? true : /^(false|0)$/.test(value) ? false : undefined;
}

/** The places to which one of some events is linked, or the others. */
const among = (look: CallContext, place: VenueOrOrganizer, events: readonly JsonObject[], wanted: boolean) => {
  const counts = countLinks(look, events, relationTo[place]);
  return (record: JsonObject): boolean => counts.has(look.lens.id(place, record)) === wanted;
};

const filteringBy =
  (
    name: string,
    keep: (look: CallContext, place: VenueOrOrganizer, wanted: boolean) => Promise<(record: JsonObject) => boolean>,
  ) =>
  (lens: WireView, place: VenueOrOrganizer): Interceptor =>
    interceptOperation(lens, { kind: 'list', collection: place }, async (asked, next) => {
      const wanted = flagOf(asked.query, name);
      if (wanted === undefined) return next(asked.request);
      const look = { lens, asked, next };
      const records = await everyItem(look, withoutParameter(asked.request, name));
      return listed(look, records.filter(await keep(look, place, wanted)));
    });

/** Events of any status count, and false asks for places without any. */
const byEvents = filteringBy('has_events', async (look, place, wanted) =>
  among(look, place, await eventsOf(look), wanted),
);

/** What is running is upcoming no more; false does not filter. */
const byStarts = (now: () => string) =>
  filteringBy('only_with_upcoming', async (look, place, wanted) => {
    const events = await eventsOf(look, ['publish']);
    const coming = events.filter((event) => look.lens.text('events', event, 'utc_start_date') > now());
    return wanted ? among(look, place, coming, true) : () => true;
  });

/** The other readings of the filters of venues and organizers. */
export const venueAndOrganizerReadings: readonly Variant[] = [
  {
    id: 'reading.places-of-any-event',
    aspect: 'reading.place-filters',
    statement:
      'For has_events, events of any status count, and false asks for places without any; an event is upcoming until it starts.',
    readings: {
      'list.has-events.counted': 'any-status',
      'list.has-events.false': 'without-events',
      'list.upcoming': 'not-started',
    },
    create(_, lens, clock) {
      const now = (): string => new Date(clock.now()).toISOString().replace('T', ' ').slice(0, 19);
      const filters = places.flatMap((place) => [byEvents(lens, place), byStarts(now)(lens, place)]);
      return alsoForHead(inTurn(...filters));
    },
  },
];

type Taxonomy = 'categories' | 'tags';

const isTrue = (text: string): boolean => /^(true|1)$/.test(text);

/** How often terms are assigned, by ids; events of any status count. */
const countAll = async (look: CallContext, collection: Taxonomy): Promise<ReadonlyMap<string, number>> =>
  countLinks(look, await eventsOf(look), collection);

/** Terms by how often they are assigned, where that is what they are to be sorted by. */
function inOrder({ query }: OperationCall, terms: readonly JsonObject[], count: (term: JsonObject) => number) {
  if (query.get('orderby') !== 'count') return terms;
  const sign = query.get('order')?.startsWith('desc') === true ? -1 : 1;
  return terms.toSorted((one, other) => sign * (count(one) - count(other)));
}

/** Lists and shows terms by how many events of any status they are assigned to. */
const countingAll = (lens: WireView, collection: Taxonomy): Interceptor =>
  interceptOperation(lens, { collection }, async (asked, next) => {
    const { request, query, operation } = asked;
    const look = { lens, asked, next };
    const outcome = await next(request);
    if (!isGranted(outcome)) return outcome;
    const counts = await countAll(look, collection);
    const count = (term: JsonObject): number => counts.get(lens.id(collection, term)) ?? 0;
    const counted = (term: JsonObject): JsonObject => lens.withField(collection, term, 'count', count(term));
    if (operation.kind !== 'list') return lens.editRecord(collection, outcome, counted);
    const terms = await everyItem(look, withParameter(request, 'hide_empty', 'false'));
    const shown = terms.filter((term) => !isTrue(query.get('hide_empty') ?? 'true') || count(term) > 0);
    return listed(look, inOrder(asked, shown, count).map(counted));
  });

/** Of post and event, one is ignored beside the other. */
const ignoring = (lens: WireView, ignored: 'post' | 'event'): Interceptor =>
  interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
    const { request, query } = asked;
    if (!query.has('post') || !query.has('event')) return next(request);
    return relinked(await next(withoutParameter(request, ignored)), asked);
  });

/** Order is asked for by whole words. */
const inWholeWords = (lens: WireView): Interceptor =>
  interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
    const order = asked.query.get('order');
    const isTerm = asked.collection === 'categories' || asked.collection === 'tags';
    if (order === null || !isTerm) return next(asked.request);
    if (!/^(a|de)scending$/.test(order)) return toRefusal(400);
    return relinked(await next(withParameter(asked.request, 'order', order.replace('ending', ''))), asked);
  });

/** The children of a deleted category move up by one. */
const movingUp = (lens: WireView): Interceptor =>
  interceptOperation(lens, { id: 'categories.delete' }, async (asked, next) => {
    const { at, address, request } = asked;
    const look = { lens, asked, next };
    const deleted = await recordBefore(look);
    const parent = deleted && lens.field('categories', deleted, 'parent');
    const children = typeof parent === 'number' ? await childrenOf(look, address) : [];
    const outcome: Outcome = await next(request);
    if (!isGranted(outcome)) return outcome;
    for (const child of children) {
      const target = at(`/categories/${lens.id('categories', child)}`);
      await next(withJson({ method: 'PATCH', target, headers: request.headers }, { parent: parent ?? null }));
    }
    return outcome;
  });

/** The direct children of a category, in whatever language. */
const childrenOf = (look: CallContext, id: string): Promise<readonly JsonObject[]> =>
  everyItem(look, { method: 'GET', target: look.asked.at(`/categories?parent=${id}&hide_empty=false`), headers: [] });

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
      { requirement: 'tags.list.readings.post-with-hide-empty', reason: 'a term of an event is never an empty one' },
    ],
    create: (_, lens) =>
      alsoForHead(
        inTurn(
          inWholeWords(lens),
          ignoring(lens, 'event'),
          movingUp(lens),
          countingAll(lens, 'categories'),
          countingAll(lens, 'tags'),
        ),
      ),
  },
  {
    id: 'reading.event-beats-post',
    aspect: 'reading.terms',
    statement: 'In a list of terms, post is ignored beside event.',
    readings: { 'terms.post-event': 'event-wins' },
    create: (_, lens) => alsoForHead(ignoring(lens, 'post')),
  },
];
