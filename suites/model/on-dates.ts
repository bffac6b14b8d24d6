import { type DateRule, leniently } from './date-rule.js';
import { every, under } from './judgement.js';
import { at, before, notAfter, notBefore } from './times.js';

/** `start_date`: a day to start on, or a bound of a window. */
export const onStartDate: DateRule = (question) =>
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
export const onEndDate: DateRule = (question) =>
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
      return every([notBefore(end, time), before(end, dayEnd)]);
    });
  });
