import { addSeconds } from '../../../adapter/notation/day-times.js';
import { utcOffsetsIn } from '../../../adapter/notation/time-zone.js';
import type { FactId } from '../../../adapter/profile/fact.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { alsoForHead, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { listed } from '../../intercept/list-response.js';
import { dateParameters, hasDates, isWithin, type Times, withoutAll } from '../../intercept/list-selection.js';
import { everyItem } from '../../intercept/list-walk.js';
import { editBody, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { inSequence, learning, unlearning } from '../../learned-facts.js';
import type { Allowance, Variant } from '../../variant.js';

/** A request for a list of events of all times. */
const ofAllTimes = (request: WireRequest): WireRequest =>
  withParameter(
    withParameter(withoutAll(request, [...dateParameters, 'strict_dates']), 'starts_after', '1000-01-01'),
    'starts_before',
    '9999-12-31',
  );

/** The times of an event in UTC, on another clock. */
function timesOf(view: WireView, event: JsonObject, show: (utc: string) => string): Times {
  const time = (name: string): string => show(view.text('events', event, name));
  return { start: time('utc_start_date'), end: time('utc_end_date') };
}

/** Where the site is: events that are sent without a zone are on its clock. */
const SITE = 'Europe/Brussels';

const onSite = (view: WireView): Interceptor =>
  interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
    next(editBody(request, (body) => ({ ...body, timezone: body.timezone ?? SITE }))),
  );

/** Compares the instants of events, shown on one clock, with the dates that a request names. */
const comparing =
  (show: (utc: string) => string): Variant['create'] =>
  (_, view) =>
    alsoForHead(
      inTurn(
        onSite(view),
        interceptOperation(view, { id: 'events.list' }, async (call, next) => {
          if (!hasDates(call)) return next(call.request);
          const context = { view, call, next };
          const events = await everyItem(context, ofAllTimes(call.request));
          return listed(
            context,
            events.filter((event) => isWithin(call, timesOf(view, event, show))),
          );
        }),
      ),
    );

const onSiteClock = (utc: string): string => addSeconds(utc, utcOffsetsIn(SITE, utc)[0] ?? 0);

const UNCERTAIN = 'Where a day begins and ends is not known to the second.';

/** What is asked about edges, of which a target that compares in UTC has others. */
const onEdges = [
  'start_date',
  'end_date',
  'strict_dates.start-date',
  'strict_dates.end-date',
  'strict_dates.default',
  'starts_after.second',
  'ends_after.second',
  'ends_before.second',
  'readings.start-date',
  'readings.end-date',
  'readings.starts-before-strict',
  'readings.ends-before-strict',
  'readings.lenient-time',
  'algebra.intervals',
  'starts_after.seasons',
  'starts_before.seasons',
  'ends_after.seasons',
  'ends_before.seasons',
].map((rule): Allowance => ({ requirement: `events.list.${rule}`, reason: UNCERTAIN }));

/** The last day of the default window is so far ahead. */
const MONTHS = 24;

const toClock = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, 19);

/** Whether an event that starts then is among those that a list without dates shows. */
function isInWindow(start: string, now: number): boolean {
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + MONTHS);
  return start >= toClock(now) && start <= toClock(last.getTime());
}

const fromNow: Variant['create'] = (_, view, clock) =>
  alsoForHead(
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const { request, query } = call;
      if (hasDates(call) || ['include', 'include[]'].some((name) => query.has(name))) return next(request);
      const context = { view, call, next };
      const events = await everyItem(context, ofAllTimes(request));
      const start = (event: JsonObject): string => view.text('events', event, 'start_date');
      return listed(
        context,
        events.filter((event) => isInWindow(start(event), clock.now())),
      );
    }),
  );

/** Where the days of a list begin is not known then, so nothing that happens there can be judged. */
const edges: readonly FactId[] = [
  'readings.list.starts-after.lenient',
  'readings.list.starts-before.lenient',
  'readings.list.ends-after.lenient',
  'readings.list.ends-before.lenient',
  'readings.list.starts-after.strict',
  'readings.list.starts-before.strict',
  'readings.list.ends-after.strict',
  'readings.list.ends-before.strict',
  'readings.list.start-date',
  'readings.list.end-date',
  'readings.list.start-date.strict',
  'readings.list.end-date.strict',
  'readings.list.lenient-time',
];

/** The other readings of what dates of a list of events are compared with, and of its default window. */
export const dateReadings: readonly Variant[] = [
  {
    id: 'reading.compared-in-utc',
    isSparse: true,
    aspect: 'reading.dates',
    statement: 'Date filters are compared with the UTC times of events.',
    readings: { 'list.compared-time': 'utc' },
    learns: inSequence(learning({ 'site.zone': SITE }), unlearning('site.day-starts', ...edges)),
    allowances: [
      ...onEdges,
      { requirement: 'events.list.clock-changes', reason: 'On which day an event is in UTC is not known.' },
    ],
    create: comparing((utc) => utc),
  },
  {
    id: 'reading.compared-on-site-clock',
    aspect: 'reading.dates',
    statement: 'Date filters are compared with the times of events in the zone of the site.',
    readings: { 'list.compared-time': 'site-zone' },
    learns: learning({ 'site.zone': SITE }),
    allowances: [{ requirement: 'events.list.ends_before.second', reason: UNCERTAIN }],
    create: comparing(onSiteClock),
  },
  {
    id: 'reading.window-by-start',
    aspect: 'default-window',
    statement: 'A list of events without date filters shows the events that start within two years from now.',
    readings: { 'list.default-window': 'by-start' },
    learns: (facts) => ({
      ...facts,
      'events.default-window': { ...facts['events.default-window'], running: false },
    }),
    create: fromNow,
  },
];
