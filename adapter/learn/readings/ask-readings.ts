import type { Extension } from '../../../contract/queries.js';
import type { ReadingId } from '../../../contract/readings/readings.js';
import { isRef, type Payload, ref } from '../../../generators/wire-value.js';
import { Deviation } from '../../../kernel/deviation.js';
import { Inconclusive } from '../../../wire/errors.js';
import { isClientError } from '../../../wire/status.js';
import type { Bindings } from '../../calendar/bindings.js';
import type { Calendar } from '../../calendar/calendar.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import { browse } from '../../reading/browse.js';
import type { Built } from '../../world/build-world.js';
import type { WorldRecord } from '../../world/world.js';
import { hasSeasons } from '../../world/season-events.js';
import { dateProbes } from './date-probes.js';
import { filterProbes, loneCoordinate, venueProbes } from './filter-probes.js';
import {
  type AnsweredProbe,
  type ProbeDays,
  type ProbeResult,
  type ReadingProbe,
  toProbeDays,
} from './reading-probe.js';
import type { Seasonal } from './season-probes.js';
import { termProbes } from './term-probes.js';
import { isUsableIn } from './usable-records.js';
import { weigh, weighAll } from './weigh-probes.js';

/** The alternative of a reading that the results so far show; undefined if none does. */
type Followed = (id: ReadingId) => string | undefined;

/** The probes that depend on other readings. */
const followUpProbes = (days: ProbeDays, follows: Followed): readonly ReadingProbe[] => [
  lenientStart(days, follows('list.start-date') === 'end-lower-bound' ? { early: 'e3', later: 'e4' } : undefined),
  ...(follows('list.end-date') === 'start-upper-bound' ? [] : [lenientEnd(days)]),
  ...(follows('terms.counted-events') === 'published' ? [emptyTermOfDraft] : []),
  ...(follows('terms.order-words') === 'ascending-descending' ? orderWords : []),
];

const lenientStart = ({ at, to, wide }: ProbeDays, { early, later } = { early: 'e4', later: 'e5' }): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, start_date: at(2, '10:00:00'), ...to },
  marks: {
    'list.lenient-time': { ignored: { in: [early, later], out: ['e2'] }, kept: { in: [later], out: [early, 'e2'] } },
  },
});

const lenientEnd = ({ at, from, wide }: ProbeDays): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, ...from, end_date: at(3, '10:30:00') },
  marks: { 'list.lenient-time': { ignored: { in: ['e6'], out: ['e9'] }, kept: { out: ['e6', 'e9'] } } },
});

const emptyTermOfDraft: ReadingProbe = {
  collection: 'tags',
  query: { post: ref('events', 'e10'), hide_empty: true },
  marks: { 'terms.post-hide-empty': { both: { out: ['t1', 't5'] }, 'post-wins': { in: ['t5'], out: ['t1'] } } },
};

const orderWords: readonly ReadingProbe[] = [
  { order: 'ascending', keys: ['t2', 't3', 't1'] },
  { order: 'descending', keys: ['t1', 't3', 't2'] },
].map(({ order, keys }) => ({
  collection: 'tags',
  query: { orderby: 'name', order },
  marks: { 'terms.order-words': { 'ascending-descending': { order: keys } } },
}));

/** Events of the world's days that every list of these days shows. */
const seenIn = (built: readonly Built[]): readonly string[] =>
  built
    .filter(({ id, draft: { ref: of, payload } }) => id !== undefined && of.ref === 'events' && isPlain(payload))
    .map(({ draft }) => draft.ref.key)
    .filter((key) => /^e\d+$/.test(key))
    .slice(0, 2);

const isPlain = ({ status, hide_from_listings: isHidden, timezone }: Payload): boolean =>
  status === undefined && isHidden !== true && timezone === undefined;

/** Whether any date parameter shows events years ahead. */
const windowProbe = ({ from, to }: ProbeDays, seen: readonly string[]): ReadingProbe => ({
  collection: 'events',
  query: { ...from, ...to },
  marks: { 'list.default-window.lifted': { 'any-date': { in: seen }, 'bound-by-bound': { out: seen } } },
});

