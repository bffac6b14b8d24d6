import fc, { type Arbitrary } from 'fast-check';
import { isParameterOf, type ParameterOf } from '../../contract/queries.js';
import type { ListQuery, QueryValue } from '../../generators/wire-value.js';
import { semanticsOf } from '../queries/parameter-semantics.js';
import { areContrary, bitsIn } from './oracle.js';
import { type Draft, formOf, type Part, toPart, wayOf } from './query-draft.js';
import type { Stock } from './value-stock.js';

/** Values of every parameter that may be a part. */
type Values = readonly (readonly [name: ParameterOf, values: readonly QueryValue[]])[];

/** The parts of every parameter, as they are read in a frame. */
export type PartsIn = (frame: ListQuery) => readonly (readonly Part[])[];

/** How many values of each form are drawn, and how many of these are used: to ask the model of more takes its time. */
const [VALUES, SHARPEST, DIVIDING] = [6, 3, 2];

/** Puts together what is alike in the way and the form of a value. */
function byForm<Item>(items: readonly Item[], valueOf: (item: Item) => QueryValue): readonly (readonly Item[])[] {
  const forms = new Map<string, Item[]>();
  for (const item of items) {
    const value = valueOf(item);
    const form = `${wayOf({ value })} ${formOf({ value })}`;
    forms.set(form, [...(forms.get(form) ?? []), item]);
  }
  return [...forms.values()];
}

/** Some of the values of a parameter, of every form that there is. */
function someOf(values: readonly QueryValue[]): Arbitrary<readonly QueryValue[]> {
  const drawn = byForm(values, (value) => value).map((alike) => {
    const length = Math.min(VALUES, alike.length);
    return fc.shuffledSubarray([...alike], { minLength: length, maxLength: length });
  });
  return fc.tuple(...drawn).map((some) => some.flat());
}

/** Draws values of every parameter. */
const drawValues = ({ values }: Stock): Arbitrary<Values> =>
  fc.tuple(...[...values].map(([name, offered]) => someOf(offered).map((some) => [name, some] as const)));

const sharpnessOf = ({ selected, mistaken }: Part): number =>
  mistaken.filter((other) => areContrary(selected, other.selected)).length;

/** Of the parts of each form, those that detect most by themselves. */
function sharpest(parts: readonly Part[]): readonly Part[] {
  const sorted = parts.toSorted((one, other) => sharpnessOf(other) - sharpnessOf(one));
  return byForm(sorted, ({ value }) => value).flatMap((alike) => alike.slice(0, SHARPEST));
}

/** How many records are certainly selected. */
const sizeOf = (bits: bigint): number => bitsIn(bits).length;

/**
 * Of the values of a parameter, those that come next to selecting one half: others beside them have a say, too. Most
 * dates do.
 */
function mostDividing({ values, oracle }: Stock, name: ParameterOf): readonly QueryValue[] {
  const half = sizeOf(oracle.all.must) / 2;
  const distanceOf = (value: QueryValue): number => Math.abs(sizeOf(oracle.alone({ name, value }).must) - half);
  const weighed = (values.get(name) ?? []).map((value) => ({ value, distance: distanceOf(value) }));
  return weighed
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, DIVIDING)
    .map(({ value }) => value);
}

/** Makes parts of values, once for strict dates and once for others. */
function createPartsIn(stock: Stock, values: Values): PartsIn {
  const { oracle } = stock;
  const known = new Map<boolean, readonly (readonly Part[])[]>();
  const make = (strict: boolean): readonly (readonly Part[])[] =>
    values.map(([name, some]) => {
      const { kind } = semanticsOf(oracle.collection, name);
      const isDate = kind === 'bound' || kind === 'day';
      const reading = isDate ? { strict } : {};
      const dividing = isDate ? [] : mostDividing(stock, name);
      const parts = (chosen: readonly QueryValue[]) =>
        chosen.map((value) => toPart(oracle, { name, value, ...reading }));
      return [...sharpest(parts(some.filter((value) => !dividing.includes(value)))), ...parts(dividing)];
    });
  return ({ strict_dates: sent }) => {
    const strict = sent === true;
    const parts = known.get(strict) ?? make(strict);
    known.set(strict, parts);
    return parts;
  };
}

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
  isParameterOf(oracle.collection, name) && values.length > 0
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
