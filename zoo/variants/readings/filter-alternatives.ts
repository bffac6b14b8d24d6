import { type Collection, eventRelations } from '../../../contract/resources.js';
import type { Send, WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { listed } from '../../intercept/list-response.js';
import { everyItem, statuses } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import type { CallContext } from '../../intercept/record-lookup.js';
import { valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import type { Variant } from '../../variant.js';

/** The records of a list in every status. */
async function inAllStatuses(context: CallContext, request: WireRequest): Promise<readonly JsonObject[]> {
  const lists: (readonly JsonObject[])[] = [];
  for (const status of statuses) lists.push(await everyItem(context, withParameter(request, 'status', status)));
  return lists.flat();
}

const showingAll = (view: WireView) =>
  interceptOperations(
    view,
    (['events.list', 'venues.list', 'organizers.list'] as const).map((id) => ({ id })),
    async (call, next) => {
      const { request, query } = call;
      const context = { view, call, next };
      return query.has('status') ? next(request) : listed(context, await inAllStatuses(context, request));
    },
  );

const hiding = (view: WireView) =>
  interceptOperation(view, { id: 'events.list' }, async (call, next) => {
    const context = { view, call, next };
    const events = await everyItem(context, call.request);
    return listed(
      context,
      events.filter((event) => view.field('events', event, 'hide_from_listings') !== true),
    );
  });

const hasSlugs = ({ query }: OperationCall): boolean =>
  ['categories', 'tags'].flatMap((name) => valuesOf(query, name)).some((value) => !/^[+-]?\d+$/.test(value));

const idsOnly = (view: WireView) =>
  interceptOperation(view, { id: 'events.list' }, (call, next) =>
    hasSlugs(call) ? Promise.resolve(toRefusal(400)) : next(call.request),
  );

/** The other readings of what a list of events shows and takes. */
export const eventFilterReadings: readonly Variant[] = [
  {
    id: 'reading.all-statuses-listed',
    aspect: 'reading.event-filters',
    statement:
      'A list without status shows records of every status, events hidden from listings are in no list, and filters accept categories and tags only by id.',
    readings: {
      'list.status.default': 'visible',
      'list.hide-from-listings': 'absent',
      'list.terms-by-slug': 'ids-only',
    },
    allowances: [
      { requirement: 'events.list.algebra.slugs-for-ids', reason: 'Slugs are not accepted instead of ids.' },
      { requirement: 'events.list.terms-of-one-slug', reason: 'Slugs are not accepted instead of ids.' },
    ],
    create: (_, view) => alsoForHead(inTurn(idsOnly(view), hiding(view), showingAll(view))),
  },
];

/** The records of which a list may be asked for the ids. */
const namedBy = (collection: Collection): Readonly<Record<string, Collection>> => ({
  ...(collection === 'events' ? eventRelations : { event: 'events', post: 'events', parent: 'categories' }),
  include: collection,
});

/** Whether every record is there of which a request for a list names the id. */
async function areKnown({ collection, query, at }: OperationCall, next: Send): Promise<boolean> {
  for (const [name, named] of Object.entries(namedBy(collection))) {
    for (const id of valuesOf(query, name).filter((value) => /^\d+$/.test(value))) {
      if (statusOf(await next({ method: 'GET', target: at(`/${named}/${id}`), headers: [] })) === 404) return false;
    }
  }
  return true;
}

/** A list by the id of nothing is refused. */
export const knownIdsOnly: Variant = {
  id: 'reading.unknown-filter-id-refused',
  aspect: 'reading.event-filters',
  statement: 'A filter by an unknown id is refused.',
  readings: {
    'list.relation-filter.unknown-id': 'refused',
    'list.include.unknown-id': 'refused',
    'list.event-filter.unknown-id': 'refused',
  },
  allowances: [{ requirement: 'categories.list.parent.zero', reason: 'Zero is no id.' }],
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async (call, next) =>
        (await areKnown(call, next)) ? next(call.request) : toRefusal(400),
      ),
    ),
};

/** What a search covers: title or name, description, and what else the reference server takes for custom fields. */
const searched: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description'],
  venues: ['venue', 'description', 'address', 'phone', 'website'],
  organizers: ['organizer', 'description', 'phone', 'website', 'email'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The other readings of a search. */
export const searchReadings: readonly Variant[] = [
  {
    id: 'reading.search-by-letter',
    aspect: 'reading.search',
    statement: 'A search is sensitive to case, and insensitive to accents.',
    readings: { 'list.search.case': 'exact', 'list.search.accents': 'folded' },
    create: (_, view) =>
      alsoForHead(
        interceptOperation(view, { kind: 'list' }, async (call, next) => {
          const { request, query, collection } = call;
          const wanted = withoutAccents(query.getAll('search').at(-1) ?? '');
          if (wanted === '') return next(request);
          const context = { view, call, next };
          const records = await everyItem(context, withoutParameter(request, 'search'));
          const found = records.filter((record) =>
            searched[collection].some((field) => withoutAccents(view.text(collection, record, field)).includes(wanted)),
          );
          return listed(context, found);
        }),
      ),
  },
];
