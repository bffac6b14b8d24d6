import type { Interceptor, Outcome, WireRequest } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withoutLanguage, withoutParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** What a cache takes for the same request, and which writes empty it. */
interface Keeping {
  readonly keeps: (call: OperationCall) => boolean;
  readonly keyOf: (request: WireRequest) => string;
  readonly empties: (call: OperationCall) => boolean;
}

/** Keeps responses until a write; what asks about a representation that a client has is not kept. */
function keepingUntil(view: WireView, { keeps, keyOf, empties }: Keeping): Interceptor {
  const kept = new Map<string, Outcome>();
  return async (request, next) => {
    const call = view.operationCall(request);
    if (call && request.method !== 'GET' && empties(call)) kept.clear();
    const isAsked = request.headers.some(([name]) => name.toLowerCase() === 'if-none-match');
    if (!call || request.method !== 'GET' || isAsked || !keeps(call)) return next(request);
    const outcome = kept.get(keyOf(request)) ?? (await next(request));
    if (isGranted(outcome)) kept.set(keyOf(request), outcome);
    return outcome;
  };
}

const acrossLanguages: Fault = {
  id: 'records.read.kept-across-languages',
  clause: 'language.parameter',
  neighbours: ['coherence.kept-write', 'coherence.shown-everywhere', 'language.segment', 'address.slug'],
  statement: 'Until the next write, a read or a list in one language returns what was returned in another.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: () => true,
      keyOf: (request) => withoutLanguage(request, view).target,
      empties: () => true,
    }),
};

const whileLinkedChange: Fault = {
  id: 'events.read.kept-while-linked-change',
  clause: 'coherence.shown-everywhere',
  neighbours: ['http.freshness', 'coherence.kept-write'],
  statement:
    'An event that was read shows its venues, organizers and terms unchanged until the next write to an event.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: ({ collection, operation }) => collection === 'events' && operation.kind === 'read',
      keyOf: ({ target }) => target,
      empties: ({ collection }) => collection === 'events',
    }),
};

const listsWhileLinkedChange: Fault = {
  id: 'events.list.kept-while-linked-change',
  clause: 'coherence.shown-everywhere',
  neighbours: ['http.freshness', 'coherence.kept-write', 'coherence.relations'],
  statement: 'A list of events that was read is returned as before until the next write to an event.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: ({ collection, operation }) => collection === 'events' && operation.kind === 'list',
      keyOf: ({ target }) => target,
      empties: ({ collection }) => collection === 'events',
    }),
};

/** What was computed for one user is the answer to whoever asks the same. */
const acrossUsers: Fault = {
  id: 'lists.kept-across-users',
  clause: 'coherence.denied-everywhere',
  statement: 'Until the next write, a list returns what was returned to another user.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: ({ operation }) => operation.kind === 'list',
      keyOf: ({ target }) => target,
      empties: () => true,
    }),
};

/** A cache of records, in front of the check of who may see them. */
const itemsAcrossUsers: Fault = {
  id: 'records.read.kept-across-users',
  clause: 'coherence.denied-everywhere',
  statement: 'Until the next write, a record that one user has read is returned to everybody.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: ({ operation }) => operation.kind === 'read',
      keyOf: ({ target }) => target,
      empties: () => true,
    }),
};

/** A record is put into the cache again by its first update alone. */
const afterSecondUpdate: Fault = {
  id: 'records.read.kept-after-second-update',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'venue.update', 'category.update', 'coherence.shown-everywhere'],
  statement: 'A venue or a category that is read by its id after its first update is shown so after further ones.',
  create(_, view) {
    const kept = new Map<string, Outcome>();
    const renewed = new Set<string>();
    const renew = (target: string): void => {
      if (!renewed.has(target)) kept.delete(target);
      renewed.add(target);
    };
    return interceptOperations(view, inEach(['venues', 'categories'], {}), async (call, next) => {
      const { request, collection, operation, at } = call;
      const isKept = operation.kind === 'read' && operation.addressing === 'id' && !request.target.includes('?');
      const outcome = (isKept && request.method === 'GET' && kept.get(request.target)) || (await next(request));
      if (isKept && request.method === 'GET' && isGranted(outcome)) kept.set(request.target, outcome);
      if (operation.kind === 'delete') kept.clear();
      const record = operation.kind === 'update' ? view.record(collection, outcome) : undefined;
      if (record) renew(at(`/${collection}/${view.id(collection, record)}`));
      return outcome;
    });
  },
};

/** What is kept of a record is forgotten under the address of the write, and stays under those with a query. */
const inEachLanguage: Fault = {
  id: 'records.read.kept-in-languages',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'coherence.shown-everywhere', 'language.parameter'],
  statement: 'A record that was read in a language is shown so in it until it is written in that language.',
  create(_, view) {
    const kept = new Map<string, Outcome>();
    return async (request, next) => {
      const { collection, operation } = view.operationCall(request) ?? {};
      const isItem = collection !== undefined && operation?.kind !== 'list' && operation?.kind !== 'create';
      if (!isItem || !request.target.includes(`${view.languageParameter}=`)) return next(request);
      const outcome = (request.method === 'GET' && kept.get(request.target)) || (await next(request));
      if (request.method !== 'GET') kept.delete(request.target);
      else if (isGranted(outcome)) kept.set(request.target, outcome);
      return outcome;
    };
  },
};

/** The key of what is kept was written before lists had an order. */
const whateverOrder: Fault = {
  id: 'terms.list.kept-in-one-order',
  clause: 'category.list.order',
  neighbours: ['tag.list.order', 'category.list.orderby', 'tag.list.orderby', 'coherence.pages'],
  statement:
    'Until the next write, a list of categories or tags is returned in the order that it was asked for in before.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: ({ collection, operation }) =>
        operation.kind === 'list' && (collection === 'categories' || collection === 'tags'),
      keyOf: (request) => withoutParameter(request, 'order').target,
      empties: () => true,
    }),
};

const flags = ['has_events', 'only_with_upcoming'];

/** A query is kept until what it is about changes, and what it hangs on is forgotten. */
const whileEventsChange: Fault = {
  id: 'places.list.flags-kept-while-events-change',
  clause: 'coherence.relations',
  neighbours: [
    'venue.list.has_events',
    'venue.list.only_with_upcoming',
    'organizer.list.has_events',
    'organizer.list.only_with_upcoming',
    'http.freshness',
    'coherence.kept-write',
  ],
  statement:
    'A list of venues or organizers by has_events or only_with_upcoming is returned as before until the next write to one of them.',
  create: (_, view) =>
    keepingUntil(view, {
      keeps: ({ operation, query }) => operation.kind === 'list' && flags.some((name) => query.has(name)),
      keyOf: ({ target }) => target,
      empties: ({ collection }) => collection === 'venues' || collection === 'organizers',
    }),
};

/** Caches that are emptied by writes, and keep for one what is for another. */
export const keptResponses: readonly Fault[] = [
  whileEventsChange,
  listsWhileLinkedChange,
  acrossLanguages,
  acrossUsers,
  itemsAcrossUsers,
  afterSecondUpdate,
  inEachLanguage,
  whateverOrder,
  whileLinkedChange,
];
