import type { WireRequest } from '../../harness/exchange.js';
import { addDays, dayOf } from '../../target/world/wall-clock.js';
import { toClock } from '../dates-asked.js';
import { withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

const days = ['start_date', 'end_date'] as const;
const asksStrictly = (query: URLSearchParams): boolean => query.has('strict_dates');

type Bounds = Readonly<Partial<Record<`${'starts' | 'ends'}_${'after' | 'before'}`, string>>>;

/** A request for bounds in place of days, each the narrower of this and of one that is there already. */
function boundedBy(request: WireRequest, query: URLSearchParams, bounds: Bounds): WireRequest {
  const narrower = ([name, day]: [string, string]): readonly [string, string] => {
    const sorted = [day, query.get(name) ?? day].toSorted();
    return [name, (name.endsWith('after') ? sorted.at(-1) : sorted[0]) ?? day];
  };
  const bare = days.reduce(withoutParameter, request);
  return Object.entries(bounds)
    .map(narrower)
    .reduce((sent, [name, day]) => withParameter(sent, name, day), bare);
}

/** What most who hear of two dates expect. */
const asSpan: Fault = {
  id: 'events.list.days-as-span',
  clause: 'event.list.start_date',
  neighbours: ['event.list.end_date'],
  statement: 'start_date and end_date together select the events between the two.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const [from, to] = days.map((name) => toClock(query.get(name)));
      if (from === undefined || to === undefined || asksStrictly(query)) return next(request);
      const [starts_after, ends_before] = [addDays(dayOf(from), -1), addDays(dayOf(to), 1)];
      return next(boundedBy(request, query, { starts_after, ends_before }));
    }),
};

/** An event is "on" every day that it lasts. */
const goingOn: Fault = {
  id: 'events.list.start_date-going-on',
  clause: 'event.list.start_date',
  statement: 'start_date also selects the events that go on through that day.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const day = toClock(query.get('start_date'));
      if (day === undefined || query.has('end_date') || asksStrictly(query)) return next(request);
      const [starts_before, ends_after] = [addDays(dayOf(day), 1), addDays(dayOf(day), -1)];
      return next(boundedBy(request, query, { starts_before, ends_after }));
    }),
};

/** Days that are taken for more than they say. */
export const dayFilters: readonly Fault[] = [asSpan, goingOn];
