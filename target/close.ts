import { openScope } from '../harness/scope.js';
import type { CleanedUp } from '../harness/trial.js';
import { discardAll, settleAll } from './discard-all.js';
import { type CleanUp, discardFound } from './discard-found.js';
import { pathOf } from './paths.js';
import type { TargetProfile } from './profile.js';
import type { OwnRecord } from './registry.js';
import { calendarFor, type TargetContext } from './setting.js';
import { findTrashed } from './trash.js';

/** Deletes the world and whatever else was made, and tells what became of it, each record as `collection/id`. */
export async function closeWorld(setting: TargetContext, profile: TargetProfile): Promise<CleanedUp> {
  const { registry, scope, guard, marker, options } = setting;
  await scope.close();
  const cleanUp = openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send: options.send });
  const site: CleanUp = { calendar: calendarFor(setting, profile, cleanUp), registry, marker: marker.text };
  const found = await discardFound(site);
  await discardLeft(site);
  const hasVanished = (record: OwnRecord): boolean => guard.hasVanished(pathOf(record));
  const trashed = await findTrashed(site.calendar, registry.removed, { marker: site.marker, hasVanished });
  return {
    left: toNames([...registry.left, ...found]),
    deleted: registry.removed.length - trashed.length,
    trashed: toNames(trashed),
  };
}

const toNames = (records: readonly OwnRecord[]): readonly string[] => [
  ...new Set(records.map(({ collection, id }) => `${collection}/${id}`)),
];

/** Tries once more what was made and did not go when its scope was closed, or that no list shows. */
const discardLeft = async ({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> =>
  settleAll(registry, await discardAll(calendar, registry.left, marker));
