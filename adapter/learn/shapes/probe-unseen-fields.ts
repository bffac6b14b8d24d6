import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { Payload, WireValue } from '../../../generators/wire-value.js';
import type { Calendar } from '../../calendar/calendar.js';
import { ifOurs } from '../../ownership/guard.js';
import { createdId } from '../../ownership/write-tracker.js';
import type { AcceptedValues } from '../../profile/target-profile.js';
import { byId } from '../../reading/paths.js';
import { findField } from '../../reading/shape-discovery.js';
import type { Built } from '../../world/build-world.js';
import { type ObservedRecord, fullestRecordsOf, toObservedRecords } from './observed.js';

/**
 * Sends the fields that no response has shown again, as updates of a new record by one verb after another until they
 * are shown: a field that is lost only on create, or only by one verb, counts as shown, and requirements find the loss.
 */
export const probeUnseenFields = (calendar: Calendar, built: readonly Built[], isShown: IsShown) =>
  probeFields(calendar, built, (collection, payload) =>
    Object.entries(payload).filter(([field]) => !isShown(collection, field)),
  );

/** Does the same with the accepted values that were learned after the world was built. */
export const probeUnseenAccepted = (
  calendar: Calendar,
  built: readonly Built[],
  accepted: AcceptedValues,
  isShown: IsShown,
): Promise<readonly ObservedRecord[]> =>
  probeFields(calendar, built, (collection) =>
    Object.entries(accepted).flatMap(([field, [value]]): Fields => {
      const isSendable = value !== undefined && field in resourceOf(collection).fields;
      return isSendable && !isShown(collection, field) ? [[field, value]] : [];
    }),
  );

type IsShown = (collection: Collection, field: string) => boolean;
type Fields = readonly (readonly [string, WireValue])[];

async function probeFields(
  calendar: Calendar,
  built: readonly Built[],
  unseenOf: (collection: Collection, payload: Payload) => Fields,
): Promise<readonly ObservedRecord[]> {
  const observations = await Promise.all(
    fullestRecordsOf(built).map(async ({ draft: { ref, payload } }) => {
      const unseen = unseenOf(ref.ref, payload);
      const enough = Object.entries(payload).filter(([field]) => isEnough(ref.ref, field));
      return unseen.length === 0 ? [] : probeByUpdates(calendar, ref.ref, { unseen, enough });
    }),
  );
  return observations.flat();
}

/** Whether a new record needs a field: if it is required, or the description that carries the marker. */
const isEnough = (collection: Collection, field: string): boolean =>
  resourceOf(collection).fields[field]?.required === true || field === 'description';

const VERBS = ['PATCH', 'POST', 'PUT'] as const;

async function probeByUpdates(
  calendar: Calendar,
  collection: Collection,
  { unseen, enough }: { readonly unseen: Fields; readonly enough: Fields },
): Promise<readonly ObservedRecord[]> {
  const created = await calendar.create(collection, Object.fromEntries(enough));
  const id = createdId(calendar.lens, collection, created.exchange);
  if (id === undefined) return [];
  const observations: ObservedRecord[] = [];
  for (const verb of VERBS) {
    // A PUT may reset what it does not send.
    const fields = verb === 'PUT' ? [...enough, ...unseen] : unseen;
    const updated = await ifOurs(() => calendar.update(collection, byId({ id }), verb, Object.fromEntries(fields)));
    if (!updated) break;
    const read = await calendar.read(collection, byId({ id }));
    observations.push(...toObservedRecords(collection, { ...created.body, ...updated.body }, read));
    const shown = calendar.lens.recordIfAny(collection, read)?.json;
    if (shown && unseen.every(([field]) => findField(shown, field) !== undefined)) break;
  }
  // It is linked to records of the world, which would count it.
  if (collection === 'events') await ifOurs(() => calendar.remove(collection, byId({ id })));
  return observations;
}
