import { dayOf, isWallClock } from '../../adapter/notation/day-times.js';
import { queryOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { WireRequest } from '../../wire/exchange.js';
import type { OperationCall } from './operation-call.js';
import { valuesOf, withoutParameter } from './request-edit.js';

/** A date as a wall clock, midnight when no time is given; undefined for what is none. */
export function toClock(text: string | null): string | undefined {
  const [, day = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text ?? '') ?? [];
  const clock = `${day} ${time.length === 5 ? `${time}:00` : time}`;
  return isWallClock(clock) ? clock : undefined;
}

/** Whether a request for a list wants its dates to be taken to the second. */
export const isStrict = ({ query }: OperationCall): boolean => /^(true|1)$/.test(query.get('strict_dates') ?? '');

/** The times of an event that date parameters are about. */
export interface Times {
  readonly start: string;
  readonly end: string;
}

type Test = (time: string, bound: string) => boolean;

interface Rule {
  readonly of: keyof Times;
  /** Asked of days. */
  readonly leniently: Test;
  /** Asked of times. */
  readonly strictly: Test;
}

const from: Test = (time, bound) => time >= bound;
const after: Test = (time, bound) => time > bound;
const until: Test = (time, bound) => time <= bound;
const before: Test = (time, bound) => time < bound;
const onDay: Test = (time, bound) => time === bound;
const restOfDay: Test = (time, bound) => time >= bound && dayOf(time) === dayOf(bound);

const rules: Readonly<Record<string, Rule>> = {
  start_date: { of: 'start', leniently: onDay, strictly: restOfDay },
  end_date: { of: 'end', leniently: onDay, strictly: restOfDay },
  starts_after: { of: 'start', leniently: from, strictly: after },
  starts_before: { of: 'start', leniently: until, strictly: before },
  ends_after: { of: 'end', leniently: from, strictly: after },
  ends_before: { of: 'end', leniently: until, strictly: before },
};

/** The parameters that select events by their dates. */
export const dateParameters: readonly string[] = Object.keys(rules);

/** Whether a request for a list selects events by their dates: include lifts that. */
export const hasDates = ({ query }: OperationCall): boolean =>
  !['include', 'include[]'].some((name) => query.has(name)) && dateParameters.some((name) => query.has(name));

/** Whether an event with these times is within the dates that a request for a list names. */
export const isWithin = (call: OperationCall, times: Times): boolean =>
  Object.entries(rules).every(([name, { of, leniently, strictly }]) => {
    const bound = toClock(call.query.get(name));
    if (bound === undefined) return true;
    return isStrict(call) ? strictly(times[of], bound) : leniently(dayOf(times[of]), dayOf(bound));
  });

/** What says from when to when, in which order, on which page and how dates are read: filters stand beside it. */
const frame =
  /^(page|per_page|order|orderby|hide_empty|status|strict_dates|(start|end)_date|(starts|ends)_(after|before))$/;

const filtersOf = (collection: Collection): readonly string[] =>
  Object.keys(queryOf(collection)).filter((name) => !frame.test(name));

/** The filters that a request for a list holds, the window of events apart. */
export const filtersSent = ({ collection, query }: OperationCall): readonly string[] =>
  filtersOf(collection).filter((name) => valuesOf(query, name).length > 0);

/** A request without several parameters. */
export const withoutAll = (request: WireRequest, names: readonly string[]): WireRequest =>
  names.reduce(withoutParameter, request);
