import type { ListQuery, QueryValue } from '../../generators/wire.js';
import { type SelectionBits, both } from './answer.js';
import type { Oracle } from './oracle.js';
import type { Part } from './part.js';

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
