import { MARK, type Payload } from '../../generators/wire.js';
import { addDays, atTime, dayOf } from '../../target/world/wall-clock.js';
import { type ClockChange, nextClockChange } from '../../target/zone.js';

/** When an event is, on the clock of its zone. */
export type Times = Readonly<Record<'start_date' | 'end_date', string>>;

/** An event of a zone with nothing in it but its times. */
export const zonedEvent = (timezone: string, times: Times): Payload & { readonly timezone: string } => ({
  title: `By the clock ${MARK}`,
  description: `By the clock ${MARK}`,
  timezone,
  ...times,
});

/** Which of the two changes of a year. */
export type Nth = 0 | 1;

/** A change of a zone's clock in the year after a time; undefined where it is never changed. */
export function clockChange(zone: string, from: string, nth: Nth): ClockChange | undefined {
  const next = nextClockChange(zone, from);
  return next && nth === 1 ? nextClockChange(zone, next.after) : next;
}

/** From the second before a change to the second after it; where the clock is never changed, from one day to the next. */
export function acrossChange(zone: string, from: string, nth: Nth): Times {
  const change = clockChange(zone, from, nth);
  const day = dayOf(from);
  return change
    ? { start_date: change.before, end_date: change.after }
    : { start_date: atTime(day, '16:20:59'), end_date: atTime(addDays(day, 1), '09:40:01') };
}
