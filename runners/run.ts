import type { CalendarRequirement } from '../target/subject.js';
import type { Environment, Output } from './environment.js';
import type { RunOptions } from './options.js';
import type { RunTarget } from './run-target.js';

/** What the parts of one run share. */
export interface Run {
  readonly options: RunOptions;
  readonly selected: readonly CalendarRequirement[];
  readonly environment: Environment;
  readonly target: RunTarget;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** Where text goes: to standard error when a report takes standard output. */
  readonly output: Output;
  /** In [0, 1); the run's marker comes from it. */
  readonly random: number;
}
