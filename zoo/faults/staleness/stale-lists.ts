import type { Operation, OperationId } from '../../../contract/operations.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptLists, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { filtersSent, withoutAll } from '../../intercept/list-selection.js';
import type { WireView } from '../../intercept/wire-view.js';
import { exceptEvents, places } from '../../list-fault.js';

/** A list is remembered by its address, and what is new never joins it. */
const newNeverJoin: Fault = {
  id: 'lists.new-never-join',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write'],
  statement: 'A list of venues, organizers or terms, once read, never contains newer records.',
  create: (_, view) => {
    const made: string[] = [];
    const call = new Map<string, number>();
    const remember = interceptOperation(view, { kind: 'create' }, async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = view.record(collection, outcome);
      if (record) made.push(`${collection}/${view.id(collection, record)}`);
      return outcome;
    });
    const leaveOut = interceptLists(view, exceptEvents, async ({ request, collection }, next) => {
      const known = call.get(request.target) ?? made.length;
      call.set(request.target, known);
      const isOld = (item: JsonObject): boolean =>
        !made.slice(known).includes(`${collection}/${view.id(collection, item)}`);
      return view.editItems(collection, await next(request), (items) => items.filter(isOld));
    });
    return inTurn(remember, leaveOut);
  },
};

/** The rows of lists are made once for each record. */
const rowsAsFirst: Fault = {
  id: 'lists.rows-as-first-shown',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'coherence.shown-everywhere'],
  statement: 'A list of venues, organizers or terms shows each record as lists first showed it.',
  create: (_, view) => {
    const rows = new Map<string, JsonObject>();
    return interceptLists(view, exceptEvents, async ({ request, collection }, next) =>
      view.editItems(collection, await next(request), (items) =>
        items.map((item) => {
          const key = `${collection}/${view.id(collection, item)}`;
          rows.set(key, rows.get(key) ?? item);
          return rows.get(key) ?? item;
        }),
      ),
    );
  },
};

/** What is kept of a list is kept by its path, and cut into pages anew. */
const filtersLostAgain: Fault = {
  id: 'places.list.filters-lost-again',
  clause: 'venue.list.search',
  neighbours: ['organizer.list.search'],
  statement: 'A list of venues or organizers that is asked for again ignores its filters.',
  create: (_, view) => {
    const asked = new Set<string>();
    return interceptLists(view, places, (call, next) => {
      const isKept = asked.has(call.request.target);
      asked.add(call.request.target);
      return next(isKept ? withoutAll(call.request, filtersSent(call)) : call.request);
    });
  },
};

/** What a list showed, it goes on showing. */
const deletedLinger: Fault = {
  id: 'lists.deleted-linger',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write'],
  statement: 'A list of venues, organizers or terms still contains records that were deleted by id.',
  create: (_, view) => {
    const deleted = new Set<string>();
    const held = new Map<string, readonly JsonObject[]>();
    const remember = interceptOperation(
      view,
      { kind: 'delete', addressing: 'id' },
      async ({ request, collection, address }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) deleted.add(`${collection}/${address}`);
        return outcome;
      },
    );
    const keep = interceptLists(view, exceptEvents, async ({ request, collection }, next) =>
      view.editItems(collection, await next(request), (items) => {
        const before = held.get(request.target) ?? [];
        const gone = before.filter((item) => deleted.has(`${collection}/${view.id(collection, item)}`));
        held.set(request.target, [...items, ...gone]);
        return [...items, ...gone];
      }),
    );
    return inTurn(remember, keep);
  },
};

/** The loop that fills a list keeps hold of one description. */
const firstDescription: Fault = {
  id: 'lists.description-of-the-first',
  clause: 'coherence.shown-everywhere',
  statement: 'Every record of a page shows the description of its first.',
  create: (_, view) =>
    interceptLists(view, collections, async ({ request, collection }, next) =>
      view.editItems(collection, await next(request), (items) => items.map(withFirst(view, collection, items[0]))),
    ),
};

const withFirst = (view: WireView, collection: Collection, first: JsonObject | undefined) => (item: JsonObject) =>
  view.withField(collection, item, 'description', (first && view.field(collection, first, 'description')) ?? null);

/** Lists that are behind the records, or beside them. */
export const lateLists: readonly Fault[] = [
  newNeverJoin,
  rowsAsFirst,
  filtersLostAgain,
  deletedLinger,
  firstDescription,
];

/** A list is kept for a while and does not know of writes. */
const staleList: Fault = {
  id: 'events.list.stale-after-write',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'event.create', 'event.delete'],
  statement: 'A list of events that was read before a write is returned once more unchanged, despite no-cache.',
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    const stale = new Set<string>();
    return async (request, next) => {
      const call = view.operationCall(request);
      if (call?.operation.id === 'events.list') {
        const cached = stale.delete(request.target) ? kept.get(request.target) : undefined;
        if (cached) return cached;
        const outcome = await next(request);
        kept.set(request.target, outcome);
        return outcome;
      }
      if (call && call.operation.kind !== 'read') for (const target of kept.keys()) stale.add(target);
      return next(request);
    };
  },
};

/** An organizer by its slug is kept for a while and does not know of updates by id. */
const staleBySlug: Fault = {
  id: 'organizers.by-slug.read.stale-after-update',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'coherence.shown-everywhere', 'coherence.siblings', 'organizer.update'],
  statement: 'A GET of an organizer by slug always shows it as it was when first read.',
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    return async (request, next) => {
      const call = view.operationCall(request);
      if (call?.operation.id !== 'organizers.by-slug.read') return next(request);
      const outcome = kept.get(request.target) ?? (await next(request));
      if (isGranted(outcome)) kept.set(request.target, outcome);
      return outcome;
    };
  },
};

/** Lists are kept until something is written: but one way of writing is not known to do so. */
const keptOver = (
  write: { readonly id: OperationId } | { readonly kind: Operation['kind'] },
  { id, statement }: Pick<Fault, 'id' | 'statement'>,
): Fault => ({
  id,
  clause: 'coherence.kept-write',
  neighbours: ['http.freshness'],
  statement,
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    const isWrite = ({ id: one, kind }: Operation): boolean => ('id' in write ? one === write.id : kind === write.kind);
    return async (request, next) => {
      const call = view.operationCall(request);
      if (call?.operation.kind === 'list') {
        const outcome = kept.get(request.target) ?? (await next(request));
        kept.set(request.target, outcome);
        return outcome;
      }
      if (call && call.operation.kind !== 'read' && !isWrite(call.operation)) kept.clear();
      return next(request);
    };
  },
});

const deletedBySlug = keptOver(
  { id: 'events.by-slug.delete' },
  {
    id: 'events.list.kept-over-delete-by-slug',
    statement: 'A list that was read before an event was deleted by its slug still contains the event.',
  },
);

const putBySlug = keptOver(
  { id: 'organizers.by-slug.update.put' },
  {
    id: 'organizers.list.kept-over-put-by-slug',
    statement: 'A list that was read before an organizer was updated by PUT by its slug shows the old values.',
  },
);

const keptOverKinds = (['create', 'update', 'delete'] as const).map((kind) =>
  keptOver(
    { kind },
    {
      id: `lists.kept-over-${kind}`,
      statement: `A list is cached, and no ${kind} invalidates the cache.`,
    },
  ),
);

/** Answers that were true a moment ago. */
export const staleness: readonly Fault[] = [staleList, staleBySlug, deletedBySlug, putBySlug, ...keptOverKinds];
