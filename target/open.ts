import { openScope } from '../harness/scope.js';
import type { PreparedTarget } from '../harness/trial.js';
import { blankProfile } from './blank-profile.js';
import type { Calendar } from './calendar.js';
import { closeWorld } from './close.js';
import { pickDays } from './days.js';
import { makeGround, takeGround } from './ground.js';
import { existingNeeds, findExisting, foundIn } from './learn/find-existing.js';
import { createMarker } from './marker.js';
import type { TargetProfile } from './profile.js';
import { findProvisioned, nothingProvisioned } from './provision.js';
import { createRegistry } from './registry.js';
import { calendarFor, type OpenOptions, type Setting } from './setting.js';
import type { Subject } from './subject.js';
import { createBindings } from './world/bindings.js';
import { type Existing, nothingExisting } from './world/existing.js';
import { createWorld, type Provisioned, type World } from './world/world.js';

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
  const days = pickDays(options);
  const { profile: learned, ...ground } = await (options.mode === 'sandbox' ? makeGround : takeGround)(setting, days);
  const calendar = calendarFor(setting, learned, scope);
  const isNeeded = existingNeeds.some((need) => options.needs?.has(need) ?? true);
  const existing = isNeeded ? await findExisting(calendar, marker.text) : nothingExisting;
  const profile = { ...learned, lacks: withFound(learned.lacks, existing) };
  const { provisioned = await provisionedOn(calendar, options.worldFile) } = ground;
  const world = createWorld({ ...days, ...ground, profile, provisioned, existing });
  return {
    profile,
    world,
    marker: marker.text,
    get sent() {
      return options.sent();
    },
    sampled: options.mode === 'readonly',
    lacks: (need) => profile.lacks.get(need),
    open() {
      const own = openScope({ phase: 'arrange', quota: options.executionQuota, send: options.send });
      return { scope: own, subject: { world, calendar: calendarFor(setting, profile, own) } };
    },
    close: () => closeWorld(setting, profile),
  };
}

function withFound(lacks: TargetProfile['lacks'], existing: Existing): TargetProfile['lacks'] {
  const found: readonly string[] = foundIn(existing);
  return new Map([...lacks].filter(([capability]) => !found.includes(capability)));
}

const provisionedOn = (calendar: Calendar, file: OpenOptions['worldFile']): Promise<Provisioned> | Provisioned =>
  file ? findProvisioned(calendar, file) : nothingProvisioned;
