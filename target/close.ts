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
  const unknown = await discardUnknown(site);
  const returned = await discardReturned(site);
  const left = [...registry.left, ...unknown, ...returned].map(({ collection, id }) => `${collection}/${id}`);
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

/** Looks for what creates made whose answers told no id. */
async function discardUnknown({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> {
  const creates = registry.unknown;
  const found = await findClaimed(calendar, { marker, claims: creates.map(({ claim }) => claim) });
  const records = found.map(({ record }) => record);
  const left = await settleAll(registry, await discardAll(calendar, records, marker));
  if (left.length === 0) await Promise.all(creates.filter(isOver).map(({ exchange }) => registry.settled(exchange)));
  return left;
}

/** What got no answer in time may still be carried out: its intent stays in the journal, for a sweep. */
const isOver = ({ exchange }: Create): boolean => exchange.outcome.kind !== 'stalled';

/** Looks once more for anything of ours, because an answer to a DELETE or a create need not be true. */
async function discardReturned({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> {
  const claims = registry.claims.map(({ kind, collection, token }) => ({ kind, collection, token }));
  const found = await findClaimed(calendar, { marker, claims });
  const records = found.map(({ record }) => record);
  await settleAll(registry, await discardAll(calendar, records, marker));
  const seen = await Promise.all(
    records.map(async (record) => ((await look(calendar, record, marker)) === 'gone' ? [] : [record])),
  );
  return seen.flat();
}
