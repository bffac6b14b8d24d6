import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import type { JsonObject } from '../../harness/json.js';
import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { inTurn, interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';
import { interceptLists } from './over-lists.js';

const others = ['venues', 'organizers', 'categories', 'tags'] as const;

/** A list is remembered by its address, and what is new never joins it. */
const newNeverJoin: Fault = {
  id: 'lists.new-never-join',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write'],
  statement: 'A list of venues, organizers or terms that was asked for once never holds what was made since.',
  create: (_, lens) => {
    const made: string[] = [];
    const asked = new Map<string, number>();
    const remember = interceptOperation(lens, { kind: 'create' }, async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = lens.record(collection, outcome);
      if (record) made.push(`${collection}/${lens.id(collection, record)}`);
      return outcome;
    });
    const leaveOut = interceptLists(lens, others, async ({ request, collection }, next) => {
      const known = asked.get(request.target) ?? made.length;
      asked.set(request.target, known);
      const isOld = (item: JsonObject): boolean =>
        !made.slice(known).includes(`${collection}/${lens.id(collection, item)}`);
      return lens.editItems(collection, await next(request), (items) => items.filter(isOld));
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
  create: (_, lens) => {
    const rows = new Map<string, JsonObject>();
    return interceptLists(lens, others, async ({ request, collection }, next) =>
      lens.editItems(collection, await next(request), (items) =>
        items.map((item) => {
          const key = `${collection}/${lens.id(collection, item)}`;
          rows.set(key, rows.get(key) ?? item);
          return rows.get(key) ?? item;
        }),
      ),
    );
  },
};

/** What a list showed, it goes on showing. */
const deletedLinger: Fault = {
  id: 'lists.deleted-linger',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write'],
  statement: 'A list of venues, organizers or terms still holds what it held and was deleted by its id since.',
  create: (_, lens) => {
    const deleted = new Set<string>();
    const held = new Map<string, readonly JsonObject[]>();
    const remember = interceptOperation(
      lens,
      { kind: 'delete', addressing: 'id' },
      async ({ request, collection, address }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) deleted.add(`${collection}/${address}`);
        return outcome;
      },
    );
    const keep = interceptLists(lens, others, async ({ request, collection }, next) =>
      lens.editItems(collection, await next(request), (items) => {
        const before = held.get(request.target) ?? [];
        const gone = before.filter((item) => deleted.has(`${collection}/${lens.id(collection, item)}`));
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
  create: (_, lens) =>
    interceptLists(lens, collections, async ({ request, collection }, next) =>
      lens.editItems(collection, await next(request), (items) => items.map(withFirst(lens, collection, items[0]))),
    ),
};

const withFirst = (lens: WireView, collection: Collection, first: JsonObject | undefined) => (item: JsonObject) =>
  lens.withField(collection, item, 'description', (first && lens.field(collection, first, 'description')) ?? null);

/** Lists that are behind the records, or beside them. */
export const lateLists: readonly Fault[] = [newNeverJoin, rowsAsFirst, deletedLinger, firstDescription];
