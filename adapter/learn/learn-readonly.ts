import type { ReadingId } from '../../contract/readings/readings.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { valueAt } from '../../wire/json.js';
import type { Calendar } from '../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../calendar/target-context.js';
import { addDays } from '../notation/day-times.js';
import { wallClock } from '../notation/shown-values.js';
import type { ReadingEvidence, TargetProfile } from '../profile/target-profile.js';
import { byId } from '../reading/paths.js';
import { ALWAYS, windowQuery } from '../reading/record-queries.js';
import { findField } from '../reading/shape-discovery.js';
import { tryPage } from '../reading/try-browse.js';
import type { Built } from '../world/build-world.js';
import type { ProvisionedRecord } from '../world/found-records.js';
import type { Sample } from '../world/world-sample.js';
import { lacking } from './capabilities.js';
import { askLargePages } from './evidence-requests.js';
import { learnHabits, namedRelations } from './habits.js';
import { calendarsBySegmentPosition, findSegments } from './learn-languages.js';
import type { Learning } from './learn.js';
import { learnShapes } from './shapes/learn-shapes.js';
import { type ObservedList, type ObservedRecord, toObservedRecords } from './shapes/observed.js';

/** Days: what ended so long ago is in no default window, and what starts so far ahead in hardly any. */
const [LONG_AGO, FAR_AHEAD] = [-30, 1_000];

/**
 * Learns from what is there whether any date parameter lifts the default window of events: it does where one alone shows
 * events that are long over, and those that are years ahead if any are known. Undefined where it shows none: there may
 * be none to show.
 */
async function learnLifted(
  calendar: Calendar,
  { today, starts }: { readonly today: string; readonly starts: readonly string[] },
): Promise<ReadingEvidence | undefined> {
  const [past, ahead] = [addDays(today, LONG_AGO), addDays(today, FAR_AHEAD)];
  const query = windowQuery(undefined, { from: ALWAYS.from, to: past }, { end: 'ends_before' });
  const showsPast = await shows(calendar, query, (end) => end < past);
  const isFarKnown = starts.some((start) => start > ahead);
  const far = windowQuery(undefined, { from: ahead, to: ALWAYS.to }, { end: 'ends_before' });
  const showsFar = isFarKnown && (await shows(calendar, far, (end) => end > ahead));
  if (isFarKnown ? !showsFar : !showsPast) return undefined;
  return { follows: 'any-date', collection: 'events', query: showsPast ? query : far };
}

async function shows(calendar: Calendar, query: ListQuery, isThere: (end: string) => boolean): Promise<boolean> {
  const page = await tryPage(calendar, 'events', { per_page: calendar.profile.pageSize, ...query });
  return (page ?? []).some(({ json }) => {
    const path = findField(json, 'end_date');
    const end = wallClock(path && valueAt(json, path));
    return end !== '' && isThere(end);
  });
}

/** What was found on a target, and what it refused to have made. */
interface FoundWorld {
  readonly sample: Sample;
  /** What a world file says of the target. */
  readonly provisioned: readonly ProvisionedRecord[];
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly refused: readonly Built[];
}

/** Learns what reads alone tell: shapes by their names, capabilities; readings stay undecided. */
export async function learnReadonly(
  setting: TargetContext,
  blank: TargetProfile,
  { sample, provisioned, refused, today }: FoundWorld,
): Promise<Omit<Learning, 'observed'>> {
  const items = await observeFirsts(calendarFor(setting, blank, setting.scope), sample);
  const shaped: TargetProfile = {
    ...blank,
    shapes: learnShapes({ items, lists: observeSamples(sample, provisioned) }),
  };
  const calendar = calendarFor(setting, shaped, setting.scope);
  const segmented = await findSegments(calendarsBySegmentPosition(setting, shaped));
  const habits = await learnHabits(calendar, []);
  const starts = [...sample.records.map(({ draft }) => draft), ...provisioned].flatMap(
    ({ payload: { start_date: start } }) => (typeof start === 'string' ? [start] : []),
  );
  const lifted = await learnLifted(calendar, { today, starts });
  const evidence = new Map(lifted ? [['list.default-window.lifted', lifted] as const] : []);
  const sampled = sample.records.flatMap(({ draft, json }) => (draft.ref.ref === 'events' ? [json] : []));
  const named = namedRelations(sampled, shaped.shapes);
  const learned = {
    accepted: blank.accepted,
    segments: segmented !== undefined,
    habits,
    named,
    built: refused,
    shapes: shaped.shapes,
  };
  await Promise.all([askLargePages(calendar), calendar.list('venues', {}), ...askForNobody(calendar)]);
  const { choices } = segmented?.profile ?? shaped;
  const profile = { ...shaped, evidence, choices, lacks: lacking(setting.options, learned) };
  const place = segmented && choices['language.segment-place'];
  const readings: readonly (readonly [ReadingId, string | undefined])[] = [
    ...(lifted ? [['list.default-window.lifted', lifted.follows] as const] : []),
    ...(place ? [['language.segment-place', place] as const] : []),
  ];
  return { profile, readings: new Map(readings) };
}

/** Reads two records that nobody has: how refusals are told, a service that grants everything else does not show. */
const askForNobody = (calendar: Calendar): readonly Promise<unknown>[] =>
  (['events', 'tags'] as const).map((collection) => calendar.read(collection, byId({ id: '0' })));

/** Reads one record of each kind: where single records stand, lists do not tell. */
async function observeFirsts(calendar: Calendar, { records }: Sample): Promise<readonly ObservedRecord[]> {
  const firsts = new Map(records.toReversed().map((one) => [one.draft.ref.ref, one]));
  const sightings = await Promise.all(
    [...firsts].map(async ([collection, { id }]) =>
      toObservedRecords(collection, {}, await calendar.read(collection, byId({ id }))),
    ),
  );
  return sightings.flat();
}

/** The pages that were sampled, with the ids in them: what was sent is not known, unless a world file tells. */
const observeSamples = ({ records, pages }: Sample, known: readonly ProvisionedRecord[]): readonly ObservedList[] =>
  pages.map((page) => {
    const told = known.filter(({ ref }) => ref.ref === page.collection);
    const bodies = new Map(told.map(({ id, body }) => [id, body]));
    const own = records.filter((one) => one.page === page);
    return { ...page, sent: new Map(own.map(({ id }) => [id, bodies.get(id) ?? {}])) };
  });
