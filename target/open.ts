import { segmentLanguages } from '../contract/queries.js';
import { openScope } from '../harness/scope.js';
import { seedOf } from '../harness/seed.js';
import type { PreparedTarget } from '../harness/trial.js';
import type { Calendar } from './calendar.js';
import { closeWorld } from './close.js';
import { learn, learnReadonly } from './learn/learn.js';
import { createMarker } from './marker.js';
import type { TargetProfile } from './profile.js';
import { findProvisioned, nothingProvisioned } from './provision.js';
import { createRegistry } from './registry.js';
import { blankProfile } from './blank-profile.js';
import { calendarFor, type OpenOptions, type Setting } from './setting.js';
import type { Subject } from './subject.js';
import { type Built, buildWorld, createBindings } from './world/build.js';
import { designLocalized, designWorld, WORLD_DAYS } from './world/design.js';
import { sampleWorld, toSampledRecords, windowOf } from './world/sample.js';
import { addDays, atTime } from './world/wall-clock.js';
import { createWorld, type World, type WorldRecord } from './world/world.js';

export type { Site } from './profile.js';
export type { OpenOptions } from './setting.js';

/** A calendar made ready for judging. */
export interface OpenedCalendar extends PreparedTarget<Subject, World> {
  readonly profile: TargetProfile;
  readonly marker: string;
}

/** Learns a target and builds the world on it. What was built is deleted again by `close`, also after a failure. */
export async function openCalendar(options: OpenOptions): Promise<OpenedCalendar> {
  const setting: Setting = {
    options,
    marker: createMarker(options.random),
    registry: createRegistry(options.journal),
    scope: openScope({ phase: 'world', quota: Number.POSITIVE_INFINITY, send: options.send }),
    bindings: createBindings(),
  };
  try {
    return await open(setting);
  } catch (error) {
    await closeWorld(setting, blankProfile(options.site));
    throw error;
  }
}

async function open(setting: Setting): Promise<OpenedCalendar> {
  const { options, scope, marker } = setting;
  const days = toDays(options);
  const { profile, ...ground } = options.mode === 'sandbox' ? await make(setting, days) : await take(setting, days);
  const calendar = calendarFor(setting, profile, scope);
  const provisioned = options.worldFile ? await findProvisioned(calendar, options.worldFile) : nothingProvisioned;
  const world = createWorld({ ...days, ...ground, profile, provisioned });
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

/** What a world stands on: a learned target and records that are known to be there. */
interface Ground {
  readonly profile: TargetProfile;
  readonly records: readonly WorldRecord[];
  readonly localized: readonly WorldRecord[];
  readonly window: World['window'];
}

/** Makes the world and learns the target from it. */
async function make(setting: Setting, days: Days): Promise<Ground> {
  const { options, scope, bindings } = setting;
  const blank = blankProfile(options.site);
  const calendar = calendarFor(setting, blank, scope);
  const built = await buildWorld(calendar, designWorld({ ...days, near: options.near }), bindings);
  const localized = await buildWorld(calendar, designLocalized(days.firstDay, days.language), bindings);
  const profile = await learn(setting, blank, { built, localized, ...days });
  const own = calendarFor(setting, profile, scope);
  return { profile, records: toRecords(built, own), localized: toRecords(localized, own), window: days.window };
}

/** Takes what is there for the world and learns what can be learned without writing. */
async function take(setting: Setting, { today }: Days): Promise<Ground> {
  const { options, scope, bindings } = setting;
  const blank = blankProfile(options.site);
  const sampled = await sampleWorld(calendarFor(setting, blank, scope), bindings);
  const profile = await learnReadonly(setting, blank, sampled);
  return { profile, records: toSampledRecords(sampled, profile), localized: [], window: windowOf(sampled, today) };
}

const EARLIEST_DAYS = 3 * 366;
const LATEST = '2036-01-01';

type Days = ReturnType<typeof toDays>;

/**
 * The days of a run: today, the world's, at least three years ahead and picked by the seed, and those after it; and the
 * language of its localized records.
 */
function toDays({ seed, now }: OpenOptions) {
  const today = now.toISOString().slice(0, 10);
  const earliest = addDays(today, EARLIEST_DAYS);
  const choice = Math.max(1, Math.floor((Date.parse(LATEST) - Date.parse(earliest)) / 86_400_000));
  const firstDay = addDays(earliest, seedOf(seed, 'world') % choice);
  const window = { from: firstDay, to: addDays(firstDay, WORLD_DAYS) };
  const span = { from: atTime(addDays(firstDay, 60), '00:00:00'), to: atTime(addDays(firstDay, 420), '23:59:59') };
  const language = segmentLanguages[seedOf(seed, 'language') % segmentLanguages.length] ?? segmentLanguages[0];
  return { today, firstDay, window, span, language };
}

function toRecords(built: readonly Built[], { lens }: Calendar): readonly WorldRecord[] {
  return built.flatMap(({ draft, written, id }) => {
    if (id === undefined) return [];
    const { ref, payload, language } = draft;
    const shown = lens.recordIfAny(ref.ref, written.exchange);
    const text = (field: string): string | undefined => {
      const value = shown && lens.fact(ref.ref, field) ? lens.field(shown, field) : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const seen = { slug: text('slug'), status: text('status'), complete: true };
    return [{ ref, id, ...seen, payload, body: written.body, language }];
  });
}
