import type { Arbitrary } from 'fast-check';
import { Deviation } from '../../kernel/deviation.js';
import { expectRefusal, expectSuccess } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused } from '../../wire/status.js';
import { type Action, describe, type Name } from './action.js';
import type { HistoryContext } from './actors.js';
import { type AttemptedAction, type Outcome, type State, step } from './state-model.js';

/** How far a history has come. The states are those that explain all answers so far: where a choice is open, several. */
export interface Situation {
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
export function followResponse(situation: Situation, turn: AttemptedAction, exchange: Exchange): void {
  const outcomes = situation.states.flatMap((state) => step(state, turn));
  const answer = isRefused(exchange) ? 'refused' : 'granted';
  const isAllowed = ({ response: one }: Outcome): boolean => one === answer;
  const states = outcomes.filter(isAllowed).map(({ state }) => state);
  const what = describe(turn.action);
  if (answer === 'granted' || !isOne(states)) expectSuccess(exchange, what);
  else expectRefusal(exchange, what);
  if (isOne(states)) situation.states = states;
}

/** Follows what was seen: states in which it could not have been are left. Expects that one remains. */
export function follow(situation: Situation, expect: (state: State) => void): void {
  const states = situation.states.filter((state) => isAsExpected(() => expect(state)));
  if (isOne(states)) situation.states = states;
  // None explains it: the likeliest says what it should have been.
  expect(situation.states[0]);
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
export interface Scene {
  readonly context: HistoryContext;
  readonly situation: Situation;
  /** What was done last; undefined at the end of a history. */
  readonly action?: Action;
}

/** What must hold after every action of a history, whatever came before it. */
export interface Law {
  /** Makes the records that a history begins with. */
  readonly cast: readonly Extract<Action, { do: 'create' }>[];
  readonly actions: readonly Arbitrary<Action>[];
  /** Whether an action that could be done is what the law is about; any is, when not given. */
  isAbout?(action: Action, state: State): boolean;
  /** Requests that a history may send, and how many the dearest action sends with all that is observed after it. */
  readonly requests: number;
  readonly dearest: number;
  /** What to observe after an action, by the records before and after it. */
  affected(action: Action, before: State, after: State): readonly Name[];
  /** Observes a record and expects it to be as some state has it. */
  observe(scene: Scene, name: Name): Promise<void>;
  /** What to observe in the end, besides what was observed last. */
  concluded(state: State): readonly Name[];
}
