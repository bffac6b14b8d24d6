import type { KeyObject } from 'node:crypto';
import type { PinnedFacts } from '../../adapter/profile/pinned-facts.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { RunEnd, RunEvent } from '../../kernel/run-event.js';
import { toDay } from '../../reports/baseline/adoption.js';
import type { Baseline } from '../../reports/baseline/baseline-schema.js';
import type { BaselineContext } from '../../reports/baseline/baseline.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import type { Environment, Output } from '../input/environment.js';
import type { RunOptions } from './run-options.js';
import type { RunTarget } from './run-target.js';
import type { Session } from './session.js';

/** The context of one run. */
export interface Run {
  readonly options: RunOptions;
  /** All that the run is about; what is judged here is less where this is a shard of it. */
  readonly planned: readonly CalendarRequirement[];
  readonly selected: readonly CalendarRequirement[];
  /** The facts that the target is held to, where a file pins them. */
  readonly pinned: PinnedFacts | undefined;
  /** The deviations that are known, where a file of them was given. */
  readonly baseline: Baseline | undefined;
  /** What signs the statement of the run. */
  readonly signingKey?: KeyObject | undefined;
  readonly environment: Environment;
  readonly target: RunTarget;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** Where text goes: to standard error when a report takes standard output. */
  readonly output: Output;
  /** In [0, 1); the run's marker comes from it. */
  readonly random: number;
  readonly round?: Round;
  /** Written while the run goes on, where a report asks for it. */
  readonly events?: RunEvents | undefined;
}

/** The events of a run for programs, written while it goes on. */
export interface RunEvents {
  /** The target was found and learned. */
  learned(target: Pick<RunReport, 'namespace' | 'learned'> & { readonly warnings: readonly string[] }): void;
  on(event: RunEvent): void;
  ended(report: RunReport): void;
  close(): void;
}

/** All that a run is made of before its target is reached. */
export type Prepared = Pick<Run, 'options' | 'planned' | 'selected' | 'pinned' | 'baseline' | 'signingKey'>;

/** A run among others of the same kind. */
interface Round {
  /** The ids to judge first. */
  readonly first: ReadonlySet<string>;
  /** Called with the end of the run. */
  ended(end: RunEnd): void;
}

/** A run, as far as its known deviations go. */
interface Knowing extends Pick<Run, 'baseline'> {
  readonly options: Pick<RunOptions, 'now'>;
}

/** What the baseline of a run is held against; undefined where none was given. */
export const toBaselineContext = ({ baseline, options }: Knowing, { calendar }: Session): BaselineContext | undefined =>
  baseline && { baseline, choices: calendar.profile.choices, today: toDay(options.now) };
