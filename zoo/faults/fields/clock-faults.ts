import { addDays, addSeconds, atTime, dayOf, isWallClock } from '../../../adapter/notation/day-times.js';
import { toText, wallClock } from '../../../adapter/notation/shown-values.js';
import { utcOffsetsIn } from '../../../adapter/notation/time-zone.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { type LocalTime, rewritingUtc } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

const HOUR = 3600;

/** By how much a zone is ahead in January and in July of a year; the same twice where it has no summer time. */
const inYear = ({ zone, local, utcOffset }: LocalTime): readonly [january: number, july: number] => {
  const at = (month: string): number => utcOffsetsIn(zone, `${local.slice(0, 4)}-${month}-15 12:00:00`)[0] ?? utcOffset;
  return [at('01'), at('07')];
};

const wrongOffset = (id: string, statement: string, offsetAt: (time: LocalTime) => number): Fault => ({
  id,
  clause: 'coherence.utc',
  neighbours: ['event.field.timezone'],
  statement,
  create: rewritingUtc(offsetAt),
});

const summerForgotten = wrongOffset(
  'events.read.utc-without-summer-time',
  'Times in UTC use the winter offset of the zone all year.',
  (time) => Math.min(...inYear(time)),
);

/** Whoever takes January for winter everywhere. */
const southWithoutSummer = wrongOffset(
  'events.read.utc-southern-summer-lost',
  'In the southern hemisphere, times in UTC ignore summer time.',
  (time) => {
    const [january, july] = inYear(time);
    return january > july ? july : time.utcOffset;
  },
);

const halfHoursRounded = wrongOffset(
  'events.read.utc-half-hours-rounded',
  'Times in UTC use offsets rounded down to whole hours.',
  ({ utcOffset }) => Math.floor(utcOffset / HOUR) * HOUR,
);

const lordHoweByAnHour = wrongOffset(
  'events.read.utc-lord-howe-hour',
  'Times in UTC assume one hour of summer time, on Lord Howe Island too.',
  (time) => {
    const [january, july] = inYear(time);
    return january !== july && time.utcOffset === Math.max(january, july)
      ? Math.min(january, july) + HOUR
      : time.utcOffset;
  },
);

const endByStart = wrongOffset(
  'events.read.utc-end-by-start',
  "The UTC end of an event uses the offset of the zone at the event's start.",
  ({ zone, name, start, utcOffset }) => (name === 'end_date' ? (utcOffsetsIn(zone, start)[0] ?? utcOffset) : utcOffset),
);

const byMidnight = wrongOffset(
  'events.read.utc-by-midnight',
  'Times in UTC use the offset that the zone has at midnight of that day.',
  ({ zone, local, utcOffset }) => utcOffsetsIn(zone, atTime(dayOf(local), '00:00:00'))[0] ?? utcOffset,
);

const signOfName = wrongOffset(
  'events.read.utc-sign-of-name',
  'Times in UTC read the sign of a zone such as Etc/GMT+9 as that of its offset.',
  ({ zone, utcOffset }) => (zone.startsWith('Etc/GMT') ? -utcOffset : utcOffset),
);

const changeUnknown = wrongOffset(
  'events.read.utc-skipped-as-utc',
  'A local time that a clock change skips or repeats is shown as UTC unchanged.',
  ({ zone, local, utcOffset }) => (utcOffsetsIn(zone, local).length > 1 ? 0 : utcOffset),
);

const secondsDropped = wrongOffset(
  'events.read.utc-end-without-seconds',
  'The UTC end of an event is cut to the minute.',
  ({ name, local, utcOffset }) => (name === 'end_date' ? utcOffset + Number(local.slice(-2)) : utcOffset),
);

/** The time in UTC is calculated when a date is sent, and at no other time. */
const zoneChangeMissed: Fault = {
  id: 'events.update.utc-kept-in-new-zone',
  clause: 'coherence.utc',
  neighbours: ['event.field.timezone'],
  statement: 'An update of only the time zone of an event leaves its times in UTC unchanged.',
  create(seed, view) {
    const offsets = new Map<string, number>();
    return rewritingUtc(({ id, name, local, utcOffset }) => {
      const key = `${id} ${name} ${local}`;
      offsets.set(key, offsets.get(key) ?? utcOffset);
      return offsets.get(key) ?? utcOffset;
    })(seed, view);
  },
};

/** The column of the start knows its zone; that of the end was added later. */
const startFollowsZone: Fault = {
  id: 'events.update.start-follows-timezone',
  clause: 'coherence.utc',
  neighbours: ['event.field.timezone', 'event.update'],
  statement: 'An update of only the time zone of an event moves its start to the same instant in the new zone.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events', addressing: 'id' }, async (call, next) => {
      const { timezone, start_date: sent } = bodyOf(call.request) ?? {};
      if (typeof timezone !== 'string' || sent !== undefined) return next(call.request);
      const before = view.record(
        'events',
        await next({ ...call.request, method: 'GET', headers: call.request.headers }),
      );
      const start = before && view.text('events', before, 'start_date');
      const utc = before && view.text('events', before, 'utc_start_date');
      const [offset] = start === undefined ? [] : utcOffsetsIn(timezone, start);
      if (utc === undefined || !isWallClock(utc) || offset === undefined) return next(call.request);
      return next(editBody(call.request, (body) => ({ ...body, start_date: addSeconds(utc, offset) })));
    }),
};

/** All day means one day. */
const allDayCut: Fault = {
  id: 'events.create.all-day-one-day',
  clause: 'event.field.all_day',
  neighbours: ['event.field.end_date'],
  statement: 'An event created with all_day ends on the day on which it starts.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(editBody(request, (body) => (body.all_day === true ? untilMidnight(body) : body))),
    ),
};

