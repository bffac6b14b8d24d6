import { type DateRule, leniently } from './date-rule.js';
import { type Judgement, under } from './judgement.js';
import { after, before, type Moment, notAfter, notBefore, type Span } from './times.js';

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
export const bounded =
  (verb: 'starts' | 'ends', name: 'after' | 'before'): DateRule =>
  (question) => {
    const { pool, moment, strict } = question;
    const time = verb === 'starts' ? question.start : question.end;
    const side = sides[name];
    if (strict) return under(pool, `list.${verb}-${name}.strict`, (bound) => side[bound](time, moment.time));
    const wholeDay = (): Judgement => under(pool, `list.${verb}-${name}.lenient`, (day) => side[day](time, moment));
    return leniently(question, wholeDay, (bound) => side.inclusive(time, bound));
  };
