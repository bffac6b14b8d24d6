import type { World, WorldRecord } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, QueryValue } from '../../generators/wire-value.js';
import type { Judgement } from '../model/judgement.js';
import { conditions, select } from '../model/select.js';
import { baseQueryOf, isInView } from '../queries/base-query.js';
import { createViews, type View } from './record-views.js';

/** What a list must hold and must not, of numbered records: the bits of those that are certain; the rest may be either. */
export interface SelectionBits {
  readonly must: bigint;
  readonly mustNot: bigint;
}

/** All conditions together (Kleene's strong conjunction). */
export const both = (one: SelectionBits, other: SelectionBits): SelectionBits => ({
  must: one.must & other.must,
  mustNot: one.mustNot | other.mustNot,
});

/** At least one condition (Kleene's strong disjunction). */
export const either = (one: SelectionBits, other: SelectionBits): SelectionBits => ({
  must: one.must | other.must,
  mustNot: one.mustNot & other.mustNot,
});

/** What a condition leaves out. */
export const not = ({ must, mustNot }: SelectionBits): SelectionBits => ({ must: mustNot, mustNot: must });

/** Whether some record must be in the one list and must not be in the other. */
export const areContrary = (one: SelectionBits, other: SelectionBits): boolean =>
  (one.must & other.mustNot) !== 0n || (one.mustNot & other.must) !== 0n;

/** Each bit of some. */
export function bitsIn(bits: bigint): readonly bigint[] {
  const found: bigint[] = [];
  for (let bit = 1n; bit <= bits; bit <<= 1n) if ((bits & bit) !== 0n) found.push(bit);
  return found;
}

/** One parameter as it is sent, with what says how it is read. */
export interface ParameterUse {
  readonly name: ParameterOf;
  readonly value: QueryValue;
  /** What `strict_dates` says; nothing of a parameter that is no date. */
  readonly strict?: boolean | undefined;
}

/** What the model says of single parameters, in a form in which thousands of answers are put together in no time. */
export interface Oracle {
  readonly world: World;
  readonly collection: Collection;
  /** All records that the ground keeps in view. */
  readonly all: SelectionBits;
  /** What a parameter selects by itself, of records as they are or as they are seen. */
  alone(asked: ParameterUse, view?: View): SelectionBits;
  /** What a list shows at all, where no filter is asked for. */
  shown(query: ListQuery): SelectionBits;
}

/** Numbers records by their places, and puts together what is judged of each. */
function toSelectionBits(places: readonly number[], judge: (place: number) => Judgement): SelectionBits {
  let [must, mustNot, bit] = [0n, 0n, 1n];
  for (const place of places) {
    const judgement = judge(place);
    if (judgement === 'in') must |= bit;
    if (judgement === 'out') mustNot |= bit;
    bit <<= 1n;
  }
  return { must, mustNot };
}

/** Keeps what was worked out. */
function createMemory(): (key: string, work: () => SelectionBits) => SelectionBits {
  const known = new Map<string, SelectionBits>();
  return (key, work) => {
    const answer = known.get(key) ?? work();
    known.set(key, answer);
    return answer;
  };
}

/** Makes the oracle of a collection. */
export function createOracle(world: World, collection: Collection): Oracle {
  const records = world.of(collection);
  const places = records.flatMap((record, place) => (isInView(world)(record) ? [place] : []));
  const seenBy = createViews(world);
  const remember = createMemory();

  function judgeAlone({ name, value, strict }: ParameterUse, view: View | undefined): SelectionBits {
    const pool = view ? seenBy(view) : world;
    const seen: readonly WorldRecord[] = pool.of(collection);
    const context = { pool, query: strict === undefined ? { [name]: value } : { [name]: value, strict_dates: strict } };
    const condition = conditions[collection][name];
    return toSelectionBits(places, (place) => {
      const record = seen[place];
      return record && condition ? condition(record, value, context) : 'in';
    });
  }

  function judgeShown(query: ListQuery): SelectionBits {
    const { must, mustNot } = select(world, collection, { ...baseQueryOf(world, collection), ...query });
    return toSelectionBits(places, (place) => {
      const is = ({ key }: { readonly key: string }): boolean => key === records[place]?.ref.key;
      if (must.some(is)) return 'in';
      return mustNot.some(is) ? 'out' : 'open';
    });
  }

  return {
    world,
    collection,
    all: toSelectionBits(places, () => 'in'),
    alone: (asked, view) => remember(`${view} ${JSON.stringify(asked)}`, () => judgeAlone(asked, view)),
    shown: (query) => remember(JSON.stringify(query), () => judgeShown(query)),
  };
}