const untilMidnight = (body: JsonObject): JsonObject =>
  toText(body.start_date) === '' ? body : { ...body, end_date: atTime(dayOf(wallClock(body.start_date)), '23:59:59') };

/** What begins with the day lasts it. */
const midnightIsAllDay: Fault = {
  id: 'events.create.midnight-all-day',
  clause: 'event.default.all_day',
  neighbours: ['event.field.all_day'],
  statement: 'An event created without all_day lasts all day if it starts at midnight.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(
        editBody(request, (body) =>
          body.all_day === undefined && toText(body.start_date).endsWith('00:00:00')
            ? { ...body, all_day: true }
            : body,
        ),
      ),
    ),
};

/** Every February has 28 days. */
const leapDayUnknown: Fault = {
  id: 'events.create.leap-day-unknown',
  clause: 'event.field.start_date',
  neighbours: ['event.field.all_day'],
  statement: 'An event created to start on 29 February starts on 1 March.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) => next(editBody(request, withoutLeapDay))),
};

const withoutLeapDay = (body: JsonObject): JsonObject => {
  const start = wallClock(body.start_date);
  return start.includes('-02-29 ') ? { ...body, start_date: start.replace('-02-29', '-03-01') } : body;
};

/** Days are checked against the length of the month in a common year. */
const leapDayRefused: Fault = {
  id: 'events.create.leap-day-refused',
  clause: 'event.field.start_date',
  neighbours: ['event.field.all_day'],
  statement: 'An event that starts on 29 February is refused.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, async ({ request }, next) =>
      wallClock(bodyOf(request)?.start_date).includes('-02-29 ') ? toRefusal(400) : next(request),
    ),
};

const times = ['start_date', 'end_date', 'date', 'date_utc'] as const;

/** `YYYY` where `yyyy` was meant. */
const yearOfWeek: Fault = {
  id: 'events.create.year-of-week',
  clause: 'event.field.start_date',
  neighbours: ['event.field.end_date', 'event.field.date', 'event.field.date_utc'],
  statement: 'A create of an event stores times with their week-based year.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(
        editBody(request, (body) => ({ ...body, ...Object.fromEntries(times.flatMap((name) => inWeek(body, name))) })),
      ),
    ),
};

/** A week belongs to the year in which its Thursday lies (ISO 8601). */
function inWeek(body: JsonObject, name: string): readonly [string, string][] {
  const time = wallClock(body[name]);
  if (!isWallClock(time)) return [];
  const weekday = new Date(`${dayOf(time)}T00:00:00Z`).getUTCDay() || 7;
  return [[name, `${addDays(dayOf(time), 4 - weekday).slice(0, 4)}${time.slice(4)}`]];
}

/** The two are stored apart, and an update brings one of them up to date. */
const dateLeftBehind: Fault = {
  id: 'records.update.date-left-behind',
  clause: 'coherence.utc',
  neighbours: ['event.field.date_utc', 'venue.field.date_utc', 'organizer.field.date_utc'],
  statement: 'After an update with date_utc alone, a record still shows its former date.',
  create(_, view) {
    const former = new Map<string, JsonValue>();
    const posts = ['events', 'venues', 'organizers'] as const;
    const showing = interceptOperations(view, inEach(posts, { kind: 'read' }), async ({ request, collection }, next) =>
      view.editRecord(collection, await next(request), (record) => {
        const date = former.get(`${collection}/${view.id(collection, record)}`);
        return date === undefined ? record : view.withField(collection, record, 'date', date);
      }),
    );
    const moving = interceptOperations(
      view,
      inEach(posts, { kind: 'update' }),
      async ({ request, collection }, next) => {
        const { date, date_utc: utc } = bodyOf(request) ?? {};
        const before =
          utc === undefined ? undefined : await next({ method: 'GET', target: request.target, headers: [] });
        const record = before && view.record(collection, before);
        const outcome = await next(request);
        if (record && date === undefined && isGranted(outcome))
          former.set(`${collection}/${view.id(collection, record)}`, view.field(collection, record, 'date') ?? null);
        return outcome;
      },
    );
    return inTurn(showing, moving);
  },
};

/** A time such as PHP's strtotime and Java's lenient calendars read it. */
function rolledOver(text: string): string {
  const [year, month, day] = dayOf(text).split('-').map(Number);
  const first = atTime(`${year}-${String(month).padStart(2, '0')}-01`, '00:00:00');
  return isWallClock(first) && day !== undefined
    ? `${addDays(dayOf(first), day - 1)}${text.slice('YYYY-MM-DD'.length)}`
    : text;
}

const dayRolledOver: Fault = {
  id: 'events.create.day-rolled-over',
  clause: 'event.field.start_date',
  level: 'SHOULD',
  statement: 'A start on a day that its month does not have is moved to the next month.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(
        editBody(request, (body) => {
          const { start_date: start } = body;
          return typeof start === 'string' ? { ...body, start_date: rolledOver(start) } : body;
        }),
      ),
    ),
};

/** Clocks that are wrong in some zones, at some times of the year, or at some times of the day. */
export const timeFaults: readonly Fault[] = [
  summerForgotten,
  southWithoutSummer,
  halfHoursRounded,
  lordHoweByAnHour,
  endByStart,
  byMidnight,
  signOfName,
  changeUnknown,
  secondsDropped,
  zoneChangeMissed,
  startFollowsZone,
  allDayCut,
  midnightIsAllDay,
  leapDayUnknown,
  leapDayRefused,
  yearOfWeek,
  dateLeftBehind,
  dayRolledOver,
];
