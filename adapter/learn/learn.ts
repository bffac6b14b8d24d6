import type { ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import type { Calendar } from '../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../calendar/target-context.js';
import { type TargetProfile, toChoices } from '../profile/target-profile.js';
import { readExchanges } from '../reading/read-exchange.js';
import type { Built } from '../world/build-world.js';
import type { Days } from '../world/world-design.js';
import { learnAccepted } from './accepted-values.js';
import { lacking } from './capabilities.js';
import { askDefaults, askDelete, askLargePages } from './evidence-requests.js';
import { eventsIn, learnHabits, namedRelations } from './habits.js';
import { learnKeptTexts } from './kept-texts.js';
import { calendarsBySegmentPosition, learnLanguages } from './learn-languages.js';
import {
  type ListMemory,
  learnFlagStyle,
  learnListStyle,
  learnPageSizes,
  madeSpecimen,
  rememberingLists,
} from './list-parameters.js';
import { askReadings } from './readings/ask-readings.js';
import { toProbeDays } from './readings/reading-probe.js';
import { askWrites, learnClock } from './readings/write-reading-probes.js';
import { learnFullest, learnShapes, withTerse } from './shapes/learn-shapes.js';
import {
  type Observed,
  type ObservedAnswers,
  observeItems,
  observeLists,
  observeWrites,
  readBySlug,
  toObserved,
  withObserved,
} from './shapes/observed.js';
import { probeUnseenAccepted, probeUnseenFields } from './shapes/probe-unseen-fields.js';
import { findTerseAnswers } from './shapes/terse-answers.js';
import { learnSiteZone } from './site-zone.js';

/** A world just built, and its days. */
interface BuiltWorld {
  readonly built: readonly Built[];
  /** The records that belong to one language. */
  readonly localized: readonly Built[];
  readonly firstDay: string;
  readonly seasons: Days['seasons'];
  readonly window: { readonly from: string; readonly to: string };
}

/** A learned target, and how its records were shown. */
export interface Learning {
  readonly profile: TargetProfile;
  readonly observed: Observed;
  /** The readings about which something was learned; undefined if no alternative fits. */
  readonly readings: ReadonlyMap<ReadingId, string | undefined>;
}

/** Learns a target from the world built on it: shapes first, then readings and capabilities with their help. */
export async function learn(context: TargetContext, blank: TargetProfile, world: BuiltWorld): Promise<Learning> {
  const { options, scope, bindings } = context;
  const { localized, firstDay, seasons } = world;
  scope.phase = 'probe';
  const memory: ListMemory = new Map();
  const open = (profile: TargetProfile): Calendar => rememberingLists(calendarFor(context, profile, scope), memory);
  const flagStyle = await learnFlagStyle(open(blank));
  const first = open({ ...blank, flagStyle });
  const [listStyle, large] = await Promise.all([
    learnListStyle(first, madeSpecimen(bindings, firstDaysOf(world))),
    askLargePages(first),
  ]);
  const pageSizes = await learnPageSizes(first, { events: boundsOf(world), largeVenues: large });
  const probing = open({ ...first.profile, pageSizes, listStyle });
  const observations = await observe(probing, world, large);
  const observedShapes = learnShapes(observations);
  const fullest = learnFullest(observations.lists, observedShapes);
  const shaped = { ...probing.profile, shapes: observedShapes, fullest };
  const observed = toObserved(observations, shaped.shapes);
  const built = withObserved(world.built, observed);
  const named = namedRelations(eventsIn(observed, built), shaped.shapes);
  const siteZone = learnSiteZone(shaped.shapes, built);
  const located = { ...shaped, ...(siteZone !== undefined && { siteZone }) };
  const calendar = open(located);
  const extensions = options.worldFile?.extensions ?? [];
  const [lists, written, clock, languages, accepted, habits, unasked] = await Promise.all([
    askReadings(calendar, { built, bindings, firstDay, extensions, seasons }),
    askWrites(calendar),
    learnClock(calendar, built, boundsOf(world)),
    learnLanguages(calendar, calendarsBySegmentPosition(context, shaped), localized),
    learnAccepted(calendar, built, observed.all),
    learnHabits(calendar, { ...options, built }, scope.exchanges),
    askDefaults(calendar, boundsOf(world)),
  ]);
  const keptTexts = await learnKeptTexts(calendar, built, firstDay);
  const { segmentPosition, segmentLists, belonging, conflict } = languages;
  const lacks = lacking(options, {
    accepted,
    segments: segmentPosition !== undefined,
    habits,
    named,
    built,
    shapes: observedShapes,
  });
  const evidence = new Map([...lists, ...about('event.times.zone', clock), ...about('language.conflict', conflict)]);
  const spoken = [
    ...about('language.belonging', belonging.posts),
    ...about('language.terms', belonging.terms),
    ...about('language.segment-place', segmentPosition),
    ...about('language.segment-lists', segmentLists),
  ];
  const choices = toChoices(new Map([...followed(evidence), ...written, ...spoken]));
  const readings = new Map([...followedOrNone(evidence), ...written, ...spoken]);
  const late = await probeUnseenAccepted(calendar, built, accepted, isShownIn(shaped.shapes));
  const seen: ObservedAnswers = { items: [...observations.items, ...late], lists: [...observations.lists, ...unasked] };
  const shapes = learnShapes(seen);
  const learned = { ...located, shapes, choices, evidence, accepted, keptTexts, lacks };
  // Last, so that a DELETE that removes too much does not disturb other probes.
  await askDelete(calendar, scope.exchanges, context.marker.text);
  const profile = {
    ...learned,
    shapes: withTerse(shapes, findTerseAnswers(readExchanges(scope.exchanges, learned), shapes)),
  };
  return { profile, observed: toObserved(observations, shapes), readings };
}

/** An entry for a reading, if something was learned. */
const about = <Learned>(id: ReadingId, learned: Learned | undefined): readonly (readonly [ReadingId, Learned])[] =>
  learned === undefined ? [] : [[id, learned]];

const followed = (evidence: TargetProfile['evidence']): readonly (readonly [ReadingId, string])[] =>
  [...evidence].flatMap(([id, { follows }]) => (follows === undefined ? [] : [[id, follows] as const]));

const followedOrNone = (evidence: TargetProfile['evidence']): readonly (readonly [ReadingId, string | undefined])[] =>
  [...evidence].map(([id, { follows }]) => [id, follows]);

const isShownIn =
  (shapes: TargetProfile['shapes']) =>
  (collection: Collection, field: string): boolean =>
    shapes[collection]?.fields[field] !== undefined;

/** The same bounds as in other probes. */
const boundsOf = ({ firstDay }: BuiltWorld): ListQuery => {
  const { from, to } = toProbeDays(firstDay, { wide: false });
  return { ...from, ...to };
};

const FIRST_DAYS = 6;

/** The first days of the world: what two categories select there fits on a page of ten, in whatever order. */
const firstDaysOf = ({ firstDay }: BuiltWorld): ListQuery => {
  const { from, day } = toProbeDays(firstDay, { wide: false });
  return { ...from, ends_before: day(FIRST_DAYS) };
};

/** Observes responses to creates, item reads and lists, and to updates if these show less. */
async function observe(calendar: Calendar, world: BuiltWorld, large: number | undefined): Promise<ObservedAnswers> {
  const { built } = world;
  const [lists, read] = await Promise.all([
    // The large page of venues was requested already.
    observeLists(calendar, built, boundsOf(world), large === undefined ? {} : { venues: large }),
    observeItems(calendar, built),
  ]);
  await readBySlug(calendar, read);
  const items = [...observeWrites(built), ...read];
  const shapes = learnShapes({ items, lists });
  return { items: [...items, ...(await probeUnseenFields(calendar, built, isShownIn(shapes)))], lists };
}
