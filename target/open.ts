import { operations } from '../contract/operations.js';
import type { WorldFile } from '../contract/world-file.js';
import type { ListQuery } from '../generators/wire.js';
import type { Exchange, Phase, WireRequest } from '../harness/exchange.js';
import { openScope, type Scope } from '../harness/scope.js';
import { seedOf } from '../harness/seed.js';
import type { PreparedTarget } from '../harness/trial.js';
import { type Calendar, createCalendar, isGone } from './calendar.js';
import { learnAccepted } from './learn/accepted.js';
import { askReadings } from './learn/ask-readings.js';
import { capabilities, forbiddenWrites, hasSegments, lackingValues, provided } from './learn/capabilities.js';
import { sightLists, sightWrites } from './learn/list-sightings.js';
import { readingProbes, toChoices } from './learn/readings.js';
import { learnShapes } from './learn/shapes.js';
import { createMarker, type Marker } from './marker.js';
import { byId } from './paths.js';
import type { TargetProfile } from './profile.js';
import { findProvisioned, nothingProvisioned } from './provision.js';
import { findClaimed } from './reclaim.js';
import { createRegistry, type MadeJournal, type OwnRecord, type Registry } from './registry.js';
import type { Subject } from './subject.js';
import { type Bindings, buildWorld, type Built, createBindings } from './world/build.js';
import { designWorld, WORLD_DAYS } from './world/design.js';
import { addDays, atTime } from './world/wall-clock.js';
import { createWorld, type World, type WorldRecord } from './world/world.js';

/** Where the interface is at an origin. `root` is the path of the REST root, without a slash at its end. */
export interface Site {
  readonly root: string;
  readonly namespace: string;
  readonly languageParameter: string;
}

export interface OpenOptions {
  readonly site: Site;
  /** Sends and records; the journal is kept behind it. */
  readonly send: (
    request: WireRequest,
    options: { readonly phase: Phase; readonly claim?: unknown },
  ) => Promise<Exchange>;
  /** Requests sent so far. */
  readonly sent: () => number;
  readonly journal: MadeJournal;
  readonly mode: 'readonly' | 'sandbox';
  readonly seed: number;
  readonly now: Date;
  /** A random number in [0, 1) for the run's marker. */
  readonly random: number;
  /** Whether events around today may be made. */
  readonly near: boolean;
  readonly worldFile?: WorldFile;
  /** The most requests that one execution of a requirement may send. */
  readonly executionQuota: number;
}

/** A calendar made ready for judging. */
export interface OpenedCalendar extends PreparedTarget<Subject, World> {
  readonly profile: TargetProfile;
  readonly marker: string;
}

/** The world lies at least three years ahead, on days that the run's seed picks. */
function firstDayOf(seed: number, now: Date): string {
  const earliest = addDays(now.toISOString().slice(0, 10), 3 * 366);
  const days = Math.floor((Date.parse('2036-01-01') - Date.parse(earliest)) / 86_400_000);
  return addDays(earliest, seedOf(seed, 'world') % Math.max(1, days));
}

/** Learns a target and builds the world on it. What was built is deleted again by `close`, also after a failure. */
export async function openCalendar(options: OpenOptions): Promise<OpenedCalendar> {
  const marker = createMarker(options.random);
  const registry = createRegistry(options.journal);
  const scope = openScope({ phase: 'world', quota: Number.POSITIVE_INFINITY, send: options.send });
  const setting: Setting = { options, marker, registry, scope, bindings: createBindings() };
  try {
    return await open(setting);
  } catch (error) {
    await closeWorld(setting, blankProfile(options.site));
    throw error;
  }
}

interface Setting {
  readonly options: OpenOptions;
  readonly marker: Marker;
  readonly registry: Registry;
  readonly scope: Scope;
  readonly bindings: Bindings;
}

const blankProfile = (site: Site): TargetProfile => ({
  ...site,
  shapes: {},
  choices: toChoices(new Map()),
  accepted: { author: [], image: [], status: [] },
  pageSize: 50,
  lacks: new Map(),
});

const calendarFor = ({ marker, registry, bindings }: Setting, profile: TargetProfile, scope: Scope): Calendar =>
  createCalendar({ profile, marker, scope, registry, idOf: bindings.idOf });

