import type { BaselineContext } from '../harness/baseline.js';
import { toDay } from '../harness/baseline/day.js';
import type { RunOptions } from './options.js';
import type { Run } from './run.js';
import type { Session } from './session.js';

/** A run, as far as its known deviations go. */
interface Knowing extends Pick<Run, 'baseline'> {
  readonly options: Pick<RunOptions, 'now'>;
}

/** What the baseline of a run is held against; undefined where none was given. */
export const toBaselineContext = ({ baseline, options }: Knowing, { calendar }: Session): BaselineContext | undefined =>
  baseline && { baseline, choices: calendar.profile.choices, today: toDay(options.now) };
