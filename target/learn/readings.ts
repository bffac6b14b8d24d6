import { type AlternativeOf, type Choices, literalChoice, type ReadingId, readings } from '../../contract/readings.js';
import type { Collection } from '../../contract/field.js';
import { type ListQuery, ref } from '../../generators/wire.js';
import { WORLD_DAYS } from '../world/design.js';
import { addDays, atTime } from '../world/wall-clock.js';

/** What must be in a list and what must not, by the keys of the world, for one alternative to explain it. */
interface Mark {
  readonly in?: readonly string[];
  readonly out?: readonly string[];
}

/** One query over the world whose answer tells which alternative of a reading a target follows. */
export interface ReadingProbe {
  readonly reading: ReadingId;
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly marks: Readonly<Record<string, Mark>>;
  /** The alternative that a refusal of the query stands for, where it does. */
  readonly refused?: string;
}

interface ProbeDefinition<Id extends ReadingId> {
  readonly reading: Id;
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly marks: Readonly<Partial<Record<AlternativeOf<Id>, Mark>>>;
  readonly refused?: AlternativeOf<Id>;
}

const define = <Id extends ReadingId>(probe: ProbeDefinition<Id>): ReadingProbe => {
  const marks: Record<string, Mark> = {};
  for (const [alternative, mark] of Object.entries<Mark | undefined>(probe.marks)) if (mark) marks[alternative] = mark;
  return { ...probe, marks };
};

const event = (key: string) => ref('events', key);

/** The probes of the event list, over the days of the world. */
function dateProbes(firstDay: string): readonly ReadingProbe[] {
  const day = (days: number): string => addDays(firstDay, days);
  const at = (days: number, time: string): string => atTime(day(days), time);
  const collection = 'events';
  return [
    define({
      reading: 'list.starts-after.lenient',
      collection,
      query: { starts_after: day(2) },
      marks: {
        included: { in: ['e4', 'e5', 'e6'], out: ['e2', 'e3'] },
        excluded: { in: ['e6'], out: ['e3', 'e4', 'e5'] },
      },
    }),
    define({
      reading: 'list.starts-before.lenient',
      collection,
      query: { starts_after: day(0), starts_before: day(3) },
      marks: { included: { in: ['e5', 'e6', 'e7'], out: ['e8'] }, excluded: { in: ['e5'], out: ['e6', 'e7'] } },
    }),
    define({
      reading: 'list.ends-after.lenient',
      collection,
      query: { ends_after: day(4) },
      marks: { included: { in: ['e5', 'e8'], out: ['e6'] }, excluded: { in: ['e8'], out: ['e5'] } },
    }),
    define({
      reading: 'list.ends-before.lenient',
      collection,
      query: { starts_after: day(0), ends_before: day(3) },
      marks: { included: { in: ['e4', 'e6'], out: ['e5'] }, excluded: { in: ['e4'], out: ['e6'] } },
    }),
    define({
      reading: 'list.starts-after.strict',
      collection,
      query: { strict_dates: true, starts_after: at(3, '10:00:00') },
      marks: { exclusive: { in: ['e8'], out: ['e6', 'e5'] }, inclusive: { in: ['e6', 'e8'], out: ['e5'] } },
    }),
    define({
      reading: 'list.starts-before.strict',
      collection,
      query: { strict_dates: true, starts_after: at(0, '00:00:00'), starts_before: at(3, '10:00:00') },
      marks: { exclusive: { in: ['e5'], out: ['e6'] }, inclusive: { in: ['e5', 'e6'], out: ['e8'] } },
    }),
    define({
      reading: 'list.ends-after.strict',
      collection,
      query: { strict_dates: true, ends_after: at(3, '11:00:00') },
      marks: { exclusive: { in: ['e5'], out: ['e6'] }, inclusive: { in: ['e5', 'e6'], out: ['e4'] } },
    }),
    define({
      reading: 'list.ends-before.strict',
      collection,
      query: { strict_dates: true, starts_after: at(0, '00:00:00'), ends_before: at(3, '11:00:00') },
      marks: { exclusive: { in: ['e4'], out: ['e6'] }, inclusive: { in: ['e4', 'e6'], out: ['e5'] } },
    }),
    define({
      reading: 'list.start-date',
      collection,
      query: { start_date: at(3, '00:00:00') },
      marks: {
        'on-day': { in: ['e6', 'e7'], out: ['e5', 'e8'] },
        'lower-bound': { in: ['e6', 'e8'], out: ['e5'] },
        'end-lower-bound': { in: ['e5', 'e6', 'e8'], out: ['e4'] },
      },
    }),
    define({
      reading: 'list.end-date',
      collection,
      query: { starts_after: day(0), end_date: at(3, '23:59:59') },
      marks: {
        'on-day': { in: ['e6', 'e7'], out: ['e4', 'e5'] },
        'upper-bound': { in: ['e4', 'e6'], out: ['e5'] },
        'start-upper-bound': { in: ['e4', 'e5', 'e6'], out: ['e8'] },
      },
    }),
    define({
      reading: 'list.start-date.strict',
      collection,
      query: { strict_dates: true, start_date: at(1, '10:00:00') },
      marks: {
        'to-end-of-day': { in: ['e2', 'e3'], out: ['e1', 'e4'] },
        'exact-time': { in: ['e2'], out: ['e1', 'e3'] },
        'open-bound': { in: ['e2', 'e3', 'e4'], out: ['e1'] },
      },
    }),
    define({
      reading: 'list.end-date.strict',
      collection,
      query: { strict_dates: true, starts_after: at(0, '00:00:00'), end_date: at(2, '00:59:59') },
      marks: {
        'to-end-of-day': { in: ['e3', 'e4'], out: ['e2', 'e5'] },
        'exact-time': { in: ['e3'], out: ['e2', 'e4'] },
        'open-bound': { in: ['e2', 'e3'], out: ['e4'] },
      },
    }),
    define({
      reading: 'list.compared-time',
      collection,
      query: { strict_dates: true, starts_after: at(7, '22:00:00') },
      marks: { 'wall-clock': { in: ['e14'], out: ['e13'] }, utc: { out: ['e14', 'e13'] } },
    }),
  ];
}

