import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import { toText } from '../../wire/message-body.js';
import { tokensIn } from '../../adapter/ownership/marker.js';
import { fateOfUnsent } from '../expect/expect-updated.js';
import { judgeShown, type Walk } from './judge-shown.js';
import {
  fieldsOf,
  findAt,
  forgetRelations,
  keyOf,
  type OwnState,
  type OwnStates,
  saysAnything,
  touchedBy,
} from './record-state.js';
import { isKeptAnywhere } from './evidence/safe-values.js';
import type { Step, Watching } from './evidence/steps.js';

/** What the responses of an execution say of its own records. */
export interface WatchedRecords {
  /** What a write is not kept in; undefined where no response could show that. */
  readonly kept: readonly DeviationDetails[] | undefined;
  /** What two responses disagree about, with no write between them; undefined as above. */
  readonly agreeing: readonly DeviationDetails[] | undefined;
  /** What was sent for another record; undefined as above. */
  readonly mixed: readonly DeviationDetails[] | undefined;
}

const known = new WeakMap<readonly Step[], WatchedRecords>();

/** Goes through the steps of an execution, once. */
export function watchRecords(watching: Watching, steps: readonly Step[]): WatchedRecords {
  const watched = known.get(steps) ?? watchAll(watching, steps);
  known.set(steps, watched);
  return watched;
}

function watchAll(watching: Watching, steps: readonly Step[]): WatchedRecords {
  const walk: Walk = {
    ...watching,
    states: new Map(),
    made: new Set(),
    isBlurred: false,
    writes: 0,
    kept: undefined,
    agreeing: undefined,
    mixed: undefined,
  };
  if (!steps.some(({ kind, fate }) => kind === 'create' && fate === 'granted')) return walk;
  for (const step of steps) {
    // What protects an event leaves its texts out.
    if (step.body?.password !== undefined) break;
    if (step.kind !== 'list' && step.kind !== 'read' && step.fate !== 'refused') takeWrite(walk, step);
    for (const shown of [step.shown ?? [], step.page?.items ?? []].flat()) judgeShown(walk, shown, step);
  }
  return walk;
}

function takeWrite(walk: Walk, step: Step): void {
  walk.writes += 1;
  // Where that closes a circle, another parent may give way.
  if (step.body && 'parent' in step.body) forgetRelations(walk.states);
  if (step.kind === 'create') return takeCreate(walk, step);
  const { collection, address, shown } = step;
  const answered = shown && walk.states.get(keyOf(shown));
  const state = (address && findAt(walk.states, collection, address)) ?? answered;
  if (step.kind === 'delete') forgetRelations(walk.states);
  // Whichever it was, it is known no more.
  if (!state) return forget(walk.states, ({ collection: other }) => other === collection);
  if (step.kind === 'delete' || step.fate === 'unknown' || !step.body)
    return forget(walk.states, (one) => one === state);
  takeUpdate(walk, state, step);
}

function forget(states: OwnStates, isForgotten: (one: OwnState) => boolean): void {
  for (const [key, state] of states) if (isForgotten(state)) states.delete(key);
}

function takeCreate(walk: Walk, { exchange, collection, made, fate, body }: Step): void {
  if (fate !== 'refused' && made === undefined) walk.isBlurred = true;
  if (fate !== 'granted' || made === undefined) return;
  walk.made.add(keyOf({ collection, id: made }));
  const state: OwnState = { collection, id: made, fields: new Map(), sent: new Set(), tokens: tokensOf(exchange) };
  walk.states.set(keyOf(state), state);
  if (body) expectSent(walk, state, body);
}

/** The tokens in a request, however its body is written. */
const tokensOf = ({ request: { target, body } }: Exchange): Set<string> =>
  new Set(tokensIn(`${target} ${body ? toText(body) : ''}`));

function takeUpdate(walk: Walk, state: OwnState, { exchange, body = {} }: Step): void {
  const { method } = exchange.request;
  const isReset = method !== 'PATCH' && fateOfUnsent(walk, method === 'PUT' ? 'PUT' : 'POST') === 'reset';
  const touched = touchedBy(state.collection, fieldsOf(state.collection, body));
  for (const name of state.fields.keys()) {
    // What nobody sent may follow from what somebody sends now.
    if (isReset || touched.includes(name) || !state.sent.has(name)) state.fields.delete(name);
  }
  if (isReset) state.sent.clear();
  for (const token of tokensOf(exchange)) state.tokens.add(token);
  expectSent(walk, state, body);
}

function expectSent(
  { writes }: Walk,
  { collection, fields, sent }: OwnState,
  body: Readonly<Record<string, JsonValue>>,
): void {
  for (const name of fieldsOf(collection, body)) {
    const value = body[name];
    if (!saysAnything(value)) {
      sent.delete(name);
      continue;
    }
    sent.add(name);
    if (isKeptAnywhere(collection, name, value)) fields.set(name, { as: 'sent', value, zone: body.timezone, writes });
  }
}
