import fc, { type Arbitrary } from 'fast-check';
import type { ListQuery, QueryValue } from '../../generators/wire.js';
import { semanticsOf } from '../algebra/semantics.js';
import type { Draft } from './draft.js';
import { createPartsIn, drawValues, type PartsIn } from './draw-parts.js';
import type { Part } from './part.js';
import type { Stock } from './stock.js';

/** What queries are chosen from: drafts, and the parts by which they can be made better. */
export interface Drawn {
  readonly partsIn: PartsIn;
  readonly drafts: readonly Draft[];
}

const maybe = (
  { oracle }: Stock,
  name: string,
  ...values: readonly (QueryValue | undefined)[]
): Arbitrary<ListQuery> =>
  name in semanticsOf(oracle.collection) && values.length > 0
    ? fc.constantFrom(...values).map((value): ListQuery => (value === undefined ? {} : { [name]: value }))
    : fc.constant({});

/** Every value of what stands around the parts, and none. */
const framesOf = (stock: Stock): Arbitrary<ListQuery> =>
  fc
    .tuple(
      maybe(stock, 'strict_dates', undefined, true, true, false),
      maybe(stock, 'status', ...stock.statuses.flatMap((status) => [status, undefined])),
      maybe(stock, 'hide_empty', undefined, undefined, true, false, false),
    )
    .map(([strict, status, hides]) => ({ ...strict, ...status, ...hides }));

interface Wish {
  readonly frame: ListQuery;
  readonly record: number;
  /** Each says which parameter, and which of its values. */
  readonly choices: readonly number[];
  readonly isBaseLast: boolean;
}

const LARGE = 1 << 30;
const MOST = 5;

const wishes = (stock: Stock, count: number): Arbitrary<readonly Wish[]> =>
  fc.array(
    fc.record({
      frame: framesOf(stock),
      record: fc.nat(LARGE),
      choices: fc.array(fc.nat(LARGE), { minLength: 1, maxLength: MOST, size: 'max' }),
      isBaseLast: fc.boolean(),
    }),
    { minLength: count, maxLength: count },
  );

function bitsIn(bits: bigint): readonly bigint[] {
  const found: bigint[] = [];
  for (let bit = 1n; bit <= bits; bit <<= 1n) if ((bits & bit) !== 0n) found.push(bit);
  return found;
}

/** Some parameters, each with a value that selects one and the same record: else hardly a query would find any. */
function toDraft({ oracle }: Stock, partsIn: PartsIn, { frame, record, choices, isBaseLast }: Wish): Draft {
  const { strict_dates: _, ...shown } = frame;
  const bits = bitsIn(oracle.shown(shown).must);
  const bit = bits[record % bits.length] ?? 0n;
  const offered = partsIn(frame);
  let parts: readonly Part[] = [];
  for (const choice of choices) {
    const fitting = (offered[choice % offered.length] ?? []).filter(({ selected }) => (selected.must & bit) !== 0n);
    const part = fitting[choice % fitting.length];
    if (part && parts.every(({ name }) => name !== part.name)) parts = [...parts, part];
  }
  return { frame, parts, isBaseLast: isBaseLast };
}

/** Draws what queries are chosen from. */
export const drawDrafts = (stock: Stock, count: number): Arbitrary<Drawn> =>
  fc.tuple(drawValues(stock), wishes(stock, count)).map(([values, drawn]) => {
    const partsIn = createPartsIn(stock, values);
    return { partsIn, drafts: drawn.map((wish) => toDraft(stock, partsIn, wish)) };
  });
