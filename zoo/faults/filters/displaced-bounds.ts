import { addDays, addSeconds, dayOf } from '../../../adapter/notation/day-times.js';
import { wallClock } from '../../../adapter/reading/agreement.js';
import type { WireRequest } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { isStrict, toClock } from '../../intercept/list-selection.js';
import { respondWith, wholeList } from '../../intercept/list-walk.js';
import { withParameter } from '../../intercept/request-edit.js';
import { misreading } from '../../list-fault.js';

const bounds = ['starts_after', 'starts_before', 'ends_after', 'ends_before'] as const;
type Bound = (typeof bounds)[number];
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Whether clocks are an hour ahead then, where they ever are. */
const isSummer = (clock: string): boolean => /^\d{4}-0[4-9]/.test(clock);

/** By how much bounds are displaced, which of them, and when. */
interface Displacement {
  readonly seconds: number;
  readonly among?: readonly Bound[];
  readonly when?: (clock: string) => boolean;
}

/** Moves the strict bounds of a request. */
const movingStrict = ({ seconds, among = bounds, when = () => true }: Displacement): Fault['create'] =>
  misreading(['events'], (call) =>
    among.reduce((request: WireRequest, bound) => {
      const clock = isStrict(call) ? toClock(call.query.get(bound)) : undefined;
      return clock !== undefined && when(clock) ? withParameter(request, bound, addSeconds(clock, seconds)) : request;
    }, call.request),
  );

const strict = (id: string, words: string, displacement: Displacement): Fault => {
  const { among = bounds } = displacement;
  return {
    id: `events.list.${id}`,
    clause: 'event.list.strict_dates',
    neighbours: among.map((bound) => `event.list.${bound}` as const),
    statement: `With strict_dates, ${among.join(', ')} select as if the bound were ${words}.`,
    create: movingStrict(displacement),
  };
};

/** Without strict dates, a bound of whole days begins or ends an hour beside midnight in one season. */
const lenient = (bound: Bound, seconds: number, season: 'winter' | 'summer'): Fault => ({
  id: `events.list.${bound}-day-displaced-in-${season}`,
  clause: `event.list.${bound}`,
  neighbours: ['event.list.strict_dates'],
  statement: `Without strict_dates, the days of ${bound} are displaced by ${Math.abs(seconds) / HOUR} hours in ${season}.`,
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const clock = toClock(call.query.get(bound));
      const isOther = isStrict(call) || call.query.has('include');
      if (clock === undefined || isOther || isSummer(clock) !== (season === 'summer')) return next(call.request);
      const isAfter = bound.endsWith('after');
      const midnight = addSeconds(`${dayOf(clock)} 00:00:00`, seconds + (isAfter ? 0 : DAY));
      const listing = { view, call, next };
      const wider = withParameter(call.request, bound, addDays(dayOf(clock), isAfter ? -2 : 2));
      const found = await wholeList(listing, wider);
      const field = bound.startsWith('starts') ? 'start_date' : 'end_date';
      return respondWith(
        listing,
        found.filter((event) => wallClock(view.field('events', event, field)) >= midnight === isAfter),
      );
    }),
});

const inSummer = { when: isSummer };
const inWinter = { when: (clock: string) => !isSummer(clock) };

/** Bounds that are displaced by a constant: a reading would excuse them if it were learned from too little. */
export const displacedBounds: readonly Fault[] = [
  strict('strict-shift-in-summer', 'an hour earlier in summer', { seconds: -HOUR, ...inSummer }),
  strict('strict-shift-later-in-summer', 'an hour later in summer', { seconds: HOUR, ...inSummer }),
  strict('strict-shift-in-winter', 'an hour earlier in winter', { seconds: -HOUR, ...inWinter }),
  strict('strict-shift-all-year', 'an hour earlier', { seconds: -HOUR }),
  strict('strict-shift-by-a-day', 'a day earlier', { seconds: -DAY }),
  strict('strict-shift-to-zone', 'eight hours later', { seconds: 8 * HOUR }),
  strict('strict-shift-by-a-second-in-summer', 'a second earlier in summer', {
    seconds: -1,
    among: ['starts_after', 'ends_after'],
    ...inSummer,
  }),
  strict('starts_after-shift-in-summer', 'an hour earlier in summer', {
    seconds: -HOUR,
    among: ['starts_after'],
    ...inSummer,
  }),
  strict('ends_before-shift-in-winter', 'an hour later in winter', {
    seconds: HOUR,
    among: ['ends_before'],
    ...inWinter,
  }),
  lenient('starts_after', -HOUR, 'summer'),
  lenient('starts_before', HOUR, 'winter'),
  lenient('ends_after', HOUR, 'summer'),
  lenient('ends_before', -HOUR, 'winter'),
];
