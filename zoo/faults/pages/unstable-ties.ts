import type { JsonObject } from '../../../wire/json.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import { interceptLists } from '../../intercept/intercept-operation.js';
import { respondWith, wholeList } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import type { CallContext } from '../../intercept/record-lookup.js';
import { withoutParameter } from '../../intercept/request-edit.js';
import { PAGES, places, terms } from '../../list-fault.js';

type Key = (record: JsonObject, context: CallContext) => string;

/** The order of what has the same key, in the nth response that is changed. */
type Reorder = (group: readonly JsonObject[], nth: number) => readonly JsonObject[];

const turned: Reorder = (group) => group.toReversed();

const rotated: Reorder = (group, nth) => [...group.slice(nth % group.length), ...group.slice(0, nth % group.length)];

/** Reorders what has the same key: a database may give equals in any order it likes. */
function reordered(
  records: readonly JsonObject[],
  context: CallContext,
  { key, reorder = turned }: Ties,
  nth: number,
): readonly JsonObject[] {
  const groups = new Map<string, JsonObject[]>();
  for (const record of records) groups.set(key(record, context), [...(groups.get(key(record, context)) ?? []), record]);
  return [...groups.values()].flatMap((group) => reorder(group, nth));
}

interface Ties {
  readonly id: string;
  readonly statement: string;
  readonly among: readonly [Collection, ...Collection[]];
  readonly key: Key;
  /** The pages, by default every second one. */
  readonly isTurned?: (page: number) => boolean;
  readonly reorder?: Reorder;
  readonly when?: (call: OperationCall) => boolean;
}

const isEven = (page: number): boolean => page % 2 === 0;

const unstable = (ties: Ties): Fault => ({
  id: ties.id,
  clause: listClauseId(ties.among[0], 'page'),
  neighbours: [...ties.among.map((one) => listClauseId(one, 'page')), PAGES],
  statement: ties.statement,
  create(_, view) {
    const { isTurned = isEven, when = () => true } = ties;
    let nth = 0;
    return interceptLists(view, ties.among, async (call, next) => {
      if (!isTurned(Number(call.query.get('page') ?? 1)) || !when(call)) return next(call.request);
      const context = { view, call, next };
      const records = await wholeList(context, withoutParameter(call.request, 'page'));
      nth += 1;
      return respondWith(context, reordered(records, context, ties, nth));
    });
  },
});

const byField =
  (name: string): Key =>
  (record, { view, call }) =>
    view.text(call.collection, record, name);

/** Lists in an order that leaves ties, which are broken anew for each page. */
export const unstableTies: readonly Fault[] = [
  unstable({
    id: 'events.list.ties-by-start-unstable',
    statement: 'Events with the same start are in another order on every second page.',
    among: ['events'],
    key: byField('start_date'),
  }),
  unstable({
    id: 'events.list.ties-by-start-turned',
    statement: 'Events with the same start are in the opposite order from the second page on.',
    among: ['events'],
    key: byField('start_date'),
    isTurned: (page) => page > 1,
  }),
  unstable({
    id: 'events.list.ties-by-start-in-any-order',
    statement: 'Events with the same start are in another order in each response.',
    among: ['events'],
    key: byField('start_date'),
    isTurned: () => true,
    reorder: rotated,
  }),
  unstable({
    id: 'places.list.ties-by-date-unstable',
    statement: 'Venues and organizers published in the same second are in another order on every second page.',
    among: places,
    key: byField('date'),
  }),
  unstable({
    id: 'terms.list.ties-by-count-unstable',
    statement: 'Categories and tags with the same count, ordered by it, are in another order on every second page.',
    among: terms,
    key: byField('count'),
    when: ({ query }) => query.get('orderby') === 'count',
  }),
];
