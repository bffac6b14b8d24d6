import type { ListQuery, QueryValue } from '../../generators/wire.js';
import { type Answer, both } from './answer.js';
import type { Oracle } from './oracle.js';
import type { Part } from './part.js';

/** A query while it is made. */
export interface Draft {
  readonly parts: readonly Part[];
  /** What says how others are read or what is shown at all: `strict_dates`, `status`, `hide_empty`. */
  readonly frame: ListQuery;
  /** Whether the ground stands behind the parts, and not before them. */
  readonly isGroundLast: boolean;
}

/** The parts that hold: those that nothing lifts. */
export const holding = ({ parts }: Draft, { collection }: Oracle): readonly Part[] => {
  const lifts = collection === 'events' && parts.some(({ name }) => name === 'include');
  return lifts ? parts.filter(({ isDate }) => !isDate) : parts;
};

/** What is shown at all: how dates are read does not matter. */
export function shownBy({ frame }: Draft, oracle: Oracle): Answer {
  const { strict_dates: _, ...shown } = frame;
  return oracle.shown(shown);
}

/** What is shown and selected by all of some parts. */
export const together = (parts: readonly Part[], shown: Answer): Answer =>
  parts.reduce((answer, part) => both(answer, part.answer), shown);

/** What a draft selects. */
export const answerTo = (draft: Draft, oracle: Oracle): Answer =>
  together(holding(draft, oracle), shownBy(draft, oracle));

/** The draft as a query beside the ground. */
export function toQuery({ parts, frame, isGroundLast }: Draft, ground: ListQuery): ListQuery {
  const { strict_dates: strict, ...others } = frame;
  const own: Record<string, QueryValue> = { ...others };
  for (const { name, value } of parts) own[name] = value;
  if (strict !== undefined && parts.some(({ isDate }) => isDate)) own.strict_dates = strict;
  if (!isGroundLast) return { ...ground, ...own };
  return { ...own, ...Object.fromEntries(Object.entries(ground).filter(([name]) => !(name in own))) };
}
