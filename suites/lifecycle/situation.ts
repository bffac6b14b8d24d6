import { Deviation } from '../../harness/deviation.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectRefusal, expectSuccess, isRefused } from '../../harness/expectations.js';
import type { Action, Name } from './action.js';
import { describe } from './describe.js';
import { step } from './model.js';
import type { Outcome, State, AttemptedAction } from './state.js';

/** How far a history has come. The states are those that explain all answers so far: where a choice is open, several. */
export interface Situation {
  states: readonly [State, ...State[]];
  /** The actions that were carried out. */
  readonly ran: Action[];
  /** Requests that they took, with all that was looked at. */
  spent: number;
  /** The records that were looked at after the last of them. */
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
