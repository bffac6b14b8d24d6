import { AsyncResource } from 'node:async_hooks';
import { openScope } from '../kernel/scope.js';
import type { CleanedUp } from '../kernel/trial.js';
import type { Phase } from '../wire/exchange.js';
import { createBindings } from './calendar/bindings.js';
import type { Calendar } from './calendar/calendar.js';
import { calendarFor, type OpenOptions, type TargetContext } from './calendar/target-context.js';
import { createCanaries } from './ownership/canaries.js';
import { type CleanUp, discardFound } from './ownership/clean-up.js';
import { createGuard } from './ownership/guard.js';
import { findTrashed } from './ownership/last-seen.js';
import { createMarker } from './ownership/marker.js';
import { createRegistry, type OwnRecord } from './ownership/registry.js';
import type { TargetProfile } from './profile/target-profile.js';
import { pathOf } from './reading/paths.js';

/** Requests of the guard belong to no execution, so they are traced with none. */
const beside = (send: OpenOptions['send']): OpenOptions['send'] => AsyncResource.bind(send);

/** Opens the state of a target, before its first request; `phase` is that of the requests of its scope. */
export function openContext(options: OpenOptions, phase: Phase): TargetContext {
  const marker = createMarker(options.random);
  const registry = createRegistry(options.journal);
  return {
    options,
    marker,
    registry,
    guard: createGuard({
      marker: marker.text,
      isMarkedOwn: (path) => registry.isMarkedOwn(path),
      send: beside(options.send),
    }),
    scope: openScope({ phase, quota: Number.POSITIVE_INFINITY, send: options.send }),
    bindings: createBindings(),
    canaries: createCanaries(),
  };
}

/** Deletes all records of the run; returns their fates, each record as `collection/id`. */
export async function closeContext(context: TargetContext, profile: TargetProfile): Promise<CleanedUp> {
  const { registry, scope, guard, marker, options } = context;
  await scope.close();
  const cleanUp = openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send: options.send });
  const calendar = calendarFor(context, profile, cleanUp);
  const isDeleted = (record: OwnRecord): boolean => guard.isDeleted(pathOf(record));
  const site: CleanUp = { calendar, registry, marker: marker.text, isDeleted };
  const left = await discardFound(site);
  const hasVanished = (record: OwnRecord): boolean => guard.hasVanished(pathOf(record));
  const isDeletedOnce = (record: OwnRecord): boolean => guard.isDeletedOnce(pathOf(record));
  const leftNames = toNames(left);
  const gone = registry.removed.filter((record) => !leftNames.includes(toName(record)));
  const trashed = await findTrashed(calendar, gone, { ...site, hasVanished, isDeletedOnce });
  return { left: leftNames, deleted: gone.length - trashed.length, trashed: toNames(trashed) };
}

const toName = ({ collection, id }: OwnRecord): string => `${collection}/${id}`;

const toNames = (records: readonly OwnRecord[]): readonly string[] => [...new Set(records.map(toName))];

/** A calendar to write to without a world. */
export interface OwnCalendar {
  readonly calendar: Calendar;
  /** The text that every record of the run carries. */
  readonly marker: string;
  /** The ids of the records that were made. */
  readonly bindings: TargetContext['bindings'];
  /** Deletes what was made. */
  close(): Promise<CleanedUp>;
}

/** Opens a calendar for writes of a few records of one's own, on a target that was learned. */
export function openOwnCalendar(options: OpenOptions, profile: TargetProfile): OwnCalendar {
  const context = openContext(options, 'arrange');
  return {
    calendar: calendarFor(context, profile, context.scope),
    marker: context.marker.text,
    bindings: context.bindings,
    close: () => closeContext(context, profile),
  };
}
