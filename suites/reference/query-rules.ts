import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { GapId } from '../../contract/gaps.js';
import type { Collection } from '../../contract/resources.js';
import { valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { decided, expectError, expectJsonAt, expectStatus } from './expect-response.js';

type Pairs = readonly (readonly [string, string])[];

/** A query and what of it is wrong; where nothing is, another query that means the same. */
interface QueryRuling {
  readonly collection: Collection;
  readonly query: Pairs;
  readonly wrong?: readonly string[];
  readonly like?: Pairs;
}

const wrong = (collection: Collection, query: Readonly<Record<string, string>>): QueryRuling => ({
  collection,
  query: Object.entries(query),
  wrong: Object.keys(query),
});

const like = (collection: Collection, query: Pairs, other: Pairs): QueryRuling => ({ collection, query, like: other });

const ALL: Pairs = [['hide_empty', '0']];

const rulings = {
  'gap.per-page.maximum': [
    wrong('events', { page: '0', per_page: '0' }),
    wrong('venues', { page: '-1', per_page: '101' }),
    wrong('tags', { page: 'x', per_page: '1.5' }),
    like('organizers', [['per_page', '100']], [['per_page', '99']]),
  ],
  'gap.query.arrays': [
    wrong('events', { venue: 'x', organizer: '1,', include: '1.5', tags: '', categories: 'a,,b' }),
    wrong('tags', { 'include[a]': '1' }),
    like('categories', [...ALL, ['include', '301, 302']], [...ALL, ['include[]', '301'], ['include[1]', '302']]),
    like('categories', [...ALL, ['include', '301'], ['include', '302']], [...ALL, ['include', '301,302']]),
    like(
      'tags',
      [
        ['hide_empty', '1'],
        ['hide_empty', '0'],
      ],
      ALL,
    ),
  ],
  'gap.query.booleans': [
    wrong('events', { featured: 'yes', strict_dates: '', ticketed: '2' }),
    wrong('venues', { has_events: 'x', only_with_upcoming: 'TRUE' }),
    like('tags', [['hide_empty', 'false']], ALL),
    like('tags', [['hide_empty', 'true']], [['hide_empty', '1']]),
  ],
  'gap.query.dates': [
    wrong('events', { start_date: '2036-02-30', ends_before: 'soon' }),
    like('events', [['starts_after', '2036-02-01']], [['starts_after', '2036-02-01T00:00']]),
    like(
      'events',
      [
        ['starts_before', '2036-02-01'],
        ['strict_dates', '1'],
      ],
      [
        ['starts_before', '2036-02-01 00:00:00'],
        ['strict_dates', 'true'],
      ],
    ),
  ],
  'gap.order.terms': [
    wrong('categories', { order: 'up', orderby: 'author' }),
    wrong('tags', { order: '', orderby: '', hide_empty: 'x' }),
    like('tags', [...ALL, ['order', 'descending']], [...ALL, ['order', 'desc'], ['orderby', 'name']]),
    like('categories', [...ALL, ['order', 'ascending']], [...ALL, ['order', 'asc']]),
    like('categories', [...ALL, ['orderby', 'id']], [...ALL, ['orderby', 'id'], ['order', 'asc']]),
  ],
  'gap.query.search-empty': [
    like('events', [['search', '']], []),
    like('venues', [['search', '']], []),
    like('tags', [['search', '']], []),
  ],
  'gap.body.unknown-field': [
    like('events', [['colour', 'red']], []),
    like(
      'venues',
      [
        ['', ''],
        ['geoloc_lat', '1'],
        ['[x', '1'],
      ],
      [],
    ),
  ],
  'gap.query.ticketed': [
    wrong('events', { geoloc_lat: 'north', geoloc_lng: ' 4.5' }),
    wrong('events', { geoloc_lat: '', geoloc_lng: 'Infinity' }),
  ],
} as const satisfies Partial<Record<GapId, readonly QueryRuling[]>>;

/** Values of a query that the interface leaves open are taken, or refused by name, as decided. */
const rules = (gap: GapId, ruled: readonly QueryRuling[]): CalendarRequirement =>
  requirement({
    ...decided,
    id: `reference.${gap.replace(/^gap\./, '')}${gap.startsWith('gap.body') ? '-query' : ''}`,
    clause: gap,
    operations: [...new Set(ruled.map(({ collection }) => `${collection}.list` as const))],
    needs: [...new Set(ruled.map(({ collection }) => `${collection}.list`))],
    effects: 'reads',
    statement: `A list accepts and refuses parameter values as decided under ${gap}.`,
    cost: ruled.reduce((sum, one) => sum + (one.like ? 2 : 1), 0),
    given: () => fc.constant(ruled),
    async check({ calendar }) {
      for (const { collection, query, like: other, wrong: names = [] } of ruled) {
        const exchange = await calendar.send({ method: 'GET', path: `/${collection}`, query });
        if (!other)
          expectError(
            exchange,
            400,
            names.map((name) => name.replace(/\[.*/, '')),
          );
        else {
          expectStatus(exchange, 200);
          const twin = await calendar.send({ method: 'GET', path: `/${collection}`, query: other });
          expectJsonAt(exchange, [collection], valueAt(jsonOf(twin.outcome) ?? null, [collection]) ?? null);
        }
      }
    },
  });

const isDecided = (id: string): id is keyof typeof rulings => id in rulings;

export const rulesOfQueries: readonly CalendarRequirement[] = Object.keys(rulings)
  .filter(isDecided)
  .map((gap) => rules(gap, rulings[gap]));
