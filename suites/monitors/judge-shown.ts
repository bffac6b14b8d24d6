import type { Shown } from '../../adapter/reading/lens.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { CHANGES_UNSENT, shows } from '../expect/expect-shown.js';
import { renderBoth } from '../expect/render-values.js';
import { fieldIn, isAlike, isShownBy, shownFields, showsFields } from '../expect/shown-in.js';
import { type Expected, keyOf, type OwnState, type OwnStates } from './record-state.js';
import type { Watching } from './steps.js';

/** The way through the steps of an execution. */
export interface Walk extends Watching {
  readonly states: OwnStates;
  writes: number;
  /** Undefined until a response could have shown any. */
  kept: DeviationDetails[] | undefined;
  agreeing: DeviationDetails[] | undefined;
}

/** Judges what one response shows of a record, and learns from it what later ones must show. */
export function judgeShown(walk: Walk, shown: Shown, exchange: Exchange): void {
  const state = walk.states.get(keyOf(shown));
  if (!state || !showsFields(walk, shown)) return;
  for (const field of shownFields(walk, shown.collection)) {
    if (!isShownBy(walk, shown, field)) continue;
    const value = fieldIn(walk, shown, field);
    // The answer to a write may show what was written alone.
    if (value === undefined && shown.by === 'write') continue;
    const expected = state.fields.get(field);
    const first = { as: 'shown', value, writes: walk.writes, shown, exchange } as const;
    if (!expected) state.fields.set(field, first);
    else judgeField(walk, { state, field, expected, first });
  }
}

interface Judging {
  readonly state: OwnState;
  readonly field: string;
  readonly expected: Expected;
  readonly first: Extract<Expected, { as: 'shown' }>;
}

function judgeField(walk: Walk, { state, field, expected, first }: Judging): void {
  const { exchange, value } = first;
  const isUnchanged = expected.as === 'shown' && expected.writes === walk.writes;
  if (isUnchanged) walk.agreeing ??= [];
  else walk.kept ??= [];
  if (isSame(walk, field, expected, first)) return;
  const [wanted, observed] = renderBoth(expected.value, value);
  const what = `${field} ${wanted}`;
  const about = {
    field: shownFieldId(state.collection, field),
    ...(expected.writes < walk.writes && { mistake: CHANGES_UNSENT }),
  };
  const details = { kind: 'value', observed, exchange, about } as const;
  if (expected.as === 'sent') walk.kept?.push({ ...details, expected: `${what}, as it was sent` });
  else if (isUnchanged) walk.agreeing?.push({ ...details, expected: `${what}, as another response shows it` });
  else walk.kept?.push({ ...details, expected: `${what}, as before a write that does not send it` });
  state.fields.set(field, first);
}

function isSame(walk: Walk, field: string, expected: Expected, first: Judging['first']): boolean {
  const { shown, value } = first;
  if (expected.as === 'sent') return shows({ calendar: walk, shown, field, sent: expected.value, zone: expected.zone });
  return isAlike(walk, { collection: shown.collection, field, one: expected.value, other: value });
}
