import type { ListQuery } from '../../generators/wire.js';
import { toLifted } from '../lift.js';
import { WORLD_DAYS } from '../world/design.js';
import { addDays, atTime } from '../world/wall-clock.js';

/** The days of the world, counted from its first, as probes ask about them. */
export interface ProbeDays {
  day(days: number): string;
  at(days: number, time: string): string;
  /** The bounds of all of them, with a day to spare for clocks that are far apart. */
  readonly from: { readonly starts_after: string };
  readonly to: { readonly ends_before: string };
  /** What has to be sent besides, where nothing else lifts the default window. */
  readonly wide: ListQuery;
}

/** The days of a world for probing; `wide` tells whether start_date and end_date have to lift the default window. */
export function toProbeDays(firstDay: string, { wide }: { readonly wide: boolean }): ProbeDays {
  const day = (days: number): string => addDays(firstDay, days);
  const at = (days: number, time: string): string => atTime(day(days), time);
  return {
    day,
    at,
    from: { starts_after: day(-1) },
    to: { ends_before: day(WORLD_DAYS + 1) },
    wide: wide ? toLifted({ from: day(-1), to: day(WORLD_DAYS + 1) }) : {},
  };
}
