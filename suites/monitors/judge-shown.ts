import { tokensIn } from '../../adapter/ownership/marker.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { resourceOf } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import { toFieldSubject } from '../expect/alteration.js';
import { shows } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { renderBoth } from '../expect/render-values.js';
import { fieldIn, isAlike, isShownBy, shownFields, showsFields } from '../expect/shown-in.js';
import { isCertain } from './evidence/asked-query.js';
import { type Expected, keyOf, type OwnState, type OwnStates } from './record-state.js';
import type { Step, Watching } from './evidence/steps.js';

/** The way through the steps of an execution. */
export interface Walk extends Watching {
  readonly states: OwnStates;
  /** The keys of all records that were made, also of those of which nothing is known any more. */
  readonly made: Set<string>;
  /** Whether a create may have made a record of unknown id. */
  isBlurred: boolean;
  writes: number;
  /** Undefined until a response could have shown any, whatever else is on the target. */
  kept: readonly DeviationDetails[] | undefined;
  agreeing: readonly DeviationDetails[] | undefined;
  mixed: readonly DeviationDetails[] | undefined;
}

/** Judges what one response shows of a record, and learns from it what later ones must show. */
export function judgeShown(walk: Walk, shown: Shown, step: Step): void {
  const { exchange } = step;
  const state = walk.states.get(keyOf(shown));
  if (!state) judgeUnmade(walk, shown, exchange);
  if (!state || !showsFields(walk, shown)) return;
  const certain = isCertain(step);
  for (const field of shownFields(walk, shown.collection)) {
    if (!isShownBy(walk, shown, field)) continue;
    const value = fieldIn(walk, shown, field);
    // The answer to a write may show what was written alone.
    if (value === undefined && shown.by === 'write') continue;
    if (!state.sent.has(field)) judgeUnsent(walk, { state, field, value, exchange });
    const expected = state.fields.get(field);
    const first = { as: 'shown', value, writes: walk.writes, shown, exchange, certain } as const;
    if (!expected) state.fields.set(field, first);
    else judgeField(walk, { state, field, expected, first });
  }
}

/** Nobody made a record that is called by a text of one of ours: a create made two. */
function judgeUnmade(walk: Walk, shown: Shown, exchange: Exchange): void {
  const { collection, id } = shown;
  const name = fieldIn(walk, shown, resourceOf(collection).label);
  if (walk.isBlurred || walk.made.has(keyOf(shown)) || typeof name !== 'string') return;
  const isOf = (state: OwnState): boolean =>
    state.collection === collection && tokensIn(name).some((token) => state.tokens.has(token));
  const owner = [...walk.states.values()].find(isOf);
  if (!owner) return;
  const expected = `one record of ${collection} called ${JSON.stringify(name)}, as one was made`;
  const observed = `${collection}/${id} beside ${collection}/${owner.id}`;
  walk.mixed = [...(walk.mixed ?? []), { kind: 'state', expected, observed, exchange }];
}

/** A field that was never sent, as a response shows it. */
interface Unsent {
  readonly state: OwnState;
  readonly field: string;
  readonly value: JsonValue | undefined;
  readonly exchange: Exchange;
}

/** What is made of a name, cut and numbered, may end like another token. */
const ofNames: readonly string[] = ['slug', 'website'];

/** A default may follow from what was sent in other fields of the record, cut too, and from nothing sent for others. */
function judgeUnsent(walk: Walk, { state, field, value, exchange }: Unsent): void {
  if (typeof value !== 'string' || ofNames.includes(field)) return;
  walk.mixed ??= [];
  const own = [...state.tokens];
  if (tokensIn(value).every((token) => own.some((one) => one.startsWith(token)))) return;
  const { collection, id } = state;
  const expected = `${field} of ${collection}/${id}, which was never sent, without a text of another record`;
  const about = { field: shownFieldId(collection, field) };
  walk.mixed = [...walk.mixed, { kind: 'value', expected, observed: JSON.stringify(value), exchange, about }];
}

interface Judging {
  readonly state: OwnState;
  readonly field: string;
  readonly expected: Expected;
  readonly first: Extract<Expected, { as: 'shown' }>;
}

function judgeField(walk: Walk, judging: Judging): void {
  const { state, field, expected, first } = judging;
  const found = isUnchanged(walk, expected) ? 'agreeing' : 'kept';
  const isGround = first.certain && (expected.as === 'sent' || expected.certain);
  if (isGround) walk[found] ??= [];
  const same = isSame(walk, field, expected, first);
  if (!same) walk[found] = [...(walk[found] ?? []), toDetails(walk, judging)];
  // Later responses are compared as if an uncertain one had not been there.
  if (!same || (first.certain && !isGround)) state.fields.set(field, first);
}

/** Whether nothing was written since another response showed the field. */
const isUnchanged = ({ writes }: Walk, expected: Expected): boolean =>
  expected.as === 'shown' && expected.writes === writes;

function toDetails(walk: Walk, { state, field, expected, first }: Judging): DeviationDetails {
  const [wanted, observed] = renderBoth(expected.value, first.value);
  const about = toFieldSubject({
    collection: state.collection,
    field,
    sent: expected.value,
    shown: first.value,
    mistake: expected.writes < walk.writes ? mistakes.changesUnsent : undefined,
  });
  const why = `${field} ${wanted}, ${toGround(walk, expected)}`;
  const sign = { member: field, expected: expected.value ?? null, observed: first.value ?? null };
  return { kind: 'value', expected: why, observed, exchange: first.exchange, about, sign };
}

function toGround(walk: Walk, expected: Expected): string {
  if (expected.as === 'sent') return 'as it was sent';
  return isUnchanged(walk, expected) ? 'as another response shows it' : 'as before a write that does not send it';
}

function isSame(walk: Walk, field: string, expected: Expected, first: Judging['first']): boolean {
  const { shown, value } = first;
  if (expected.as === 'sent') return shows({ calendar: walk, shown, field, sent: expected.value, zone: expected.zone });
  return isAlike(walk, { collection: shown.collection, field, one: expected.value, other: value });
}
