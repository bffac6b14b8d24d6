import type { Baseline } from '../harness/baseline.js';
import type { CalendarRequirement } from '../target/subject.js';
import type { Environment, Output } from './environment.js';
import type { RunOptions } from './options.js';
import type { RunTarget } from './run-target.js';

/** What the parts of one run share. */
export interface Run {
  readonly options: RunOptions;
  readonly selected: readonly CalendarRequirement[];
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
}
