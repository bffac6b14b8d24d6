import { addDays, addSeconds, dayOf } from '../../../adapter/notation/day-times.js';
import type { WireRequest } from '../../../wire/exchange.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { relinked } from '../../intercept/list-response.js';
import { isStrict, toClock } from '../../intercept/list-selection.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { Variant } from '../../variant.js';

/** Lists events by a request that says in the words of the reference server what was asked. */
const understanding =
  (understand: (call: OperationCall) => WireRequest): Variant['create'] =>
  (_, view) =>
    alsoForHead(
      interceptOperation(view, { id: 'events.list' }, async (call, next) =>
        relinked(await next(understand(call)), call),
      ),
    );

const inward = { starts_after: 1, ends_after: 1, starts_before: -1, ends_before: -1 } as const;

const withoutBounds = (call: OperationCall): WireRequest =>
  Object.entries(inward).reduce((request, [name, days]) => {
    const bound = toClock(call.query.get(name));
    return bound === undefined || isStrict(call) ? request : withParameter(request, name, addDays(dayOf(bound), days));
  }, call.request);

/** Before and after a day leave the day itself out. */
const excludingDays: Variant = {
  id: 'reading.bounds-exclude-the-day',
  aspect: 'reading.bounds',
  statement: 'Without strict_dates, bounds exclude their own day.',
  readings: {
    'list.starts-after.lenient': 'excluded',
    'list.starts-before.lenient': 'excluded',
    'list.ends-after.lenient': 'excluded',
    'list.ends-before.lenient': 'excluded',
  },
  create: understanding(withoutBounds),
};

/** What a strict parameter says in terms of a bound that leaves out its own time, by so many seconds away from it. */
const held = [
  { name: 'starts_after', bound: 'starts_after', seconds: -1 },
  { name: 'ends_after', bound: 'ends_after', seconds: -1 },
  { name: 'start_date', bound: 'starts_after', seconds: -1 },
  { name: 'end_date', bound: 'ends_before', seconds: 1 },
] as const;

const clocksOf = ({ target }: WireRequest, name: string): readonly string[] =>
  new URLSearchParams(target.split('?', 2)[1]).getAll(name).flatMap((text) => toClock(text) ?? []);

function withBoundsHeld(call: OperationCall): WireRequest {
  if (!isStrict(call) || ['include', 'include[]'].some((name) => call.query.has(name))) return call.request;
  const sent = held.flatMap(({ name, ...rest }) => {
    const clock = toClock(call.query.get(name));
    return clock === undefined ? [] : [{ name, ...rest, clock }];
  });
  const bare = sent.reduce((request, { name }) => withoutParameter(request, name), call.request);
  return sent.reduce((request, { bound, seconds, clock }) => {
    const values = [addSeconds(clock, seconds), ...clocksOf(request, bound)].toSorted();
    return withParameter(request, bound, (bound === 'ends_before' ? values[0] : values.at(-1)) ?? clock);
  }, bare);
}

/** A time is on both sides of itself, and a day of a strict date is the side that is open. */
const holdingTimes: Variant = {
  id: 'reading.bounds-hold-the-time',
  aspect: 'reading.dates',
  statement:
    'With strict_dates, starts_after and ends_after include their own time, start_date is a lower bound of starts, and end_date an upper bound of ends.',
  readings: {
    'list.starts-after.strict': 'inclusive',
    'list.ends-after.strict': 'inclusive',
    'list.start-date.strict': 'open-bound',
    'list.end-date.strict': 'open-bound',
  },
  create: understanding(withBoundsHeld),
};

/** The other readings of what bounds a list of events. */
export const boundReadings: readonly Variant[] = [excludingDays, holdingTimes];
