import { addSeconds, dayOf, isWallClock } from '../../../adapter/notation/day-times.js';
import { utcOffsetsIn } from '../../../adapter/notation/time-zone.js';
import type { FieldShown } from '../../../adapter/profile/fact.js';
import { utcOffsetBetween } from '../../../adapter/reading/utc-offset.js';
import type { Collection } from '../../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { type Represent, representing, rewritingUtc } from '../../intercept/record-rewrite.js';
import type { WireView } from '../../intercept/wire-view.js';
import { showingFields } from '../../learned-facts.js';
import type { Allowance, Variant } from '../../variant.js';

/** The other answer to what a skipped or a repeated hour means. */
const otherInstant: Variant = {
  id: 'clocks.other-instant-at-change',
  aspect: 'reading.fields',
  statement: 'A skipped or repeated local time is shown in UTC by the other of its two offsets.',
  create: rewritingUtc(
    ({ zone, local, utcOffset }) => utcOffsetsIn(zone, local).find((other) => other !== utcOffset) ?? utcOffset,
  ),
};

const SITE = 'Europe/Brussels';

/** The alternative `site` of the reading `event.times.zone`. */
const siteClock: Variant = {
  id: 'clocks.site-alone',
  aspect: 'reading.fields',
  statement: 'All times are in the zone of the site, whatever the zone of an event.',
  readings: { 'event.times.zone': 'site' },
  allowances: [{ requirement: 'venues.list.only_with_upcoming.zone', reason: 'No event has a zone of its own.' }],
  create: rewritingUtc(({ local, utcOffset }) => utcOffsetsIn(SITE, local)[0] ?? utcOffset),
};

const toIso = (value: JsonValue | undefined): JsonValue =>
  typeof value === 'string' ? `${value.replace(' ', 'T')}Z` : null;

/** Nothing is said of how times in UTC are called, or written. */
const utcElsewhere: Variant = {
  id: 'clocks.utc-called-otherwise',
  aspect: 'names',
  statement: 'The UTC times of an event are in begins and finishes, as ISO 8601.',
  create: representing((_, collection, record) => (collection === 'events' ? withInstants(record) : record)),
};

function withInstants({ utc_start_date: begins, utc_end_date: finishes, ...record }: JsonObject): JsonObject {
  return begins === undefined ? record : { ...record, instants: { begins: toIso(begins), finishes: toIso(finishes) } };
}

/** The instant of a local time in a zone, or the other way round. */
const shifted = (zone: string, time: string, sign: 1 | -1): string => {
  const fits = (offset: number): boolean =>
    sign === -1 || utcOffsetsIn(zone, addSeconds(time, offset)).includes(offset);
  const offset = utcOffsetsIn(zone, time).find(fits) ?? 0;
  return addSeconds(time, sign * offset);
};

/** An event is published by the clock on its wall, as it begins. */
const publishedInOwnZone: Variant = {
  id: 'clocks.published-in-own-zone',
  aspect: 'reading.fields',
  statement: 'The publication date of an event is in the zone of the event.',
  create: (seed, view) => {
    const sentInUtc = new Map<string, boolean>();
    const note = interceptOperations(
      view,
      [{ id: 'events.create' }, { kind: 'update', collection: 'events' }],
      async ({ request }, next) => {
        const outcome = await next(request);
        const { date, date_utc: utc } = bodyOf(request) ?? {};
        const event = isGranted(outcome) ? view.record('events', outcome) : undefined;
        if (event && (date ?? utc) !== undefined) sentInUtc.set(view.id('events', event), date === undefined);
        return outcome;
      },
    );
    return inTurn(
      representing((_, collection, event) => publishedIn(view, sentInUtc, { collection, event }))(seed, view),
      note,
    );
  },
};

/** Nothing is said of how the times of an event are called where they are shown, or written. */
const localElsewhere: Variant = {
  id: 'clocks.local-called-otherwise',
  aspect: 'names',
  statement: 'The start and end of an event are in starts and ends, as ISO 8601 with the offset from UTC.',
  learns: showingFields(({ written, ...field }, { name }): FieldShown => {
    const at = { start_date: '/starts', end_date: '/ends' }[name];
    if (at !== undefined) return { ...field, at, written: '0000-00-00T00:00:00+00:00' };
    return { ...field, ...(written !== undefined && { written }) };
  }),
  create: representing((_, collection, record) => (collection === 'events' ? withOffsets(record) : record)),
};

