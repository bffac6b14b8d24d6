import type { GapId } from '../../contract/gaps.js';
import type { Collection } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import type { JsonObject } from '../../wire/json.js';

/** Fields of a body and how they are then shown; without `shown` they are refused, each by its name. */
export interface Ruling {
  readonly gap: GapId;
  readonly collection: Collection;
  readonly sent: Payload;
  readonly shown?: JsonObject;
  /** Those of the fields that are wrong, where not all are. */
  readonly wrong?: readonly string[];
}

type Kept = readonly [sent: Payload, shown: JsonObject];

const rule = (gap: GapId, collection: Collection, kept: readonly Kept[], refused: readonly Payload[]): Ruling[] => [
  ...kept.map(([sent, shown]) => ({ gap, collection, sent, shown })),
  ...refused.map((sent) => ({ gap, collection, sent })),
];

const span = (start_date: string, end_date: string) => ({ start_date, end_date });
const same = (sent: JsonObject): Kept => [sent, sent];
/** Ten in the morning in a zone, and when that is in UTC. */
const inZone = (timezone: string, utc: string): Kept => {
  const sent = { timezone, ...span('2036-06-01 10:00:00', '2036-06-01 10:00:00') };
  return [sent, { ...sent, utc_start_date: utc }];
};
const LONG = `${'a'.repeat(250)}@b.de`;

/** What the reference server makes of values that the interface says nothing of (the gaps of a body). */
export const rulings: readonly Ruling[] = [
  ...rule(
    'gap.body.coercion',
    'events',
    [
      [
        { all_day: 'true', sticky: 'false', featured: 1, show_map: '0' },
        { all_day: true, sticky: false, featured: true, show_map: false },
      ],
      [
        { author: '7', cost: 12.5, image: 12 },
        { author: 7, cost: 12.5, image: '12' },
      ],
      [
        { author: 8, image: true, cost: '' },
        { author: 8, image: 'true', cost: '' },
      ],
      [
        { tags: '', venue: [] },
        { tags: [], venue: [] },
      ],
    ],
    [
      { all_day: 'yes', sticky: {}, author: '7.5', cost: true },
      { author: 1.5, image: {}, cost: {}, tags: 'a', categories: [1.5] },
      { author: '99999999999999999999', description: 5, title: 5, website: 5, slug: 5, image: 1.5 },
      { author: true, tags: [{}], venue: ['x'], start_date: 20360601, status: 5, timezone: 1 },
    ],
  ),
  ...rule(
    'gap.body.coercion',
    'venues',
    [
      [
        { show_map: true, show_map_link: 1 },
        { show_map: 'true', show_map_link: '1' },
      ],
    ],
    [{ show_map: [], city: 5 }],
  ),
  ...rule('gap.body.coercion', 'categories', [], [{ parent: 'x' }, { parent: '' }]),
  ...rule(
    'gap.body.empty',
    'events',
    [
      [
        { description: null, website: null, status: null, all_day: null, tags: null, slug: '' },
        { description: null, website: null, status: 'publish', all_day: false, tags: [] },
      ],
      same({ description: '', excerpt: '' }),
    ],
    [
      { title: null },
      { title: '  ' },
      { start_date: null, end_date: null },
      { slug: ' ' },
      { slug: '..' },
      { slug: 'a/b' },
    ],
  ),
  ...rule(
    'gap.body.dates',
    'events',
    [
      [span('2036-06-01T10:00', '2036-06-01T11:30:15'), span('2036-06-01 10:00:00', '2036-06-01 11:30:15')],
      [span('2036-06-01', '2036-06-02 09:05'), span('2036-06-01 00:00:00', '2036-06-02 09:05:00')],
      same({ date_utc: '2020-02-29 10:00:00' }),
    ],
    [
      span('2036-02-30 10:00:00', '2036-13-01 10:00:00'),
      span('2036-06-01 24:00:00', 'tomorrow'),
      span('x2036-06-01', '2036-06-01x'),
      { date: '0999-06-01 10:00:00', date_utc: '2036-6-1 10:00' },
    ],
  ),
  ...rule('gap.body.end-before-start', 'events', [same(span('2036-06-01 10:00:00', '2036-06-01 10:00:00'))], []),
  {
    gap: 'gap.body.end-before-start',
    collection: 'events',
    sent: span('2036-06-01 10:00:00', '2036-06-01 09:59:59'),
    wrong: ['end_date'],
  },
  ...rule(
    'gap.body.timezone',
    'events',
    [
      inZone('UTC', '2036-06-01 10:00:00'),
      inZone('UTC+5:30', '2036-06-01 04:30:00'),
      inZone('UTC+15', '2036-05-31 19:00:00'),
      inZone('UTC-3', '2036-06-01 13:00:00'),
      inZone('UTC-02.5', '2036-06-01 12:30:00'),
      inZone('UTC+0915', '2036-06-01 00:45:00'),
      inZone('Europe/Paris', '2036-06-01 08:00:00'),
    ],
    [
      { timezone: 'Europe/Nowhere' },
      { timezone: 'UTC+16' },
      { timezone: '+05:00' },
      { timezone: '' },
      { timezone: 'xUTC' },
      { timezone: 'UTC+5 h' },
    ],
  ),
  ...rule(
    'gap.body.values',
    'organizers',
    [same({ website: '', email: '' }), same({ website: 'HTTPS://example.org/a?b', email: 'a.b@c.example' })],
    [
      { website: 'ftp://example.org', email: 'a@b' },
      { website: 'https://', email: 'a b@c.de' },
      { website: 'see https://example.org', email: '@c.de' },
      { website: 'https://exa mple.org', email: 'a@c.de x' },
      { website: 'https://[', email: LONG },
      { website: 'x:https://example.org' },
      { website: 'https://example.org/a b' },
      { author: 0 },
      { author: -1, status: 'gone' },
    ],
  ),
];