/** If it does not: whether start_date and end_date do. */
const wideProbe = ({ from, to, wide }: ProbeDays, seen: readonly string[]): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, ...from, ...to },
  marks: { 'list.default-window.lifted': { 'bound-by-bound': { in: seen } } },
});

interface Asking {
  readonly built: readonly Built[];
  readonly bindings: Bindings;
  readonly firstDay: string;
  readonly extensions: readonly Extension[];
  /** The days of the events in winter and summer. */
  readonly seasons: Seasonal['days'];
}

/**
 * Probes the readings of lists: first what lifts the default window, because the other probes are outside it; last
 * those that depend on other readings.
 */
export async function askReadings(
  calendar: Calendar,
  { built, bindings, firstDay, extensions, seasons }: Asking,
): Promise<ReadonlyMap<ReadingId, ReadingEvidence>> {
  const answered: AnsweredProbe[] = [];
  const isUsable = isUsableIn(built);
  const follows = (id: ReadingId): string | undefined => weigh(id, answered, isUsable)?.follows;
  const ask = async (probes: readonly ReadingProbe[]): Promise<void> => {
    const askable = probes.filter((probe) => isBound(probe, bindings));
    const made = built.flatMap(({ draft, id }) => (id === undefined ? [] : [{ ref: draft.ref, id }]));
    const results = await Promise.all(askable.map((probe) => resultOf(calendar, probe, made)));
    askable.forEach((probe, index) => {
      const result = results[index];
      if (result) answered.push({ probe, result });
    });
  };
  const isWide = (): boolean => follows('list.default-window.lifted') === 'bound-by-bound';

  const seen = seenIn(built);
  await ask([windowProbe(toProbeDays(firstDay, { wide: false }), seen)]);
  if (isWide()) await ask([wideProbe(toProbeDays(firstDay, { wide: true }), seen)]);
  const days = toProbeDays(firstDay, { wide: isWide() });
  const seasonal = hasSeasons(built) ? { days: seasons, zone: calendar.profile.siteZone } : undefined;
  await ask([...dateProbes(days, seasonal), ...filterProbes(days, tagSlug(built)), ...venueProbes, ...termProbes]);
  await ask([...followUpProbes(days, follows), ...(extensions.includes('geoloc') ? [loneCoordinate(days)] : [])]);
  return weighAll(answered, isUsable);
}

const isBound = ({ query }: ReadingProbe, bindings: Bindings): boolean =>
  Object.values(query)
    .flat()
    .every((value) => !isRef(value) || bindings.has(value));

/** The slug of `t1`: as the target shows it, else as it was sent. */
function tagSlug(built: readonly Built[]): string | undefined {
  const { key } = ref('tags', 't1');
  const tag = built.find(({ draft }) => draft.ref.ref === 'tags' && draft.ref.key === key);
  const slug = tag?.shown?.json.slug ?? tag?.written.body.slug;
  return typeof slug === 'string' ? slug : undefined;
}

/** What a probe shows of known records; undefined where its list cannot be read. */
export async function resultOf(
  calendar: Calendar,
  { collection, query }: ReadingProbe,
  known: readonly Pick<WorldRecord, 'ref' | 'id'>[],
): Promise<ProbeResult | undefined> {
  try {
    const { items } = await browse(calendar, collection, query);
    const own = known.filter(({ ref: of }) => of.ref === collection);
    const keyById = new Map(own.map(({ id, ref: of }) => [id, of.key]));
    return { kind: 'listed', keys: items.flatMap(({ id }) => keyById.get(id) ?? []) };
  } catch (error) {
    // Requirements judge contradictions; here they only show less.
    if (error instanceof Inconclusive) return undefined;
    if (!(error instanceof Deviation)) throw error;
    const { exchange } = error.details;
    return exchange && isClientError(exchange) ? { kind: 'refused' } : undefined;
  }
}