/** The probes of the other filters of the event list. */
function filterProbes(firstDay: string): readonly ReadingProbe[] {
  const collection = 'events';
  const window = { starts_after: addDays(firstDay, 0), ends_before: addDays(firstDay, WORLD_DAYS) };
  return [
    define({
      reading: 'list.status.default',
      collection,
      query: window,
      marks: { published: { in: ['e9'], out: ['e10'] }, visible: { in: ['e9', 'e10'] } },
    }),
    define({
      reading: 'list.hide-from-listings',
      collection,
      query: window,
      marks: { 'no-effect': { in: ['e11', 'e12'] }, absent: { in: ['e11'], out: ['e12'] } },
    }),
    define({
      reading: 'list.category-filter',
      collection,
      query: { ...window, categories: [ref('categories', 'c1')] },
      marks: {
        exact: { in: ['e1', 'e5', 'e7'], out: ['e3', 'e2'] },
        'with-children': { in: ['e1', 'e3', 'e5'], out: ['e2'] },
      },
    }),
    define({
      reading: 'list.include.other-filters',
      collection,
      query: { include: [event('e1'), event('e2')], featured: true },
      marks: { both: { in: ['e1'], out: ['e2'] }, 'include-wins': { in: ['e1', 'e2'], out: ['e3'] } },
    }),
    define({
      reading: 'list.featured.false',
      collection,
      query: { ...window, featured: false },
      marks: { 'not-featured': { in: ['e2'], out: ['e1', 'e6'] }, 'no-filter': { in: ['e1', 'e2', 'e6'] } },
    }),
    define({
      reading: 'list.search.case',
      collection,
      query: { ...window, search: 'regatta' },
      marks: { folded: { in: ['e2'], out: ['e1'] }, exact: { out: ['e1', 'e2'] } },
    }),
    define({
      reading: 'list.search.match',
      collection,
      query: { ...window, search: 'Regatta About' },
      marks: { substring: { out: ['e2'] }, 'all-words': { in: ['e2'], out: ['e1'] } },
    }),
  ];
}

