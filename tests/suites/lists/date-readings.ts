import { addDays, addSeconds, dayOf } from '../../../adapter/notation/day-times.js';
import type { AlternativeOf, ReadingId } from '../../../contract/readings/readings.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { emulating, without } from './emulate.js';
import { textIn } from './list-edits.js';

const dates = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before'] as const;
type DateName = (typeof dates)[number];

const ALL_TIME = { starts_after: '1900-01-01', starts_before: '2200-01-01' };

/** The choices of a target that differ from the literal ones. */
export type Choices = { readonly [Id in ReadingId]?: AlternativeOf<Id> };

const startOfDay = (time: string): string => `${dayOf(time)} 00:00:00`;
const endOfDay = (time: string): string => `${addDays(dayOf(time), 1)} 00:00:00`;
const toTime = (value: string): string => (value.length > 10 ? value : startOfDay(value));

interface Times {
  readonly start: string;
  readonly end: string;
}

/** The times that are compared. */
function timesOf(event: JsonObject, choices: Choices): Times {
  const zone = textIn(event, 'timezone');
  const compared = choices['list.compared-time'] ?? 'wall-clock';
  const utc = { start: textIn(event, 'utc_start_date'), end: textIn(event, 'utc_end_date') };
  // The site's zone of these tests is UTC + 5:30.
  const site = { start: addSeconds(utc.start, 19_800), end: addSeconds(utc.end, 19_800) };
  if (compared === 'utc') return utc;
  return compared === 'site-zone' && zone !== ''
    ? site
    : { start: textIn(event, 'start_date'), end: textIn(event, 'end_date') };
}

/** Whether an event meets one date parameter, as a target with these choices understands it. */
function meets(name: DateName, value: string, strict: boolean, { start, end }: Times, choices: Choices): boolean {
  const exact = strict || (value.length > 10 && choices['list.lenient-time'] === 'kept');
  const time = toTime(value);
  if (name === 'start_date') {
    const reading = choices['list.start-date'] ?? 'on-day';
    const judged = reading === 'end-lower-bound' ? end : start;
    const exactness = choices['list.start-date.strict'] ?? 'to-end-of-day';
    if (strict && exactness === 'exact-time') return start === time;
    const from = judged >= (exact ? time : startOfDay(time));
    const isBound = strict ? exactness === 'open-bound' : reading !== 'on-day';
    return from && (isBound || start < endOfDay(time));
  }
  if (name === 'end_date') {
    const reading = choices['list.end-date'] ?? 'on-day';
    const judged = reading === 'start-upper-bound' ? start : end;
    const exactness = choices['list.end-date.strict'] ?? 'to-end-of-day';
    if (strict && exactness === 'exact-time') return end === time;
    if (strict && exactness === 'to-end-of-day') return end >= time && end < endOfDay(time);
    if (strict && exactness === 'to-time') return end >= startOfDay(time) && end <= time;
    const to = exact ? judged <= time : judged < endOfDay(time);
    return to && (strict || reading !== 'on-day' || end >= startOfDay(time));
  }
  const [verb, side] = name.split('_') as ['starts' | 'ends', 'after' | 'before'];
  const judged = verb === 'starts' ? start : end;
  if (exact) {
    const inclusive = (choices[`list.${verb}-${side}.strict`] ?? 'exclusive') === 'inclusive';
    if (inclusive && judged === time) return true;
    return side === 'after' ? judged > time : judged < time;
  }
  const included = (choices[`list.${verb}-${side}.lenient`] ?? 'included') === 'included';
  if (side === 'after') return judged >= (included ? startOfDay(time) : endOfDay(time));
  return judged < (included ? endOfDay(time) : startOfDay(time));
}

const TODAY = new Date().toISOString().slice(0, 10);

/** What the default window shows where it stands: from today on, for two years. */
function inWindow({ start, end }: Times, parameters: URLSearchParams, choices: Choices): boolean {
  const isBoundByBound = choices['list.default-window.lifted'] === 'bound-by-bound';
  const isLifted = !isBoundByBound && dates.some((name) => parameters.has(name));
  const from = parameters.has('start_date') || isLifted || end >= startOfDay(TODAY);
  const to = parameters.has('end_date') || isLifted || start < startOfDay(addDays(TODAY, 730));
  return from && to;
}

/** A server that understands dates otherwise. */
export const readingDates = (choices: Choices): Interceptor =>
  emulating('events', async (parameters, ask) => {
    if (parameters.has('include')) return undefined;
    const events = await ask('events', { ...without(parameters, ...dates, 'strict_dates'), ...ALL_TIME });
    const strict = parameters.get('strict_dates') === 'true';
    return events.filter((event) => {
      const times = timesOf(event, choices);
      if (!inWindow(times, parameters, choices)) return false;
      return dates.every((name) => {
        const value = parameters.get(name);
        return value === null || meets(name, value, strict, times, choices);
      });
    });
  });
