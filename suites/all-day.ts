import type { JsonObject, JsonValue } from '../harness/json.js';
import { wallClock } from '../target/agreement.js';
import { addDays, atTime, dayOf } from '../target/world/wall-clock.js';

type Widen = (day: string) => string;

const start: Widen = (day) => atTime(day, '00:00:00');
const ends: readonly Widen[] = [(day) => atTime(day, '23:59:59'), (day) => atTime(addDays(day, 1), '00:00:00')];
const lastDays: readonly Widen[] = [(day) => day, (day) => addDays(day, 1)];

/**
 * What an event may show of its times: those that were sent, and, when it lasts all day, those of whole days (reading
 * `event.all-day.times`), the last one told by its end or by the midnight after it; or the days alone.
 */
export function widenings(body: JsonObject, allDay: boolean): readonly JsonObject[] {
  if (!allDay) return [body];
  const whole = ends.map((end) => widened(body, { start_date: start, end_date: end }));
  return [body, ...whole, ...lastDays.map((end) => widened(body, { start_date: (day) => day, end_date: end }))];
}

const widened = (body: JsonObject, widen: Readonly<Record<string, Widen>>): JsonObject => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(widen).flatMap(([name, toWhole]): [string, JsonValue][] => {
      const time = body[name];
      return time === undefined ? [] : [[name, toWhole(dayOf(wallClock(time)))]];
    }),
  ),
});
