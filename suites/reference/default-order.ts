import fc from 'fast-check';
import { addDays } from '../../adapter/notation/day-times.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { markOf, unfiltered } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import type { JsonObject } from '../../wire/json.js';
import { askPage } from '../queries/read-pages.js';
import { decided } from './expect-response.js';

/** What a list is sorted by before the id, as text that sorts alike. */
interface Sorting {
  readonly collection: Collection;
  readonly query: ListQuery;
  key(record: JsonObject): string;
  readonly descending?: true;
  /** All records of the world are asked for by their ids. */
  readonly named?: true;
}

const none = (): string => '';
const padded = (value: JsonObject[string] | undefined): string => toText(value ?? 0).padStart(12, '0');
const folded = (name: string) => (record: JsonObject) => toText(record[name]).toLowerCase();

const plain: readonly Sorting[] = [
  { collection: 'events', query: {}, key: ({ start_date }) => toText(start_date) },
  { collection: 'events', query: {}, named: true, key: ({ start_date }) => toText(start_date) },
  { collection: 'venues', query: {}, key: none },
  { collection: 'organizers', query: {}, key: none },
];

const ofTerms: readonly Sorting[] = [
  { collection: 'categories', query: {}, key: folded('name') },
  { collection: 'categories', query: { orderby: 'parent' }, key: ({ parent }) => padded(parent) },
  { collection: 'tags', query: { orderby: 'description' }, key: folded('description') },
  { collection: 'tags', query: { orderby: 'count' }, key: ({ count }) => padded(count) },
  { collection: 'tags', query: { orderby: 'slug', order: 'descending' }, key: folded('slug'), descending: true },
  { collection: 'tags', query: { orderby: 'id' }, key: none },
];

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const sorts = (
  name: string,
  clause: 'gap.order' | 'gap.order.terms',
  sortings: readonly Sorting[],
): CalendarRequirement =>
  requirement({
    ...decided,
    id: `reference.${name}`,
    clause,
    operations: [...new Set(sortings.map(({ collection }) => `${collection}.list` as const))],
    needs: [...new Set(sortings.map(({ collection }) => `${collection}.list`))],
    effects: 'reads',
    statement: `Lists are sorted as decided under ${clause}, ties by id.`,
    cost: sortings.length,
    given: (world) =>
      fc.constant(
        sortings.map(({ collection, query, named }) =>
          named ? { include: world.refs(collection).toReversed() } : query,
        ),
      ),
    async check({ calendar }, queries) {
      for (const [index, { collection, key, descending }] of sortings.entries()) {
        const { items, exchange } = await askPage(calendar, collection, {
          ...unfiltered[collection],
          per_page: 100,
          ...queries[index],
        });
        const sign = descending ? -1 : 1;
        const sorted = items.toSorted(
          (a, b) => sign * compare(key(a.json), key(b.json)) || Number(a.id) - Number(b.id),
        );
        const [expected, observed] = [sorted, items].map((records) => records.map(({ id }) => id).join(', '));
        const isSorted = expected === observed;
        expectThat(isSorted, { kind: 'order', expected: expected ?? '', observed: observed ?? '', exchange });
      }
    },
  });

export const sortsRecords = sorts('order', 'gap.order', plain);
export const sortsTerms = sorts('order.terms-by-each', 'gap.order.terms', ofTerms);

const inTwoYears = (day: string): string => `${Number(day.slice(0, 4)) + 2}${day.slice(4).replace('-02-29', '-02-28')}`;

/** Days, as far from today, and whether a list without dates shows an event that is all on that day. */
const days = (today: string): readonly (readonly [day: string, isShown: boolean])[] => [
  [addDays(today, -2), false],
  [addDays(inTwoYears(today), -2), true],
  [addDays(inTwoYears(today), 3), false],
];

export const windowsByDefault = requirement({
  ...decided,
  id: 'reference.query.default-window',
  clause: 'gap.query.default-window',
  operations: ['events.list'],
  needs: ['events.create', 'events.list'],
  effects: 'writes',
  statement: 'A list without dates returns events that have not ended before today and start within 24 months, only.',
  cost: 9,
  given: (world) => requiredOnly(resourceOf('events'), world),
  async check({ calendar, world }, body) {
    for (const [day, isShown] of days(world.today)) {
      const made = await calendar.make('events', {
        ...body,
        start_date: `${day} 10:00:00`,
        end_date: `${day} 11:00:00`,
      });
      const { items, exchange } = await askPage(calendar, 'events', { search: markOf('events', made.body) });
      const observed = items.some(({ id }) => id === made.id) ? 'shown' : 'not shown';
      const expected = isShown ? 'shown' : 'not shown';
      expectThat(expected === observed, { kind: 'selection', expected: `${day} ${expected}`, observed, exchange });
    }
  },
});
