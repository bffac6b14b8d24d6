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
async function inAllStatuses(look: CallContext, request: WireRequest): Promise<readonly JsonObject[]> {
  const lists: (readonly JsonObject[])[] = [];
  for (const status of statuses) lists.push(await everyItem(look, withParameter(request, 'status', status)));
  return lists.flat();
}

const showingAll = (lens: WireView) =>
  interceptOperations(
    lens,
    (['events.list', 'venues.list', 'organizers.list'] as const).map((id) => ({ id })),
    async (asked, next) => {
      const { request, query } = asked;
      const look = { lens, asked, next };
      return query.has('status') ? next(request) : listed(look, await inAllStatuses(look, request));
    },
  );

const hiding = (lens: WireView) =>
  interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
    const look = { lens, asked, next };
    const events = await everyItem(look, asked.request);
    return listed(
      look,
      events.filter((event) => lens.field('events', event, 'hide_from_listings') !== true),
    );
  });

const hasSlugs = ({ query }: OperationCall): boolean =>
  ['categories', 'tags'].flatMap((name) => valuesOf(query, name)).some((value) => !/^[+-]?\d+$/.test(value));

const idsOnly = (lens: WireView) =>
  interceptOperation(lens, { id: 'events.list' }, (asked, next) =>
    hasSlugs(asked) ? Promise.resolve(toRefusal(400)) : next(asked.request),
  );

/** The other readings of what a list of events shows and takes. */
export const eventFilterReadings: readonly Variant[] = [
  {
    id: 'reading.all-statuses-listed',
    aspect: 'reading.event-filters',
    statement:
      'A list without a status shows records of all of them, no list shows an event that is hidden from listings, and categories and tags are named by their ids alone.',
    readings: {
      'list.status.default': 'visible',
      'list.hide-from-listings': 'absent',
      'list.terms-by-slug': 'ids-only',
    },
    allowances: [{ requirement: 'events.list.algebra.slugs-for-ids', reason: 'no slug can be sent for an id' }],
    create: (_, lens) => alsoForHead(inTurn(idsOnly(lens), hiding(lens), showingAll(lens))),
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
  statement: 'A list by the id of a record that is not there is refused.',
  readings: {
    'list.relation-filter.unknown-id': 'refused',
    'list.include.unknown-id': 'refused',
    'list.event-filter.unknown-id': 'refused',
  },
  create: (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, async (asked, next) =>
        (await areKnown(asked, next)) ? next(asked.request) : toRefusal(400),
      ),
    ),
};

/** Where a search looks: title or name, description, and what else the reference server takes for custom fields. */
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
    statement: 'In a search, upper and lower case differ, and letters with and without accents do not.',
    readings: { 'list.search.case': 'exact', 'list.search.accents': 'folded' },
    create: (_, lens) =>
      alsoForHead(
        interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
          const { request, query, collection } = asked;
          const wanted = withoutAccents(query.getAll('search').at(-1) ?? '');
          if (wanted === '') return next(request);
          const look = { lens, asked, next };
          const records = await everyItem(look, withoutParameter(request, 'search'));
          const found = records.filter((record) =>
            searched[collection].some((field) => withoutAccents(lens.text(collection, record, field)).includes(wanted)),
          );
          return listed(look, found);
        }),
      ),
  },
];