function withOffsets({ start_date: start, end_date: end, ...record }: JsonObject): JsonObject {
  const { utc_start_date: utcStart, utc_end_date: utcEnd } = record;
  return start === undefined ? record : { ...record, starts: toOffset(start, utcStart), ends: toOffset(end, utcEnd) };
}

function toOffset(local: JsonValue | undefined, utc: JsonValue | undefined): JsonValue {
  if (typeof local !== 'string' || typeof utc !== 'string' || !isWallClock(local) || !isWallClock(utc))
    return local ?? null;
  const minutes = utcOffsetBetween(local, utc) / 60;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const [hh, mm] = [hours, rest].map((part) => String(part).padStart(2, '0'));
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${hh}:${mm}`;
}

/** One time says what two do. */
const publishedAtInstant: Variant = {
  id: 'clocks.published-at-instant',
  aspect: 'reading.fields',
  statement: 'A publication date is an instant in UTC, as ISO 8601, and date_utc is not shown.',
  learns: showingFields(({ written, ...field }, { name }): FieldShown => {
    const at = { date: '/date', date_utc: '/date' }[name];
    if (at !== undefined) return { ...field, at, written: '0000-00-00T00:00:00Z' };
    return { ...field, ...(written !== undefined && { written }) };
  }),
  allowances: [{ requirement: 'events.read.utc-publication', reason: 'There is one publication date, not two.' }],
  create: representing((_, __, { date_utc: utc, ...record }) =>
    utc === undefined ? record : { ...record, date: toIso(utc) },
  ),
};

/** Other clocks than those of the reference server. */
export const clocks: readonly Variant[] = [
  otherInstant,
  siteClock,
  utcElsewhere,
  localElsewhere,
  publishedInOwnZone,
  publishedAtInstant,
];

interface Published {
  readonly collection: Collection;
  readonly event: JsonObject;
}

function publishedIn(
  view: WireView,
  sentInUtc: ReadonlyMap<string, boolean>,
  { collection, event }: Published,
): JsonObject {
  const inUtc = sentInUtc.get(view.id(collection, event));
  const zone = view.text('events', event, 'timezone');
  if (collection !== 'events' || inUtc === undefined || zone === '') return event;
  const [from, to, sign] = inUtc ? (['date_utc', 'date', 1] as const) : (['date', 'date_utc', -1] as const);
  const time = view.text('events', event, from);
  return isWallClock(time) ? view.withField('events', event, to, shifted(zone, time, sign)) : event;
}

/** The local times of a record, and the ones in UTC beside them. */
const twins = [
  ['start_date', 'utc_start_date'],
  ['end_date', 'utc_end_date'],
  ['date', 'date_utc'],
  ['modified', 'modified_utc'],
] as const;

/** Shows each time as the instant that it is, in both of its places. */
const asInstants =
  (write: (instant: Date) => JsonValue): Represent =>
  (view, collection, record) =>
    twins.reduce((shown, [local, utc]) => {
      const time = view.text(collection, record, utc);
      if (!isWallClock(time)) return shown;
      const instant = write(new Date(`${time.replace(' ', 'T')}Z`));
      return view.withField(collection, view.withField(collection, shown, local, instant), utc, instant);
    }, record);

/** What is shown of a time when it is written otherwise. */
const writing = (type: string, written?: string) =>
  showingFields(({ written: before, ...field }): FieldShown => {
    if (before === undefined) return field;
    return { ...field, ...(field.type && { type: [type] }), ...(written !== undefined && { written }) };
  });

const noLocalTime: readonly Allowance[] = [
  'events.read.utc',
  'events.create.utc',
  'events.update.utc',
  'venues.list.only_with_upcoming.zone',
].map((requirement) => ({ requirement, reason: 'An instant is shown in UTC only.' }));

const common = { aspect: 'dates', allowances: noLocalTime, hides: ['coherence.utc'] } as const;

const isoInstants: Variant = {
  ...common,
  id: 'notation.instants',
  statement: 'All times are shown in UTC, as ISO 8601.',
  learns: writing('string', '0000-00-00T00:00:00.000Z'),
  create: representing(asInstants((instant) => instant.toISOString())),
};

const epochSeconds: Variant = {
  ...common,
  id: 'notation.epoch-seconds',
  statement: 'All times are shown as seconds since 1970.',
  learns: writing('integer'),
  create: representing(asInstants((instant) => instant.getTime() / 1000)),
};

const epochMilliseconds: Variant = {
  ...common,
  id: 'notation.epoch-milliseconds',
  statement: 'All times are shown as milliseconds since 1970.',
  learns: writing('integer'),
  create: representing(asInstants((instant) => instant.getTime())),
};

/** As PHP writes its DateTime. */
const dateObjects: Variant = {
  id: 'notation.date-objects',
  aspect: 'dates',
  statement: 'The start and end of an event are shown as objects of a time and its zone.',
  learns: writingStartAndEnd('object'),
  create: representing((view, collection, record) =>
    collection === 'events' ? editStartAndEnd(view, record, (date) => toParts(view, record, date)) : record,
  ),
};

function toParts(view: WireView, record: JsonObject, date: string): JsonValue {
  const timezone = view.text('events', record, 'timezone');
  return { date: `${date}.000000`, timezone_type: 3, ...(timezone !== '' && { timezone }) };
}

/** As forms have them: a day, a time and the zone of both. */
const dateAndTime: Variant = {
  id: 'notation.date-and-time',
  aspect: 'dates',
  statement: 'The start and end of an event are shown as objects of a day, a time and their zone.',
  learns: writingStartAndEnd('object'),
  create: representing((view, collection, record) => {
    const tz = view.text('events', record, 'timezone');
    const toObject = (written: string): JsonValue => ({ date: dayOf(written), time: written.slice(11), tz });
    return collection === 'events' ? editStartAndEnd(view, record, toObject) : record;
  }),
};

/** As those show it who have clocks of several places. */
const severalClocks: Variant = {
  id: 'notation.several-clocks',
  aspect: 'dates',
  statement: 'The start and end of an event are shown as objects of the local time, the time in UTC, and the zone.',
  learns: writingStartAndEnd('object'),
  create: representing((view, collection, record) => {
    const zone = view.text('events', record, 'timezone');
    const utc = (local: string): string => addSeconds(local, -(utcOffsetsIn(zone, local)[0] ?? 0));
    const toObject = (local: string): JsonValue => ({ utc: utc(local), local, zone });
    return collection === 'events' ? editStartAndEnd(view, record, toObject) : record;
  }),
};

/** As common calendars show it: an event that lasts all day has days and no times. */
const allDayAsDays: Variant = {
  id: 'notation.all-day-as-days',
  aspect: 'dates',
  statement: 'The start and end of an all-day event are shown as days.',
  create: representing((view, collection, record) => {
    const isAllDay = collection === 'events' && view.field('events', record, 'all_day') === true;
    return isAllDay ? editStartAndEnd(view, record, dayOf) : record;
  }),
};

function writingStartAndEnd(type: string) {
  return showingFields(({ written, ...field }, { name }): FieldShown => {
    const isEdited = name === 'start_date' || name === 'end_date';
    return isEdited ? { ...field, type: [type] } : { ...field, ...(written !== undefined && { written }) };
  });
}

const editStartAndEnd = (view: WireView, record: JsonObject, edit: (time: string) => JsonValue): JsonObject =>
  ['start_date', 'end_date'].reduce((shown, name) => {
    const time = view.text('events', record, name);
    return isWallClock(time) ? view.withField('events', shown, name, edit(time)) : shown;
  }, record);

/** Notations of times: zone and format are open. */
export const instants: readonly Variant[] = [
  isoInstants,
  epochSeconds,
  epochMilliseconds,
  dateObjects,
  dateAndTime,
  severalClocks,
  allDayAsDays,
];