async function open(setting: Setting): Promise<OpenedCalendar> {
  const { options, scope, bindings, marker } = setting;
  const firstDay = firstDayOf(options.seed, options.now);
  const today = options.now.toISOString().slice(0, 10);
  const window = { from: firstDay, to: addDays(firstDay, WORLD_DAYS) };
  const blank = blankProfile(options.site);
  const drafts = designWorld({ firstDay, today, near: options.near });
  const built = await buildWorld(calendarFor(setting, blank, scope), drafts, bindings);
  const profile = await learn(setting, { blank, built, firstDay, window });
  const calendar = calendarFor(setting, profile, scope);
  const provisioned = options.worldFile ? await findProvisioned(calendar, options.worldFile) : nothingProvisioned;
  const span = { from: atTime(addDays(firstDay, 60), '00:00:00'), to: atTime(addDays(firstDay, 420), '23:59:59') };
  const records = toRecords(built, calendar);
  const world = createWorld({ profile, records, window, span, today, provisioned });
  return {
    profile,
    world,
    marker: marker.text,
    get sent() {
      return options.sent();
    },
    lacks: (need) => profile.lacks.get(need),
    open() {
      const own = openScope({ phase: 'arrange', quota: options.executionQuota, send: options.send });
      return { scope: own, subject: { world, calendar: calendarFor(setting, profile, own) } };
    },
    close: () => closeWorld(setting, profile),
  };
}

interface Learning {
  readonly blank: TargetProfile;
  readonly built: readonly Built[];
  readonly firstDay: string;
  readonly window: { readonly from: string; readonly to: string };
}

async function learn(setting: Setting, { blank, built, firstDay, window }: Learning): Promise<TargetProfile> {
  const { options, scope, bindings } = setting;
  scope.phase = 'probe';
  const bounds: ListQuery = { starts_after: window.from, ends_before: window.to };
  const lists = await sightLists(calendarFor(setting, blank, scope), built, bounds);
  const shaped: TargetProfile = { ...blank, shapes: learnShapes({ items: sightWrites(built), lists }) };
  const calendar = calendarFor(setting, shaped, scope);
  const [learned, accepted, segments] = await Promise.all([
    askReadings(calendar, readingProbes(firstDay), { built, bindings }),
    learnAccepted(calendar, built),
    hasSegments(calendar),
  ]);
  const there = new Set<string>(options.worldFile ? provided(options.worldFile) : []);
  if (segments) there.add('language.segment');
  const without = new Set<string>(lackingValues(accepted));
  const missing = Object.entries(capabilities).filter(
    ([name]) => without.has(name) || (!name.startsWith('accepted.') && !there.has(name)),
  );
  return {
    ...shaped,
    choices: toChoices(learned),
    accepted,
    lacks: new Map([...missing, ...forbiddenWrites(built), ...readonlyLacks(options.mode)]),
  };
}

const readonlyLacks = (mode: OpenOptions['mode']): readonly (readonly [string, string])[] =>
  mode === 'sandbox'
    ? []
    : operations
        .filter(({ method }) => method !== 'GET')
        .map(({ id }) => [id, 'the readonly mode sends no writes'] as const);

function toRecords(built: readonly Built[], { lens }: Calendar): readonly WorldRecord[] {
  return built.flatMap(({ draft, written, id }) => {
    if (id === undefined) return [];
    const shown = lens.recordIfAny(draft.ref.ref, written.exchange);
    const slug = shown && lens.fact(draft.ref.ref, 'slug') ? lens.field(shown, 'slug') : undefined;
    const { ref, payload, language } = draft;
    return [{ ref, id, slug: typeof slug === 'string' ? slug : undefined, payload, body: written.body, language }];
  });
}

/** Deletes the world and whatever else was made; gives what is left, in words. */
async function closeWorld(setting: Setting, profile: TargetProfile): Promise<readonly string[]> {
  const { registry, scope, marker } = setting;
  await scope.close();
  const calendar = calendarFor(setting, profile, scope);
  const left = await discardAll(calendar, registry, registry.left);
  const claims = registry.unknown.map(({ claim }) => claim);
  const unclaimed = await discardAll(calendar, registry, await findClaimed(calendar, marker.text, claims));
  if (unclaimed.length === 0) await Promise.all(registry.unknown.map(({ exchange }) => registry.settled(exchange)));
  return [...left, ...unclaimed];
}

/** Deletes records; gives those that would not go. */
async function discardAll(
  calendar: Calendar,
  registry: Registry,
  records: readonly OwnRecord[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const record of records) {
    const gone = isGone(await calendar.remove(record.collection, byId(record)));
    if (gone) await registry.gone(record);
    else left.push(`${record.collection}/${record.id}`);
  }
  return left;
}
