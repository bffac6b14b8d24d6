import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { violate, violations } from '../../generators/malformed.js';
import type { Payload } from '../../generators/wire-value.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { droppable } from '../arbitraries/subsets.js';
import { addressings } from '../expect/record-address.js';
import { groupsOf, type MarkerFields, markerFieldsOf, TEXT, TIMES, unlisting } from './marker-fields.js';
import { type Granted, type PlannedUpdate, type Refused, updatePlanOf, type UpdateStep } from './update-plan.js';

/** An update with a description, and one thing wrong with another field. */
function refused(collection: Collection, world: World, turn: number): Arbitrary<Refused> {
  const { label } = resourceOf(collection);
  const views = addressings(collection).slice(-1);
  const wrong = violations(resourceOf(collection)).filter(
    ({ kind, field }) => kind !== 'missing' && ![label, TEXT, 'slug'].includes(field),
  );
  return fc
    .record({
      verb: inTurn(updateVerbs, turn, startOf(collection) + 1),
      by: inTurn(addressings(collection), turn, startOf(collection) + 1),
      text: changesOf(world, collection, { only: [TEXT] }),
      wrong: fc.constantFrom(...wrong),
    })
    .map((one) => ({
      ...one,
      kind: 'refused',
      views,
      change: violate(one.text, one.wrong),
      violation: one.wrong.label,
    }));
}

/** Updates of one record in turn, by every verb and at every address. */
export function updateStepsOf(collection: Collection, world: World, turn: number): Arbitrary<readonly UpdateStep[]> {
  const whole = (kind: number) => changesOf(world, collection, { all: true, omit: unlisting, kind });
  const inAnyOrder = fc.shuffledSubarray([...updateVerbs], { minLength: updateVerbs.length });
  const dealt = markerFieldsOf(collection);
  return fc
    .record({
      drawn: droppable<Refused | Drawn>(
        updatePlanOf(world, collection).flatMap((planned, step) => [
          ...(planned.refusal ? [refused(collection, world, turn)] : []),
          whole(turn + step).map((body): Drawn => ({ kind: 'drawn', planned, body })),
        ]),
      ),
      verbs: fc.record({ id: inAnyOrder, slug: inAnyOrder }),
      dealt: fc.record({ POST: dealt, PUT: dealt, PATCH: dealt }),
    })
    .map(({ drawn, verbs, dealt: fieldsOf }) =>
      drawn.map((one): UpdateStep => {
        if (one.kind === 'refused') return one;
        const { planned } = one;
        const verb = verbs[planned.by][planned.nth] ?? 'PATCH';
        const describes = planned.describes || (planned.by === 'slug' && verb === verbs.id[SILENT]);
        return granted(collection, { ...one, planned: { ...planned, describes } }, verb, fieldsOf[verb]);
      }),
    );
}

/** The step by id that has no description. */
const SILENT = 1;

/** A planned update with new values for all fields, of which it is to send some. */
interface Drawn {
  readonly kind: 'drawn';
  readonly planned: PlannedUpdate;
  readonly body: Payload;
}

/** What a step sends: its share of the fields, or all of them where it would send none. */
function granted(
  collection: Collection,
  { planned, body }: Drawn,
  verb: UpdateVerb,
  dealt: readonly MarkerFields[],
): Granted {
  const { by, views, renames, describes } = planned;
  const ownSlug = planned.ownSlug && 'slug' in body;
  const { slug, ...others } = body;
  // A slug in the body of an update by slug is a matter of its own.
  const sendable = slug === undefined || ownSlug || by === 'slug' ? others : body;
  const always = [...(renames ? [resourceOf(collection).label] : []), ...(describes ? [TEXT] : [])];
  const shared = dealt.filter((one) => one.by === by).flatMap(({ names }) => names);
  const change = pick(sendable, [...always, ...shared]);
  const isEmpty = Object.keys(change).length === 0;
  return {
    kind: 'granted',
    verb,
    by,
    views,
    ownSlug,
    change: isEmpty ? pick(sendable, groupsOf(collection).flat()) : change,
  };
}

const pick = (body: Payload, names: readonly string[]): Payload =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

/** The times that several steps leave a record with, where they change them. */
export function timesAfter(steps: readonly UpdateStep[]): Payload {
  const last = steps.findLast(({ kind, change }) => kind === 'granted' && TIMES.every((name) => name in change));
  return last ? pick(last.change, TIMES) : {};
}
