import { operations } from '../../contract/operations.js';
import type { ReadingId } from '../../contract/readings.js';
import type { ListQuery } from '../../generators/wire.js';
import { toChoices } from '../alternatives.js';
import type { TargetProfile } from '../profile.js';
import { calendarFor, type OpenOptions, type Setting } from '../setting.js';
import type { Built } from '../world/build.js';
import type { Sampled } from '../world/sample.js';
import { learnAccepted } from './accepted.js';
import { askReadings } from './ask-readings.js';
import { askWrites } from './ask-writes.js';
import { learnBelonging } from './belonging.js';
import {
  type Capability,
  capabilities,
  forbiddenWrites,
  hasSegments,
  lackingValues,
  provided,
} from './capabilities.js';
import { sightItems, sightLists, sightUpdates, sightWrites } from './sightings.js';
import { learnHabits } from './habits.js';
import { learnListStyle } from './list-style.js';
import { learnPageSize } from './page-size.js';
import { learnShapes, type ListSighting } from './shapes.js';

/** A world just built, and the days that it spans. */
export interface Specimens {
  readonly built: readonly Built[];
  /** The records that belong to one language. */
  readonly localized: readonly Built[];
  readonly firstDay: string;
  readonly window: { readonly from: string; readonly to: string };
}

/** Learns a target from the world built on it: shapes first, then, through them, readings and capabilities. */
export async function learn(setting: Setting, blank: TargetProfile, specimens: Specimens): Promise<TargetProfile> {
  const { options, scope, bindings } = setting;
  const { built, localized, firstDay } = specimens;
  scope.phase = 'probe';
  const first = calendarFor(setting, blank, scope);
  const [pageSize, listStyle] = await Promise.all([learnPageSize(first), learnListStyle(first, bindings)]);
  const shaped = await learnFrom(setting, { ...blank, pageSize, listStyle }, specimens);
  const calendar = calendarFor(setting, shaped, scope);
  const extensions = options.worldFile?.extensions ?? [];
  const [evidence, written, belonging, accepted, segments, habits] = await Promise.all([
    askReadings(calendar, { built, bindings, firstDay, extensions }),
    askWrites(calendar),
    learnBelonging(calendar, localized),
    learnAccepted(calendar, built),
    hasSegments(calendar),
    learnHabits(calendar, built),
  ]);
  const lacks = lacking(options, { accepted, segments, habits, built });
  const languages: readonly [ReadingId, string][] = belonging === undefined ? [] : [['language.belonging', belonging]];
  const choices = toChoices(new Map([...followed(evidence), ...written, ...languages]));
  return { ...shaped, choices, evidence, accepted, lacks };
}

const followed = (evidence: TargetProfile['evidence']): readonly (readonly [ReadingId, string])[] =>
  [...evidence].flatMap(([id, { follows }]) => (follows === undefined ? [] : [[id, follows] as const]));

/** Learns the shapes from every kind of answer: to creates, item reads and lists, and updates where these show less. */
async function learnFrom(
  setting: Setting,
  profile: TargetProfile,
  { built, window }: Specimens,
): Promise<TargetProfile> {
  const bounds: ListQuery = { starts_after: window.from, ends_before: window.to };
  const calendar = calendarFor(setting, profile, setting.scope);
  const [lists, read] = await Promise.all([sightLists(calendar, built, bounds), sightItems(calendar, built)]);
  const items = [...sightWrites(built), ...read];
  const shapes = learnShapes({ items, lists });
  const updated = await sightUpdates(
    calendar,
    built,
    (collection, field) => shapes[collection]?.fields[field] !== undefined,
  );
  return { ...profile, shapes: updated.length === 0 ? shapes : learnShapes({ items: [...items, ...updated], lists }) };
}

/** Learns what reads alone tell: shapes by their names, capabilities; readings stay undecided. */
export async function learnReadonly(
  setting: Setting,
  blank: TargetProfile,
  sampled: readonly Sampled[],
): Promise<TargetProfile> {
  const shaped: TargetProfile = { ...blank, shapes: learnShapes({ items: [], lists: sightSamples(sampled) }) };
  const calendar = calendarFor(setting, shaped, setting.scope);
  const segments = await hasSegments(calendar);
  const habits = await learnHabits(calendar, []);
  return { ...shaped, lacks: lacking(setting.options, { accepted: blank.accepted, segments, habits, built: [] }) };
}

/** The pages that were sampled, with the ids in them: what was sent is not known. */
const sightSamples = (sampled: readonly Sampled[]): readonly ListSighting[] =>
  [...new Set(sampled.map(({ page }) => page))].map((page) => ({
    ...page,
    sent: new Map(sampled.filter((one) => one.page === page).map(({ id }) => [id, {}])),
  }));

interface Learned {
  readonly accepted: TargetProfile['accepted'];
  readonly segments: boolean;
  readonly habits: readonly Capability[];
  readonly built: readonly Built[];
}

/** What requirements may need and this target does not have, with the reasons. */
export function lacking(
  { worldFile, mode }: OpenOptions,
  { accepted, segments, habits, built }: Learned,
): ReadonlyMap<string, string> {
  const there = new Set<string>([...(worldFile ? provided(worldFile) : []), ...habits]);
  if (segments) there.add('language.segment');
  const valueless = new Set<string>(lackingValues(accepted));
  const missing = Object.entries(capabilities).filter(([name]) =>
    name.startsWith('accepted.') ? valueless.has(name) : !there.has(name),
  );
  return new Map([...missing, ...forbiddenWrites(built), ...(mode === 'readonly' ? unwritable : [])]);
}

const unwritable = operations
  .filter(({ method }) => method !== 'GET')
  .map(({ id }) => [id, 'the readonly mode sends no writes'] as const);