/** The probes of venue and term lists. */
const otherProbes: readonly ReadingProbe[] = [
  define({
    reading: 'list.has-events.false',
    collection: 'venues',
    query: { has_events: false },
    marks: { 'no-filter': { in: ['v1', 'v2'] }, 'without-events': { out: ['v1', 'v2'] } },
  }),
  define({
    reading: 'list.has-events.counted',
    collection: 'venues',
    query: { has_events: true },
    marks: { published: { in: ['v1'], out: ['v6'] }, 'any-status': { in: ['v1', 'v6'] } },
  }),
  define({
    reading: 'list.upcoming',
    collection: 'venues',
    query: { only_with_upcoming: true },
    marks: { 'not-ended': { in: ['v1', 'v5'] }, 'not-started': { in: ['v1'], out: ['v5'] } },
  }),
  define({
    reading: 'terms.counted-events',
    collection: 'tags',
    query: { hide_empty: true },
    marks: { published: { in: ['t1'], out: ['t5', 't4'] }, 'any-status': { in: ['t1', 't5'], out: ['t4'] } },
  }),
  define({
    reading: 'terms.include-hide-empty',
    collection: 'tags',
    query: { include: [ref('tags', 't1'), ref('tags', 't4')], hide_empty: true },
    marks: { both: { in: ['t1'], out: ['t4'] }, 'include-wins': { in: ['t1', 't4'] } },
  }),
  define({
    reading: 'terms.include-exclude',
    collection: 'tags',
    query: { include: [ref('tags', 't1'), ref('tags', 't2')], exclude: [ref('tags', 't2')], hide_empty: false },
    marks: {
      both: { in: ['t1'], out: ['t2', 't3'] },
      'include-wins': { in: ['t1', 't2'], out: ['t3'] },
      'exclude-wins': { in: ['t1', 't3'], out: ['t2'] },
    },
  }),
  define({
    reading: 'terms.post-event',
    collection: 'tags',
    query: { post: event('e2'), event: event('e4') },
    marks: {
      both: { out: ['t1', 't2', 't3'] },
      'post-wins': { in: ['t2'], out: ['t3', 't1'] },
      'event-wins': { in: ['t3'], out: ['t2', 't1'] },
    },
    refused: 'both',
  }),
  define({
    reading: 'terms.parent',
    collection: 'categories',
    query: { parent: ref('categories', 'c1'), hide_empty: false },
    marks: { children: { in: ['c2'], out: ['c5', 'c1'] }, descendants: { in: ['c2', 'c5'], out: ['c1'] } },
  }),
];

/** Every query that is asked to learn how a target understands what admits two meanings. */
export const readingProbes = (firstDay: string): readonly ReadingProbe[] => [
  ...dateProbes(firstDay),
  ...filterProbes(firstDay),
  ...otherProbes,
];

/** The alternative that explains a list; undefined when none does, or more than one. */
export function explain({ marks }: ReadingProbe, present: ReadonlySet<string>): string | undefined {
  const fits = ({ in: inside = [], out = [] }: Mark): boolean =>
    inside.every((key) => present.has(key)) && out.every((key) => !present.has(key));
  const explaining = Object.entries(marks).filter(([, mark]) => fits(mark));
  return explaining.length === 1 ? explaining[0]?.[0] : undefined;
}

/** The choices of a target: what was learned, the literal alternative for the rest. */
export function toChoices(learned: ReadonlyMap<ReadingId, string>): Choices {
  const entries = readings.map(({ id }) => [id, learned.get(id) ?? literalChoice(id)]);
  return Object.fromEntries(entries) as Choices;
}
