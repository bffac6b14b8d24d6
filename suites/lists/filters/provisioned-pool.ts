import { addDays, dayOf } from '../../../adapter/notation/day-times.js';
import { windowQuery } from '../../../adapter/reading/record-queries.js';
import { toPayload } from '../../../adapter/world/found-records.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { WorldRecord as FileRecord } from '../../../contract/world-file.js';
import { type ListQuery, ref, type WireValue } from '../../../generators/wire-value.js';
import type { KnownRecords } from '../../expect/expect-selection.js';
import { type Pool, sameRef } from '../../model/judgement.js';

/** The records of a world file, as the model takes them. */
type ProvisionedPool = Pool & KnownRecords;

const textOf = (value: WireValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** The records of a collection that were found on the target, and belong to the language that lists are in by default. */
function recordsOf({ provisioned: { file, idOf } }: World, collection: Collection): readonly WorldRecord[] {
  const records: readonly FileRecord[] = file[collection] ?? [];
  return records.flatMap((record): WorldRecord[] => {
    const id = idOf(collection, record.key);
    if (id === undefined || record.language !== undefined) return [];
    const payload = toPayload(record);
    const { slug, status } = payload;
    const shown = { slug: textOf(slug), status: textOf(status), complete: true, language: undefined };
    return [{ ref: ref(collection, record.key), id, ...shown, payload, body: {} }];
  });
}

/** What a world file says of the target, for the parameters by data that no client can set. */
export function provisionedPool(world: World): ProvisionedPool {
  const records = collections.flatMap((collection) => recordsOf(world, collection));
  return {
    profile: world.profile,
    today: world.today,
    of: (collection) => records.filter((record) => record.ref.ref === collection),
    refOf: (collection, id) => records.find((record) => record.ref.ref === collection && record.id === id)?.ref,
    record(wanted) {
      const found = records.find((record) => sameRef(record.ref, wanted));
      if (!found) throw new Error(`the world file has no ${wanted.ref} called ${wanted.key}`);
      return found;
    },
  };
}

/** The days of all provisioned events. */
export function provisionedWindow(pool: Pool): ListQuery {
  const times = pool
    .of('events')
    .flatMap(({ payload: { start_date: start, end_date: end } }) => [start, end].flatMap((time) => textOf(time) ?? []));
  const [first = pool.today, last = first] = [times.toSorted()[0], times.toSorted().at(-1)];
  const period = { from: addDays(dayOf(first), -2), to: addDays(dayOf(last), 2) };
  return windowQuery(pool.profile, period, { end: 'ends_before' });
}
