import { semanticsOf } from '../algebra/semantics.js';
import type { SelectionBits } from './answer.js';
import { formOf, wayOf } from './forms.js';
import { mistakesWith } from './of-parameters.js';
import type { ParameterUse, Oracle } from './oracle.js';

/** A mistake with one parameter, and what that would select. */
export interface Mistaken {
  readonly mistake: string;
  /** The same mistake as made with a value that is given in this way, and with one of this form. */
  readonly inWay: string;
  readonly inForm: string;
  readonly isIgnoring: boolean;
  /** How much likelier than others, or how much more it stands for. */
  readonly likely: number;
  readonly selected: SelectionBits;
}

/** One parameter of a query. */
export interface Part extends ParameterUse {
  /** The parameter and the way in which its value is given. */
  readonly called: string;
  readonly kind: string;
  readonly isDate: boolean;
  readonly selected: SelectionBits;
  /** What it selects where `strict_dates` is taken for its contrary. */
  readonly otherwise: SelectionBits;
  readonly mistaken: readonly Mistaken[];
}

/** Who tells what is wrong by a second tells also what is wrong by more. */
const likelihood = (mistake: string): number => (mistake.startsWith('a second') ? 3 : 1);

const isSame = (one: SelectionBits, other: SelectionBits): boolean =>
  one.must === other.must && one.mustNot === other.mustNot;

/** Makes a part of what is asked, with all mistakes that are made with it by itself. */
export function toPart(oracle: Oracle, asked: ParameterUse): Part {
  const { name, value, strict } = asked;
  const kind = semanticsOf(oracle.collection)[name]?.kind ?? '';
  const isDate = kind === 'bound' || kind === 'day';
  const answer = oracle.alone(asked);
  const otherwise = isDate ? oracle.alone({ name, value, strict: strict !== true }) : answer;
  const called = `${name} (${wayOf(asked)})`;
  const form = formOf(asked);
  const mistaken = Object.entries(mistakesWith(oracle, name)).flatMap(([mistake, make]): Mistaken[] => {
    const other = make(asked, oracle);
    if (!other || isSame(other, answer)) return [];
    const named = `${name}: ${mistake}`;
    const inWay = `${called}: ${mistake}`;
    return [
      {
        mistake: named,
        inWay,
        inForm: `${inWay}, ${form}`,
        isIgnoring: mistake === 'ignored',
        likely: likelihood(mistake),
        selected: other,
      },
    ];
  });
  return { ...asked, called, kind, isDate, selected: answer, otherwise, mistaken };
}
