import type { Arbitrary } from 'fast-check';
import { Deviation } from '../../kernel/deviation.js';
import { expectRefusal, expectSuccess } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused } from '../../wire/status.js';
import { type Action, describe, type Name } from './action.js';
import type { HistoryContext } from './history-context.js';
import { type AttemptedAction, type Outcome, type State, step } from './state-model.js';

/** The progress of a history. The states are those that explain all answers so far: where a choice is open, several. */
export interface Progress {
  states: readonly [State, ...State[]];
  /** The actions that were carried out. */
  readonly ran: Action[];
  /** Requests that they took, with all that was observed. */
  spent: number;
  /** The records that were observed after the last of them. */
  seen: readonly Name[];
}

const isOne = <T>(values: readonly T[]): values is readonly [T, ...T[]] => values.length > 0;

/** Follows the answer to an action. Expects it to be one that an outcome allows. */
export function followResponse(progress: Progress, attempt: AttemptedAction, exchange: Exchange): void {
  const outcomes = progress.states.flatMap((state) => step(state, attempt));
  const answer = isRefused(exchange) ? 'refused' : 'granted';
  const isAllowed = ({ response: one }: Outcome): boolean => one === answer;
  const states = outcomes.filter(isAllowed).map(({ state }) => state);
  const what = describe(attempt.action);
  if (answer === 'granted' || !isOne(states)) expectSuccess(exchange, what);
  else expectRefusal(exchange, what);
  if (isOne(states)) progress.states = states;
}

/** Follows what was seen: states in which it could not have been are left. Expects that one remains. */
export function follow(progress: Progress, expect: (state: State) => void): void {
  const states = progress.states.filter((state) => isAsExpected(() => expect(state)));
  if (isOne(states)) progress.states = states;
  // None explains it: the likeliest says what it should have been.
  expect(progress.states[0]);
}

function isAsExpected(expect: () => void): boolean {
  try {
    expect();
    return true;
  } catch (error) {
    if (error instanceof Deviation) return false;
    throw error;
  }
}

/** What is known when something is observed. */
export interface ObservedState {
  readonly context: HistoryContext;
  readonly progress: Progress;
  /** What was done last; undefined at the end of a history. */
  readonly action?: Action;
}

/** What must hold after every action of a history, whatever came before it. */
export interface Invariant {
  /** Makes the records that a history begins with. */
  readonly initial: readonly Extract<Action, { do: 'create' }>[];
  readonly actions: readonly Arbitrary<Action>[];
  /** Whether an action that could be done after others is what the invariant is about; any is, when not given. */
  isAbout?(action: Action, state: State, ran: readonly Action[]): boolean;
  /** Requests that a history may send, and how many the dearest action sends with all that is observed after it. */
  readonly requests: number;
  readonly dearest: number;
  /** What to observe after an action, by the records before and after it. */
  affected(action: Action, before: State, after: State): readonly Name[];
  /** Observes a record and expects it to be as some state has it. */
  observe(observed: ObservedState, name: Name): Promise<void>;
  /** What to observe in the end, besides what was observed last. */
  concluded(state: State): readonly Name[];
}
