import type { ListQuery } from '../../generators/wire.js';
import { type Judgement, under } from './judgement.js';
import type { Condition, Pool } from './pool.js';
import { endOf, endOfDayOf, type Moment, type Span, startOf, toMoment } from './times.js';

/** What a date filter works with: the two times of an event, the moment asked for, and whether dates are strict. */
export interface Question {
  readonly pool: Pool;
  readonly start: Span;
  readonly end: Span;
  readonly moment: Moment;
  readonly strict: boolean;
}

export type DateRule = (question: Question) => Judgement;

/** A date filter as a condition; an event that shows no times is open. */
export const toCondition = (rule: DateRule): Condition => {
  // A query asks the same of every record.
  const moments = new WeakMap<ListQuery, Moment>();
  return (record, value, { pool, query }) => {
    const [start, end] = [startOf(record, pool), endOf(record, pool)];
    if (!start || !end || typeof value !== 'string') return 'open';
    const strict = query.strict_dates === true;
    const moment = moments.get(query) ?? toMoment(value);
    moments.set(query, moment);
    return rule({ pool, start, end: strict ? end : endOfDayOf(end), moment, strict });
  };
};

/** Whole days, unless the target heeds a time without being asked to: then the very second of it is open. */
export function leniently(
  { pool, moment }: Question,
  wholeDay: () => Judgement,
  fromTime: (time: Span) => Judgement,
): Judgement {
  if (!moment.hasTime) return wholeDay();
  const { earliest, latest } = moment.time;
  return under(pool, 'list.lenient-time', (time) =>
    time === 'ignored' ? wholeDay() : fromTime({ earliest: earliest - 1, latest: latest + 1 }),
  );
}
