import { openScope } from '../harness/scope.js';
import type { Calendar } from './calendar.js';
import { discardAll, settleAll } from './discard-all.js';
import { look } from './discard.js';
import type { TargetProfile } from './profile.js';
import { findClaimed } from './reclaim.js';
import type { Create, OwnRecord, Registry } from './registry.js';
import { calendarFor, type Setting } from './setting.js';

/** Deletes the world and whatever else was made; gives what would not go, each as `collection/id`. */
export async function closeWorld(setting: Setting, profile: TargetProfile): Promise<readonly string[]> {
  const { registry, scope, marker, options } = setting;
  await scope.close();
  const cleanUp = openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send: options.send });
  const site: CleanUp = { calendar: calendarFor(setting, profile, cleanUp), registry, marker: marker.text };
  await discardKnown(site);
  const found = await discardFound(site);
  const left = [...registry.left, ...found].map(({ collection, id }) => `${collection}/${id}`);
  return [...new Set(left)];
}

interface CleanUp {
  readonly calendar: Calendar;
  readonly registry: Registry;
  readonly marker: string;
}

/** Tries once more what was made and did not go when its scope was closed. */
const discardKnown = async ({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> =>
  settleAll(registry, await discardAll(calendar, registry.left, marker));

/**
 * Looks for anything of ours that lists still show, because an answer to a create or a DELETE need not be true: what
 * creates made that told no id or another one, and what came back.
 */
async function discardFound({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> {
  const found = await findClaimed(calendar, { marker, claims: registry.claims });
  const records = found.map(({ record }) => record);
  await settleAll(registry, await discardAll(calendar, records, marker));
  const fates = await Promise.all(records.map((record) => look(calendar, record, marker)));
  const left = records.filter((_, index) => fates[index] !== 'gone');
  if (left.length === 0)
    await Promise.all(registry.unknown.filter(isOver).map(({ exchange }) => registry.settled(exchange)));
  return left;
}

/** What got no answer in time may still be carried out: its intent stays in the journal, for a sweep. */
const isOver = ({ exchange }: Create): boolean => exchange.outcome.kind !== 'stalled';
