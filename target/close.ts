import { type Calendar, isGone } from './calendar.js';
import { byId } from './paths.js';
import type { TargetProfile } from './profile.js';
import { findClaimed } from './reclaim.js';
import type { OwnRecord, Registry } from './registry.js';
import { calendarFor, type Setting } from './setting.js';

/** Deletes the world and whatever else was made; gives what would not go, each as `collection/id`. */
export async function closeWorld(setting: Setting, profile: TargetProfile): Promise<readonly string[]> {
  const { registry, scope, marker } = setting;
  await scope.close();
  const calendar = calendarFor(setting, profile, scope);
  const left = await discardAll(calendar, registry, registry.left);
  const claims = registry.unknown.map(({ claim }) => claim);
  const unclaimed = await discardAll(calendar, registry, await findClaimed(calendar, marker.text, claims));
  if (unclaimed.length === 0) await Promise.all(registry.unknown.map(({ exchange }) => registry.settled(exchange)));
  return [...left, ...unclaimed];
}

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
