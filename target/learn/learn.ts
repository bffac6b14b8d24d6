import type { Collection } from '../../contract/field.js';
import type { ReadingId } from '../../contract/readings.js';
import type { ListQuery } from '../../generators/wire.js';
import { toChoices } from '../alternatives.js';
import type { Calendar } from '../calendar.js';
import type { TargetProfile } from '../profile.js';
import { tellAll } from '../facts/told.js';
import { calendarFor, type Setting } from '../setting.js';
import type { Built } from '../world/build.js';
import { learnAccepted } from './accepted.js';
import { askDefaults, askLargePages } from './ask-defaults.js';
import { askDelete } from './ask-delete.js';
import { askReadings } from './ask-readings.js';
import { askWrites } from './ask-writes.js';
import { learnClock } from './clock.js';
import { lacking } from './lacking.js';
import { toProbeDays } from './probe-days.js';
import { type ListMemory, rememberingLists } from './remember-lists.js';
import { placedCalendars } from './segment-place.js';
import { type Sighted, toSighted, withSighted } from './sighted.js';
import { lookBySlug, sightItems, sightLists, sightWrites } from './sightings.js';
import { sightAccepted, sightUpdates } from './sight-unseen.js';
import { learnFlagStyle } from './flag-style.js';
import { learnFullest } from './fullest.js';
import { learnHabits } from './habits.js';
import { learnLanguages } from './languages.js';
import { learnListStyle } from './list-style.js';
import { eventsIn, namedRelations } from './named-relations.js';
import { learnPageSize } from './page-size.js';
import { learnShapes, withTerse } from './shapes.js';
import type { Evidence } from './sighting.js';
import { tersePlaces } from './terse-places.js';

/** A world just built, and the days that it spans. */
export interface Specimens {
  readonly built: readonly Built[];
  /** The records that belong to one language. */
  readonly localized: readonly Built[];
  readonly firstDay: string;
  readonly window: { readonly from: string; readonly to: string };
}

/** A learned target, and what was seen of the records on the way. */
export interface Learning {
  readonly profile: TargetProfile;
  readonly sighted: Sighted;
  /** The readings about which something was learned; undefined where no alternative explains what was seen. */
  readonly readings: ReadonlyMap<ReadingId, string | undefined>;
}

/** Learns a target from the world built on it: shapes first, then, through them, readings and capabilities. */
export async function learn(setting: Setting, blank: TargetProfile, specimens: Specimens): Promise<Learning> {
  const { options, scope, bindings } = setting;
  const { localized, firstDay } = specimens;
  scope.phase = 'probe';
  const memory: ListMemory = new Map();
  const open = (profile: TargetProfile): Calendar => rememberingLists(calendarFor(setting, profile, scope), memory);
  const flagStyle = await learnFlagStyle(open(blank));
  const first = open({ ...blank, flagStyle });
  const [pageSize, listStyle, large] = await Promise.all([
    learnPageSize(first),
    learnListStyle(first, bindings),
    askLargePages(first),
  ]);
  const asked = open({ ...first.profile, pageSize, listStyle });
  const sightings = await sight(asked, specimens, large);
  const sightedShapes = learnShapes(sightings);
  const fullest = learnFullest(sightings.lists, sightedShapes);
  const shaped = { ...asked.profile, shapes: sightedShapes, fullest };
  const sighted = toSighted(sightings, shaped.shapes);
  const built = withSighted(specimens.built, sighted);
  const named = namedRelations(eventsIn(sighted, built), shaped.shapes);
  const calendar = open(shaped);
  const extensions = options.worldFile?.extensions ?? [];
  const [lists, written, clock, languages, accepted, habits, unasked] = await Promise.all([
    askReadings(calendar, { built, bindings, firstDay, extensions }),
    askWrites(calendar),
    learnClock(calendar, built, boundsOf(specimens)),
    learnLanguages(calendar, placedCalendars(setting, shaped), localized),
    learnAccepted(calendar, built),
    learnHabits(calendar, built, scope.exchanges),
    askDefaults(calendar, boundsOf(specimens)),
  ]);
  const { place, belonging, conflict } = languages;
  const lacks = lacking(options, {
    accepted,
    segments: place !== undefined,
    habits,
    named,
    built,
    shapes: sightedShapes,
  });
  const evidence = new Map([...lists, ...about('event.times.zone', clock), ...about('language.conflict', conflict)]);
  const spoken = [...about('language.belonging', belonging), ...about('language.segment-place', place)];
  const choices = toChoices(new Map([...followed(evidence), ...written, ...spoken]));
  const readings = new Map([...tellings(evidence), ...written, ...spoken]);
  const late = await sightAccepted(calendar, built, accepted, isShownIn(shaped.shapes));
  const seen: Evidence = { items: [...sightings.items, ...late], lists: [...sightings.lists, ...unasked] };
  const shapes = learnShapes(seen);
  const learned = { ...shaped, shapes, choices, evidence, accepted, lacks };
  // Last, so that a DELETE that takes more than it should takes nothing from what others learn.
  await askDelete(calendar, scope.exchanges, setting.marker.text);
  const profile = { ...learned, shapes: withTerse(shapes, tersePlaces(tellAll(scope.exchanges, learned), shapes)) };
  return { profile, sighted: toSighted(sightings, shapes), readings };
}

/** What was learned of a reading, if anything. */
const about = <Learned>(id: ReadingId, learned: Learned | undefined): readonly (readonly [ReadingId, Learned])[] =>
  learned === undefined ? [] : [[id, learned]];

const followed = (evidence: TargetProfile['evidence']): readonly (readonly [ReadingId, string])[] =>
  [...evidence].flatMap(([id, { follows }]) => (follows === undefined ? [] : [[id, follows] as const]));

const tellings = (evidence: TargetProfile['evidence']): readonly (readonly [ReadingId, string | undefined])[] =>
  [...evidence].map(([id, { follows }]) => [id, follows]);

const isShownIn =
  (shapes: TargetProfile['shapes']) =>
  (collection: Collection, field: string): boolean =>
    shapes[collection]?.fields[field] !== undefined;

/** The bounds that other probes ask for too. */
const boundsOf = ({ firstDay }: Specimens): ListQuery => {
  const { from, to } = toProbeDays(firstDay, { wide: false });
  return { ...from, ...to };
};

/** Sees every kind of answer: to creates, item reads and lists, and updates where these show less. */
async function sight(calendar: Calendar, specimens: Specimens, large: number | undefined): Promise<Evidence> {
  const { built } = specimens;
  const [lists, read] = await Promise.all([
    // The large page of venues was asked for already.
    sightLists(calendar, built, boundsOf(specimens), large === undefined ? {} : { venues: large }),
    sightItems(calendar, built),
  ]);
  await lookBySlug(calendar, read);
  const items = [...sightWrites(built), ...read];
  const shapes = learnShapes({ items, lists });
  return { items: [...items, ...(await sightUpdates(calendar, built, isShownIn(shapes)))], lists };
}
