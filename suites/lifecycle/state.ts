import type { UpdateVerb } from '../../contract/operation.js';
import type { Action, Links, Name } from './action.js';

/** What is to be expected of one record. */
export interface Entry {
  readonly life: 'there' | 'deleted';
  /** By field, the number of the write that holds its value. A field that is not in here may have any. */
  readonly written: Readonly<Record<string, number>>;
  /** What an event is linked to; a relation that is not in here may have any links. */
  readonly links: Links;
}

/** One way in which all records may be. */
export type State = ReadonlyMap<Name, Entry>;

/** One way in which a target may take an action: how it answers, and how the records are then. */
export interface Outcome {
  readonly response: 'granted' | 'refused';
  readonly state: State;
}

/** What becomes of fields that a verb does not send: more than one fate where that is not known. */
export type Fates = Readonly<Record<UpdateVerb, readonly ('kept' | 'reset')[]>>;

/** An action, with what it takes to tell what may come of it. */
export interface AttemptedAction {
  readonly action: Action;
  /** The number of the write, by which its body is found. */
  readonly number: number;
  /** The fields that the body holds. */
  readonly fields: readonly string[];
  readonly fates: Fates;
}

/** Before the first action. */
export const nothing: State = new Map();

export const isThere = (state: State, name: Name): boolean => state.get(name)?.life === 'there';
