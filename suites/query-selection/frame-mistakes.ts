import type { QueryValue } from '../../generators/wire-value.js';
import { both, type SelectionBits } from './oracle.js';
import { type Draft, holding, selectionOf, together } from './query-draft.js';
import type { Stock } from './value-stock.js';

const phrases = new Map<string, Map<string, string>>();

/**
 * Words put together, the same text each time: mistakes are named by the million while queries are weighed, and a text
 * that was looked up before is found much faster than one put together anew.
 */
export function phrase(first: string, last: string): string {
  const ofFirst = phrases.get(first) ?? new Map<string, string>();
  phrases.set(first, ofFirst);
  const text = ofFirst.get(last) ?? `${first} ${last}`;
  ofFirst.set(last, text);
  return text;
}

/** A mistake with a whole query, and what it would answer. */
interface Framed {
  readonly mistake: string;
  readonly selected: SelectionBits;
}

const saying = (value: QueryValue | undefined): string => (typeof value === 'boolean' ? String(value) : 'left out');

/** Mistakes with what says how others are read, and what is shown at all. */
export function ofFrames(draft: Draft, stock: Stock): readonly Framed[] {
  const { oracle } = stock;
  const { strict_dates: strict, hide_empty: hides, status } = draft.frame;
  const parts = holding(draft, oracle);
  const reread = parts.map((part) => ({ ...part, selected: part.otherwise }));
  const shownIn = (frame: Draft['frame']): SelectionBits => selectionOf({ ...draft, frame }, oracle);
  return [
    {
      mistake: phrase('strict_dates inverted', saying(strict)),
      selected: selectionOf({ ...draft, parts: reread }, oracle),
    },
    ...(stock.hides
      ? [
          {
            mistake: phrase('hide_empty inverted', saying(hides)),
            selected: shownIn({ ...draft.frame, hide_empty: hides === false }),
          },
        ]
      : []),
    ...(status === undefined
      ? []
      : [{ mistake: 'status: ignored', selected: shownIn(hides === undefined ? {} : { hide_empty: hides }) }]),
  ];
}

/** Mistakes with what is left out, and with what is lifted. */
export function ofAbsent(draft: Draft, truth: SelectionBits, { defaults, oracle }: Stock): readonly Framed[] {
  const sent = draft.parts.map(({ name }) => name);
  const beside = sent.length > 0 ? 'beside others' : 'alone';
  const taken = defaults
    .filter(({ name }) => !sent.includes(name))
    .map(({ name, value, selected }) => ({
      mistake: phrase(phrase(name, beside), value ? 'left out, taken for true' : 'left out, taken for false'),
      selected: both(truth, selected),
    }));
  const held = holding(draft, oracle);
  const lifted = draft.parts.filter((part) => !held.includes(part));
  const kept = lifted.map((part) => ({
    mistake: phrase('include keeps', part.name),
    selected: together([part], truth),
  }));
  return [...taken, ...kept];
}
