import type { BaselineContext } from '../harness/baseline.js';
import { toDay } from '../harness/baseline/day.js';
import type { Run } from './run.js';
import type { Session } from './session.js';

/** What the baseline of a run is held against; undefined where none was given. */
export const toBaselineContext = ({ baseline, options }: Run, { calendar }: Session): BaselineContext | undefined =>
  baseline && { baseline, choices: calendar.profile.choices, today: toDay(options.now) };
