import fc, { type Arbitrary } from 'fast-check';
import type { ListQuery, QueryValue } from '../../generators/wire.js';
import { semanticsOf } from '../algebra/semantics.js';
import { areContrary } from './answer.js';
import { formOf, wayOf } from './forms.js';
import { type Part, toPart } from './part.js';
import type { Stock } from './stock.js';

/** Values of every parameter that may be a part. */
type Values = readonly (readonly [name: string, values: readonly QueryValue[]])[];

/** The parts of every parameter, as they are read in a frame. */
export type PartsIn = (frame: ListQuery) => readonly (readonly Part[])[];

/** How many values of each form are drawn, and how many of these are used: to ask the model of more takes its time. */
const [VALUES, SHARPEST] = [6, 3];

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
export const drawValues = ({ values }: Stock): Arbitrary<Values> =>
  fc.tuple(...[...values].map(([name, offered]) => someOf(offered).map((some) => [name, some] as const)));

const sharpnessOf = ({ selected, mistaken }: Part): number =>
  mistaken.filter((other) => areContrary(selected, other.selected)).length;

/** Of the parts of each form those that tell most by themselves. */
function sharpest(parts: readonly Part[]): readonly Part[] {
  const sorted = parts.toSorted((one, other) => sharpnessOf(other) - sharpnessOf(one));
  return byForm(sorted, ({ value }) => value).flatMap((alike) => alike.slice(0, SHARPEST));
}

/** Makes parts of values, once for strict dates and once for others. */
export function createPartsIn({ oracle }: Stock, values: Values): PartsIn {
  const known = new Map<boolean, readonly (readonly Part[])[]>();
  const make = (strict: boolean): readonly (readonly Part[])[] =>
    values.map(([name, some]) => {
      const kind = semanticsOf(oracle.collection)[name]?.kind;
      const reading = kind === 'bound' || kind === 'day' ? { strict } : {};
      return sharpest(some.map((value) => toPart(oracle, { name, value, ...reading })));
    });
  return ({ strict_dates: sent }) => {
    const strict = sent === true;
    const parts = known.get(strict) ?? make(strict);
    known.set(strict, parts);
    return parts;
  };
}
