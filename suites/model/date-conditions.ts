import type { WorldRecord } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { ListQuery } from '../../generators/wire-value.js';
import {
  after,
  at,
  before,
  endOf,
  endOfDayOf,
  type Moment,
  notAfter,
  notBefore,
  type Span,
  startOf,
  toMoment,
} from './event-span.js';
import { type Condition, type Context, every, type Judgement, type Pool, under } from './judgement.js';

/** What a date filter works with: the two times of an event, the moment asked for, and whether dates are strict. */
interface Question {
  readonly pool: Pool;
  readonly start: Span;
  readonly end: Span;
  readonly moment: Moment;
  readonly strict: boolean;
}

type DateRule = (question: Question) => Judgement;

/** A date filter as a condition; an event that shows no times is open. */
const toCondition = (rule: DateRule): Condition => {
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
function leniently(
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

/** One side of a time: how strict dates compare on it, and which of its days a lenient filter starts or ends with. */
interface Side {
  readonly inclusive: (time: Span, bound: Span) => Judgement;
  readonly exclusive: (time: Span, bound: Span) => Judgement;
  readonly included: (time: Span, moment: Moment) => Judgement;
  readonly excluded: (time: Span, moment: Moment) => Judgement;
}

const sides: Readonly<Record<'after' | 'before', Side>> = {
  after: {
    inclusive: notBefore,
    exclusive: after,
    included: (time, { dayStart }) => notBefore(time, dayStart),
    excluded: (time, { dayEnd }) => notBefore(time, dayEnd),
  },
  before: {
    inclusive: notAfter,
    exclusive: before,
    included: (time, { dayEnd }) => before(time, dayEnd),
    excluded: (time, { dayStart }) => before(time, dayStart),
  },
};

/** `starts_after`, `starts_before`, `ends_after` and `ends_before`. */
const bounded =
  (verb: 'starts' | 'ends', name: 'after' | 'before'): DateRule =>
  (question) => {
    const { pool, moment, strict } = question;
    const time = verb === 'starts' ? question.start : question.end;
    const side = sides[name];
    if (strict) return under(pool, `list.${verb}-${name}.strict`, (bound) => side[bound](time, moment.time));
    const wholeDay = (): Judgement => under(pool, `list.${verb}-${name}.lenient`, (day) => side[day](time, moment));
    return leniently(question, wholeDay, (bound) => side.inclusive(time, bound));
  };

/** `start_date`: a day to start on, or a bound of a window. */
const onStartDate: DateRule = (question) =>
  under(question.pool, 'list.start-date', (reading) => {
    const { pool, start, end, moment, strict } = question;
    const { dayStart, dayEnd, time } = moment;
    const judged = reading === 'end-lower-bound' ? end : start;
    if (!strict) {
      const from = leniently(
        question,
        () => notBefore(judged, dayStart),
        (bound) => notBefore(judged, bound),
      );
      return reading === 'on-day' ? every([from, before(start, dayEnd)]) : from;
    }
    return under(pool, 'list.start-date.strict', (exactness) => {
      if (exactness === 'exact-time') return at(start, time);
      const from = notBefore(judged, time);
      return exactness === 'open-bound' ? from : every([from, before(start, dayEnd)]);
    });
  });

/** `end_date`: a day to end on, or a bound of a window. */
const onEndDate: DateRule = (question) =>
  under(question.pool, 'list.end-date', (reading) => {
    const { pool, start, end, moment, strict } = question;
    const { dayStart, dayEnd, time } = moment;
    const judged = reading === 'start-upper-bound' ? start : end;
    if (!strict) {
      const to = leniently(
        question,
        () => before(judged, dayEnd),
        (bound) => notAfter(judged, bound),
      );
      return reading === 'on-day' ? every([to, notBefore(end, dayStart)]) : to;
    }
    return under(pool, 'list.end-date.strict', (exactness) => {
      if (exactness === 'exact-time') return at(end, time);
      if (exactness === 'open-bound') return notAfter(judged, time);
      if (exactness === 'to-time') return every([notBefore(end, dayStart), notAfter(end, time)]);
      return every([notBefore(end, time), before(end, dayEnd)]);
    });
  });

/** The six date parameters of the event list. */
export const dateConditions = {
  start_date: toCondition(onStartDate),
  end_date: toCondition(onEndDate),
  starts_after: toCondition(bounded('starts', 'after')),
  starts_before: toCondition(bounded('starts', 'before')),
  ends_after: toCondition(bounded('ends', 'after')),
  ends_before: toCondition(bounded('ends', 'before')),
} as const satisfies Partial<Record<ParameterOf<'events'>, Condition>>;

/** The name of a date parameter of the event list. */
export type DateParameter = keyof typeof dateConditions;

/** Whether a parameter of the event list is one of these. */
export const isDateParameter = (name: string): name is DateParameter => Object.hasOwn(dateConditions, name);

/** The names of these. */
export const dateParameters: readonly DateParameter[] = Object.keys(dateConditions).filter(isDateParameter);

/**
 * Whether the default window is out of the way. What it shows is computed by the service, so where it is not, nothing
 * that it might hide is judged.
 */
export function isOutsideDefaults(_: WorldRecord, { pool, query }: Context): Judgement {
  if ('include' in query) return 'in';
  const any = dateParameters.some((name) => name in query);
  const both = 'start_date' in query && 'end_date' in query;
  return under(pool, 'list.default-window.lifted', (lifted) => ((lifted === 'any-date' ? any : both) ? 'in' : 'open'));
}
