import type { QueryValue, Ref } from '../../generators/wire-value.js';
import { both, either, not, type Oracle, type ParameterUse, type SelectionBits } from './oracle.js';
import type { View } from './record-views.js';

/** What a parameter would select by a mistake; undefined where it could not be made. */
export type Mistake = (asked: ParameterUse, oracle: Oracle) => SelectionBits | undefined;

/** It is taken for something else that is asked. */
export const takenFor =
  (change: (asked: ParameterUse, oracle: Oracle) => ParameterUse | undefined): Mistake =>
  (asked, oracle) => {
    const other = change(asked, oracle);
    return other && oracle.alone(other);
  };

/** Another text is taken for the one that is sent. */
export const ofText = (change: (text: string, oracle: Oracle, name: string) => string | undefined): Mistake =>
  takenFor((asked, oracle) => {
    const { name, value } = asked;
    const other = typeof value === 'string' ? change(value, oracle, name) : undefined;
    return other === undefined || other === value ? undefined : { ...asked, value: other };
  });

/** True is taken for false, and false for true. */
export const inverted: Mistake = takenFor((asked) => ({ ...asked, value: asked.value !== true }));

/** Its value is looked for in records that are seen wrongly. */
export const seenAs =
  (view: View, change = (value: QueryValue): QueryValue => value): Mistake =>
  (asked, oracle) =>
    oracle.alone({ ...asked, value: change(asked.value) }, view);

type Values = readonly (string | number | Ref)[];

const isValues = (value: QueryValue): value is Values => Array.isArray(value);

/** Of several values some are taken. */
export const ofSeveral = (choose: (values: Values) => Values): Mistake =>
  takenFor((asked) => {
    const { value } = asked;
    return isValues(value) && value.length > 1 ? { ...asked, value: choose(value) } : undefined;
  });

/** Each value by itself, put together otherwise than by "any of them". */
export const valueByValue =
  (join: (answers: readonly SelectionBits[], all: SelectionBits) => SelectionBits): Mistake =>
  (asked, oracle) => {
    const { value } = asked;
    if (!isValues(value) || value.length < 2) return undefined;
    return join(
      value.map((one) => oracle.alone({ ...asked, value: [one] })),
      oracle.all,
    );
  };

/** What meets all. */
export const inAll = (answers: readonly SelectionBits[], all: SelectionBits): SelectionBits =>
  answers.reduce(both, all);

/** What meets one and no other. */
export function inOne(answers: readonly SelectionBits[], all: SelectionBits): SelectionBits {
  let [any, several] = [not(all), not(all)];
  for (const answer of answers) {
    several = either(several, both(any, answer));
    any = either(any, answer);
  }
  return both(any, not(several));
}

const SYMBOL = /[^\p{L}\p{N} ]/u;

/** The word of the world that a pattern stands for where symbols are wildcards. */
export const matching = (wildcards: Readonly<Record<string, string>>): Mistake =>
  ofText((text, { world, collection }) => {
    const letters = Array.from(text, (letter) => wildcards[letter] ?? letter.replace(SYMBOL, String.raw`\$&`));
    const pattern = new RegExp(`^${letters.join('')}$`, 'i');
    return SYMBOL.test(text) ? world.words(collection).find((word) => pattern.test(word)) : undefined;
  });
