import type { ReadingId } from '../../contract/readings/readings.js';
import type { ListQuery } from '../../generators/wire-value.js';
import type { Calendar } from '../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../calendar/target-context.js';
import { addDays } from '../notation/day-times.js';
import { wallClock } from '../notation/shown-values.js';
import { type ReadingEvidence, type TargetProfile, toChoices } from '../profile/target-profile.js';
import { byId } from '../reading/paths.js';
import { readExchanges } from '../reading/read-exchange.js';
import { ALWAYS, windowQuery } from '../reading/record-queries.js';
import { fieldIn } from '../reading/shape-discovery.js';
import { tryPage } from '../reading/try-browse.js';
import type { Built } from '../world/build-world.js';
import { type ProvisionedRecord, toSampledRecords } from '../world/found-records.js';
import { withRedacted } from '../world/redacted-records.js';
import { areFoundInSeasons } from '../world/season-events.js';
import type { Sample, Sampled } from '../world/world-sample.js';
import { lacking } from './capabilities.js';
import { askLargePages } from './evidence-requests.js';
import { learnHabits, namedRelations } from './habits.js';
import { calendarsBySegmentPosition, findSegments } from './learn-languages.js';
import type { Learning } from './learn.js';
import { askFoundReadings } from './readings/ask-found-readings.js';
import { learnShapes, withTerse } from './shapes/learn-shapes.js';
import { type ObservedList, type ObservedRecord, readBySlug, toObservedRecords } from './shapes/observed.js';
import { findTerseAnswers } from './shapes/terse-answers.js';

/** In days: no default window contains events that ended so long ago, and hardly any those that start so far ahead. */
const [LONG_AGO, FAR_AHEAD] = [-30, 1_000];

/**
 * Learns from existing events whether any date parameter lifts the default window: it does if one alone shows events of
 * long ago, and events years ahead if any are known. Undefined if it shows none, as there may be none.
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
  const page = await tryPage(calendar, 'events', { per_page: calendar.profile.pageSizes.events, ...query });
  return (page ?? []).some(({ json }) => {
    const end = wallClock(fieldIn(json, 'end_date'));
    return end !== '' && isThere(end);
  });
}

/** The records that were found on a target, and those that it refused to create. */
interface FoundWorld {
  readonly sample: Sample;
  /** The records that a world file describes. */
  readonly provisioned: readonly ProvisionedRecord[];
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly refused: readonly Built[];
}

/** Learns by reads alone: shapes by their names, and capabilities. Most readings stay undecided. */
export async function learnReadonly(
  context: TargetContext,
  blank: TargetProfile,
  { sample, provisioned, refused, today }: FoundWorld,
): Promise<Omit<Learning, 'observed'>> {
  const items = await observeFullest(calendarFor(context, blank, context.scope), sample);
  const shaped: TargetProfile = {
    ...blank,
    shapes: learnShapes({ items, lists: observeSamples(sample, provisioned) }),
  };
  const calendar = calendarFor(context, shaped, context.scope);
  const segmented = await findSegments(calendarsBySegmentPosition(context, shaped));
  const { failedLogin, passwordLogin } = context.options;
  const habits = await learnHabits(
    calendar,
    { built: [], known: sample.records, failedLogin, passwordLogin },
    context.scope.exchanges,
  );
  const starts = [...sample.records.map(({ draft }) => draft), ...provisioned].flatMap(
    ({ payload: { start_date: start } }) => (typeof start === 'string' ? [start] : []),
  );
  const lifted = await learnLifted(calendar, { today, starts });
  const known = withRedacted(toSampledRecords(sample.records, shaped));
  const found = await askFoundReadings(calendar, lifted ? known : []);
  const evidence = new Map([...found, ...(lifted ? [['list.default-window.lifted', lifted] as const] : [])]);
  const sampled = sample.records.flatMap(({ draft, json }) => (draft.ref.ref === 'events' ? [json] : []));
  const named = namedRelations(sampled, shaped.shapes);
  const learned = {
    accepted: blank.accepted,
    segments: segmented !== undefined,
    habits: areFoundInSeasons(known) ? [...habits, 'world.seasons' as const] : habits,
    named,
    built: refused,
    shapes: shaped.shapes,
  };
  await Promise.all([askLargePages(calendar), calendar.list('venues', {}), ...askForNobody(calendar)]);
  const position = segmented?.profile.choices['language.segment-place'];
  const readings = new Map<ReadingId, string>([
    ...[...evidence].flatMap(([id, { follows }]) => (follows === undefined ? [] : [[id, follows] as const])),
    ...(position ? [['language.segment-place', position] as const] : []),
  ]);
  const profile = { ...shaped, evidence, choices: toChoices(readings), lacks: lacking(context.options, learned) };
  await readBySlug(calendar, items);
  const terse = findTerseAnswers(readExchanges(context.scope.exchanges, profile), shaped.shapes);
  return { profile: { ...profile, shapes: withTerse(shaped.shapes, terse) }, readings };
}

/** Reads two records that do not exist, to see the form of errors even if all other requests are granted. */
const askForNobody = (calendar: Calendar): readonly Promise<unknown>[] =>
  (['events', 'tags'] as const).map((collection) => calendar.read(collection, byId({ id: '0' })));

/** Reads the record of each collection that lists show most of: they do not show the form of items. */
async function observeFullest(calendar: Calendar, { records }: Sample): Promise<readonly ObservedRecord[]> {
  const size = ({ json }: Sampled): number => JSON.stringify(json).length;
  const bySize = records.toSorted((one, other) => size(one) - size(other));
  const fullest = new Map(bySize.map((one) => [one.draft.ref.ref, one]));
  const observations = await Promise.all(
    [...fullest].map(async ([collection, { id }]) =>
      toObservedRecords(collection, {}, await calendar.read(collection, byId({ id }))),
    ),
  );
  return observations.flat();
}

/** The sampled pages with the bodies of their records, known only from a world file. */
const observeSamples = ({ records, pages }: Sample, known: readonly ProvisionedRecord[]): readonly ObservedList[] =>
  pages.map((page) => {
    const provisioned = known.filter(({ ref }) => ref.ref === page.collection);
    const bodies = new Map(provisioned.map(({ id, body }) => [id, body]));
    const own = records.filter((one) => one.page === page);
    return { ...page, sent: new Map(own.map(({ id }) => [id, bodies.get(id) ?? {}])) };
  });
