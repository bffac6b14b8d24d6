import { AsyncResource } from 'node:async_hooks';
import { openScope } from '../harness/scope.js';
import type { CleanedUp, PreparedTarget } from '../harness/trial.js';
import { blankProfile } from './blank-profile.js';
import type { Calendar } from './calendar.js';
import { closeWorld } from './close.js';
import { pickDays } from './days.js';
import { createGuard } from './guard.js';
import { prepareMadeWorld, prepareFoundWorld } from './ground.js';
import { createCanaries } from './canaries.js';
import { learnRights } from './learn/rights.js';
import { existingNeeds, findExisting, foundIn } from './learn/find-existing.js';
import { createMarker } from './marker.js';
import { withPinned } from './pinned/with-pinned.js';
import type { TargetProfile } from './profile.js';
import { findProvisioned, nothingProvisioned } from './provision.js';
import { createRegistry } from './registry.js';
import { calendarFor, type OpenOptions, type TargetContext } from './setting.js';
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

/** What the guard sends belongs to no execution: to none that is traced, either, by which it happened to be sent. */
const beside = (send: OpenOptions['send']): OpenOptions['send'] => AsyncResource.bind(send);

/** Learns a target and builds the world on it. What was built is deleted again by `close`, also after a failure. */
export async function openCalendar(options: OpenOptions): Promise<OpenedCalendar> {
  const marker = createMarker(options.random);
  const registry = createRegistry(options.journal);
  const setting: TargetContext = {
    options,
    marker,
    registry,
    guard: createGuard({
      marker: marker.text,
      isMarkedOwn: (path) => registry.isMarkedOwn(path),
      send: beside(options.send),
    }),
    scope: openScope({ phase: 'world', quota: Number.POSITIVE_INFINITY, send: options.send }),
    bindings: createBindings(),
    canaries: createCanaries(),
  };
  try {
    return await open(setting);
  } catch (error) {
    await closeWorld(setting, blankProfile(options.site));
    throw error;
  }
}

async function open(setting: TargetContext): Promise<OpenedCalendar> {
  const { options, scope, marker, canaries } = setting;
  const days = pickDays(options);
  const {
    profile: learned,
    own,
    ...ground
  } = await (options.mode === 'sandbox' ? prepareMadeWorld : prepareFoundWorld)(setting, days);
  const calendar = calendarFor(setting, learned, scope);
  const isNeeded = existingNeeds.some((need) => options.needs?.has(need) ?? true);
  const existing = isNeeded ? await findExisting(calendar, marker.text) : nothingExisting;
  const found = { ...learned, lacks: withFound(learned.lacks, existing) };
  const knowing = await learnRights(setting, found, { ...ground, ...days, own });
  const profile = options.pinned ? withPinned(knowing, options.pinned) : knowing;
  const { provisioned = await provisionedOn(calendar, options.worldFile) } = ground;
  let cleanedUp: CleanedUp | undefined;
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
      const deleted: string[] = [];
      const as = (name: string): Calendar =>
        calendarFor(setting, profile, own, { as: name, observe: canaries.expectKept, deleted });
      return {
        scope: own,
        subject: { world, calendar: calendarFor(setting, profile, own, { deleted }), as, canaries },
      };
    },
    async close() {
      cleanedUp = await closeWorld(setting, profile);
      return cleanedUp.left;
    },
    get outages() {
      return options.outages;
    },
    get cleanedUp() {
      return cleanedUp;
    },
  };
}

function withFound(lacks: TargetProfile['lacks'], existing: Existing): TargetProfile['lacks'] {
  const found: readonly string[] = foundIn(existing);
  return new Map([...lacks].filter(([capability]) => !found.includes(capability)));
}

const provisionedOn = (calendar: Calendar, file: OpenOptions['worldFile']): Promise<Provisioned> | Provisioned =>
  file ? findProvisioned(calendar, file) : nothingProvisioned;
