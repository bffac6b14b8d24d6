import type { ListQuery } from '../generators/wire.js';
import type { TargetProfile } from './profile.js';

/** Days, `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What lifts the default window over some days where not any date parameter does: start_date and end_date. */
export const toLifted = ({ from, to }: Period): ListQuery => ({
  start_date: `${from} 00:00:00`,
  end_date: `${to} 23:59:59`,
});

/** The same as far as the target needs it (reading `list.default-window.lifted`). */
export const lift = ({ choices }: Pick<TargetProfile, 'choices'>, period: Period): ListQuery =>
  choices['list.default-window.lifted'] === 'bound-by-bound' ? toLifted(period) : {};
