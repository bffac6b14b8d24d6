import type { Arbitrary } from 'fast-check';
import type { Action, Name } from './action.js';
import type { Situation } from './situation.js';
import type { HistoryContext } from './stage.js';
import type { State } from './state.js';

/** What is known when something is looked at. */
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
  /** Requests that a history may send, and how many the dearest action sends with all that is looked at after it. */
  readonly requests: number;
  readonly dearest: number;
  /** What to look at after an action, by the records before and after it. */
  affected(action: Action, before: State, after: State): readonly Name[];
  /** Looks at a record and expects it to be as some state has it. */
  observe(scene: Scene, name: Name): Promise<void>;
  /** What to look at in the end, besides what was looked at last. */
  concluded(state: State): readonly Name[];
}
