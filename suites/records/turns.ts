import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { changes } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import { droppable } from '../droppable.js';
import { updatePlanOf, type PlannedUpdate } from './course.js';
import { refused } from './refused-turn.js';
import { groupsOf, type MarkerFields, markerFieldsOf, TEXT, TIMES, unlisting } from './shares.js';
import type { Granted, Refused, UpdateStep } from './turn.js';

/** Updates of one record in turn, by every verb and at every address. */
export function updateStepsOf(collection: Collection, world: World): Arbitrary<readonly UpdateStep[]> {
  const whole = changes(resourceOf(collection), world, { all: true, omit: unlisting });
  const inAnyOrder = fc.shuffledSubarray([...updateVerbs], { minLength: updateVerbs.length });
  const shares = markerFieldsOf(collection);
  return fc
    .record({
      drawn: droppable<Refused | Drawn>(
        updatePlanOf(world, collection).flatMap((stop) => [
          ...(stop.refusal ? [refused(collection, world)] : []),
          whole.map((body): Drawn => ({ kind: 'drawn', stop, body })),
        ]),
      ),
      verbs: fc.record({ id: inAnyOrder, slug: inAnyOrder }),
      shares: fc.record({ POST: shares, PUT: shares, PATCH: shares }),
    })
    .map(({ drawn, verbs, shares: shared }) =>
      drawn.map((one): UpdateStep => {
        if (one.kind === 'refused') return one;
        const { stop } = one;
        const verb = verbs[stop.by][stop.nth] ?? 'PATCH';
        const describes = stop.describes || (stop.by === 'slug' && verb === verbs.id[SILENT]);
        return granted(collection, { ...one, stop: { ...stop, describes } }, verb, shared[verb]);
      }),
    );
}

/** The turn by id that has no description. */
const SILENT = 1;

/** A stop with new values for all fields, of which it is to send some. */
interface Drawn {
  readonly kind: 'drawn';
  readonly stop: PlannedUpdate;
  readonly body: Payload;
}

/** What a turn sends: its share of the fields, or all of them where it would send none. */
function granted(
  collection: Collection,
  { stop, body }: Drawn,
  verb: UpdateVerb,
  shares: readonly MarkerFields[],
): Granted {
  const { by, view, renames, describes } = stop;
  const ownSlug = stop.ownSlug && 'slug' in body;
  const { slug, ...others } = body;
  // A slug in the body of an update by slug is a matter of its own.
  const sendable = slug === undefined || ownSlug || by === 'slug' ? others : body;
  const always = [...(renames ? [resourceOf(collection).label] : []), ...(describes ? [TEXT] : [])];
  const shared = shares.filter((one) => one.by === by).flatMap(({ names }) => names);
  const change = pick(sendable, [...always, ...shared]);
  const isEmpty = Object.keys(change).length === 0;
  return {
    kind: 'granted',
    verb,
    by,
    view,
    ownSlug,
    change: isEmpty ? pick(sendable, groupsOf(collection).flat()) : change,
  };
}

const pick = (body: Payload, names: readonly string[]): Payload =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

/** The times that several turns leave a record with, where they change them. */
export function timesAfter(turns: readonly UpdateStep[]): Payload {
  const last = turns.findLast(({ kind, change }) => kind === 'granted' && TIMES.every((name) => name in change));
  return last ? pick(last.change, TIMES) : {};
}
