import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { Payload, WireValue } from '../../../generators/wire-value.js';
import type { Calendar } from '../../calendar/calendar.js';
import { ifOurs } from '../../ownership/guard.js';
import { createdId } from '../../ownership/write-tracker.js';
import type { AcceptedValues } from '../../profile/target-profile.js';
import { byId } from '../../reading/paths.js';
import { findField } from '../../reading/shape-discovery.js';
import type { Built } from '../../world/build-world.js';
import { type ObservedRecord, specimensOf, toObservedRecords } from './observed.js';

/**
 * Sends the fields that no answer has shown so far once more, as updates of a fresh record, by one verb after the other
 * until they are shown: a field that is lost on create alone, or by one verb, is shown all the same, and its loss is for
 * a requirement to find.
 */
export const probeUnseenFields = (calendar: Calendar, built: readonly Built[], isShown: IsShown) =>
  probeFields(calendar, built, (collection, payload) =>
    Object.entries(payload).filter(([field]) => !isShown(collection, field)),
  );

/** Does the same with the values that were learned to be accepted after the world was built. */
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
  const sightings = await Promise.all(
    specimensOf(built).map(async ({ draft: { ref, payload } }) => {
      const unseen = unseenOf(ref.ref, payload);
      const enough = Object.entries(payload).filter(([field]) => isEnough(ref.ref, field));
      return unseen.length === 0 ? [] : probeByUpdates(calendar, ref.ref, { unseen, enough });
    }),
  );
  return sightings.flat();
}

/** What a fresh record is made of: what is required, and a description to carry the marker. */
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
  const sightings: ObservedRecord[] = [];
  for (const verb of VERBS) {
    // A PUT may reset what it does not send.
    const fields = verb === 'PUT' ? [...enough, ...unseen] : unseen;
    const updated = await ifOurs(() => calendar.update(collection, byId({ id }), verb, Object.fromEntries(fields)));
    if (!updated) break;
    const read = await calendar.read(collection, byId({ id }));
    sightings.push(...toObservedRecords(collection, { ...created.body, ...updated.body }, read));
    const shown = calendar.lens.recordIfAny(collection, read)?.json;
    if (shown && unseen.every(([field]) => findField(shown, field) !== undefined)) break;
  }
  // What it is linked to is of the world, and would count it.
  if (collection === 'events') await ifOurs(() => calendar.remove(collection, byId({ id })));
  return sightings;
}
