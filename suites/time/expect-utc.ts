import type { Calendar } from '../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import {
  type ClockChange,
  isPlausibleUtcOffset,
  nextClockChange,
  utcOffsetsIn,
} from '../../adapter/notation/time-zone.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { type UtcOffset, utcOffsetsOf } from '../../adapter/reading/utc-offset.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { mistakes } from '../expect/mistakes.js';

/** A record as it was read, and the answer that shows it. */
export type Read = Shown & { readonly exchange: Exchange };

/** The start and end of an event. @throws Inconclusive when the target does not show them in UTC, too. */
export function expectOffsets({ lens }: Calendar, shown: Shown): readonly UtcOffset[] {
  const offsets = utcOffsetsOf(lens, shown);
  if (offsets.length < 2) throw new DoesNotApply('start and end are not shown in UTC');
  return offsets;
}

/**
 * Expects the times of an event in UTC to be those on the clock of a zone; where all times are on that of the site
 * (reading `event.times.zone`), in an unknown zone, on that of any.
 */
export function expectUtc(calendar: Calendar, { exchange, ...shown }: Read, zone: string): void {
  const isOnSiteClock = alternativesFor(calendar.profile, 'event.times.zone').includes('site');
  for (const { local, seconds } of expectOffsets(calendar, shown)) {
    const offsets = utcOffsetsIn(zone, local);
    const fits = offsets.includes(seconds) || (isOnSiteClock && isPlausibleUtcOffset(seconds));
    const expected = `${local} in ${zone} to be ${offsets.join(' or ')} s ahead of UTC`;
    const about = { mistake: mistakes.clocksDisagree };
    expectThat(fits, { kind: 'value', expected, observed: `${seconds} s`, exchange, about });
  }
}

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
