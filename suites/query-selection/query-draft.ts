import { isRef, type ListQuery, type QueryValue } from '../../generators/wire-value.js';
import { semanticsOf } from '../queries/parameter-semantics.js';
import { both, type Oracle, type ParameterUse, type SelectionBits } from './oracle.js';
import { mistakesWith } from './parameter-mistakes.js';

const isList = (value: QueryValue): value is readonly (string | number)[] => Array.isArray(value);

/** The way in which a value is given: each is understood by other code, so a mistake may be made with one alone. */
export function wayOf({ value, strict }: Pick<ParameterUse, 'value' | 'strict'>): string {
  if (typeof value === 'boolean') return String(value);
  if (isList(value)) return value.every(isRef) ? 'ids' : 'slugs';
  if (strict !== undefined) return strict ? 'strict' : 'lenient';
  return typeof value === 'string' && /[^\p{L}\p{N} -]/u.test(value) ? 'symbols' : 'plain';
}

/** What is special about a value, if anything: how many there are, at which edge of a day it is, how many words. */
export function formOf({ value }: Pick<ParameterUse, 'value'>): string {
  if (isList(value)) return value.length > 1 ? 'several' : 'one';
  const text = typeof value === 'string' ? value : '';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'day';
  if (text.endsWith('00:00:00')) return 'midnight';
  if (text.endsWith('23:59:59')) return 'last second';
  return text.includes(' ') ? 'in two parts' : 'usual';
}

/** A mistake with one parameter, and what that would select. */
interface Mistaken {
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

/** A query that detects an error of a second detects a larger one, too. */
const likelihood = (mistake: string): number => (mistake.startsWith('a second') ? 3 : 1);

const isSame = (one: SelectionBits, other: SelectionBits): boolean =>
  one.must === other.must && one.mustNot === other.mustNot;

/** Makes a part of what is asked, with all mistakes that are made with it by itself. */
export function toPart(oracle: Oracle, asked: ParameterUse): Part {
  const { name, value, strict } = asked;
  const { kind } = semanticsOf(oracle.collection, name);
  const isDate = kind === 'bound' || kind === 'day';
  const answer = oracle.alone(asked);
  const otherwise = isDate ? oracle.alone({ name, value, strict: strict !== true }) : answer;
  const called = `${name} (${wayOf(asked)})`;
  const form = formOf(asked);
  const mistaken = Object.entries(mistakesWith(oracle, name)).flatMap(([mistake, { mistake: make }]): Mistaken[] => {
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

/** A query while it is made. */
export interface Draft {
  readonly parts: readonly Part[];
  /** What says how others are read or what is shown at all: `strict_dates`, `status`, `hide_empty`. */
  readonly frame: ListQuery;
  /** Whether the ground stands behind the parts, and not before them. */
  readonly isBaseLast: boolean;
}

/** The parts that hold: those that nothing lifts. */
export const holding = ({ parts }: Draft, { collection }: Oracle): readonly Part[] => {
  const lifts = collection === 'events' && parts.some(({ name }) => name === 'include');
  return lifts ? parts.filter(({ isDate }) => !isDate) : parts;
};

/** What is shown at all: how dates are read does not matter. */
export function shownBy({ frame }: Draft, oracle: Oracle): SelectionBits {
  const { strict_dates: _, ...shown } = frame;
  return oracle.shown(shown);
}

/** What is shown and selected by all of some parts. */
export const together = (parts: readonly Part[], shown: SelectionBits): SelectionBits =>
  parts.reduce((answer, part) => both(answer, part.selected), shown);

/** What a draft selects. */
export const selectionOf = (draft: Draft, oracle: Oracle): SelectionBits =>
  together(holding(draft, oracle), shownBy(draft, oracle));

/** The draft as a query beside the ground. */
export function toQuery({ parts, frame, isBaseLast }: Draft, ground: ListQuery): ListQuery {
  const { strict_dates: strict, ...others } = frame;
  const own: Record<string, QueryValue> = { ...others };
  for (const { name, value } of parts) own[name] = value;
  if (strict !== undefined && parts.some(({ isDate }) => isDate)) own.strict_dates = strict;
  if (!isBaseLast) return { ...ground, ...own };
  return { ...own, ...Object.fromEntries(Object.entries(ground).filter(([name]) => !(name in own))) };
}
