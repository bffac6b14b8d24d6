import type { Collection } from '../../contract/field.js';
import type { OperationKind } from '../../contract/operation.js';
import { collections } from '../../contract/resources.js';
import type { Outcome } from '../../harness/exchange.js';
import type { JsonObject } from '../../harness/json.js';
import type { Fault } from '../fault.js';
import { inTurn, on } from '../on.js';
import type { WireLens } from '../wire-lens.js';
import { onLists } from './over-lists.js';

const others = ['venues', 'organizers', 'categories', 'tags'] as const;

/** An index of records is written one behind. */
const newestMissing: Fault = {
  id: 'lists.newest-missing',
  clause: 'coherence.kept-write',
  neighbours: ['event.list', 'venue.list', 'organizer.list', 'category.list', 'tag.list', 'http.freshness'],
  statement: 'A new record is in lists only when another one of its kind has been made.',
  create: (_, lens) => {
    const newest = new Map<Collection, string>();
    const remember = on(lens, { kind: 'create' }, async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = lens.record(collection, outcome);
      if (record) newest.set(collection, lens.id(collection, record));
      return outcome;
    });
    const leaveOut = onLists(lens, collections, async ({ request, collection }, next) =>
      lens.editItems(collection, await next(request), (items) =>
        items.filter((item) => lens.id(collection, item) !== newest.get(collection)),
      ),
    );
    return inTurn(remember, leaveOut);
  },
};

interface Caching {
  readonly id: string;
  readonly statement: string;
  /** The writes that are told to the cache. */
  readonly dropsAt: OperationKind;
}

/** Lists are kept by their address until a write of one kind. */
const cachedUntil = ({ id, statement, dropsAt }: Caching): Fault => ({
  id,
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write'],
  statement,
  create: (_, lens) => {
    const kept = new Map<string, Outcome>();
    const drop = on(lens, { kind: dropsAt }, async ({ request }, next) => {
      const outcome = await next(request);
      kept.clear();
      return outcome;
    });
    const keep = onLists(lens, others, async ({ request }, next) => {
      const outcome = kept.get(request.target) ?? (await next(request));
      kept.set(request.target, outcome);
      return outcome;
    });
    return inTurn(drop, keep);
  },
});

/** The loop that fills a list keeps hold of one description. */
const firstDescription: Fault = {
  id: 'lists.description-of-the-first',
  clause: 'coherence.shown-everywhere',
  statement: 'Every record of a page shows the description of its first.',
  create: (_, lens) =>
    onLists(lens, collections, async ({ request, collection }, next) =>
      lens.editItems(collection, await next(request), (items) => items.map(withFirst(lens, collection, items[0]))),
    ),
};

const withFirst = (lens: WireLens, collection: Collection, first: JsonObject | undefined) => (item: JsonObject) =>
  lens.withField(collection, item, 'description', (first && lens.field(collection, first, 'description')) ?? null);

/** Lists that are behind the records, or beside them. */
export const lateLists: readonly Fault[] = [
  newestMissing,
  cachedUntil({
    id: 'lists.cached-until-delete',
    statement: 'A list of venues, organizers or terms is shown as it was before, until some record is deleted.',
    dropsAt: 'delete',
  }),
  cachedUntil({
    id: 'lists.cached-until-create',
    statement: 'A list of venues, organizers or terms is shown as it was before, until some record is made.',
    dropsAt: 'create',
  }),
  firstDescription,
];
