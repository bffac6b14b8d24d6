import type { Baseline } from '../harness/baseline/schema.js';
import type { RunEnd } from '../harness/run-event.js';
import type { PinnedFacts } from '../target/pinned/pinned.js';
import type { CalendarRequirement } from '../target/subject.js';
import type { Environment, Output } from './environment.js';
import type { RunOptions } from './options.js';
import type { RunTarget } from './run-target.js';

/** What the parts of one run share. */
export interface Run {
  readonly options: RunOptions;
  /** All that the run is about; what is judged here is less where this is a shard of it. */
  readonly planned: readonly CalendarRequirement[];
  readonly selected: readonly CalendarRequirement[];
  /** The facts that the target is held to, where a file pins them. */
  readonly pinned: PinnedFacts | undefined;
  /** The deviations that are known, where a file of them was given. */
  readonly baseline: Baseline | undefined;
  readonly environment: Environment;
  readonly target: RunTarget;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** Where text goes: to standard error when a report takes standard output. */
  readonly output: Output;
  /** In [0, 1); the run's marker comes from it. */
  readonly random: number;
  readonly round?: Round;
}

/** All that a run is made of before its target is reached. */
export type Prepared = Pick<Run, 'options' | 'planned' | 'selected' | 'pinned' | 'baseline'>;

/** A run among others of the same kind. */
export interface Round {
  /** What is judged before all else: ids. */
  readonly first: ReadonlySet<string>;
  /** Is told how the run ended. */
  ended(end: RunEnd): void;
}
