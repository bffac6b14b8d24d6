import type { ListQuery } from '../../../generators/wire-value.js';
import { utcOffsetsIn } from '../../notation/time-zone.js';
import { addDays, addSeconds, atTime, dayOf } from '../../notation/day-times.js';
import { lenient, strict } from './date-probes.js';
import type { FoundEvent } from './found-event.js';
import type { ReadingProbe } from './reading-probe.js';

/** An event with the edges that are asked for, and others that are days away from it on either side. */
interface Subject {
  readonly on: FoundEvent;
  readonly earlier: FoundEvent;
  readonly later: FoundEvent;
}

/** On whatever clock times are compared, and whether or not outer days are included. */
const DAYS_APART = 3;

const isOnOneDay = ({ start, end }: FoundEvent): boolean => dayOf(start) === dayOf(end) && start < end;

/** The event with its nearest neighbours that are certainly on other days; undefined where there are none. */
function toSubject(on: FoundEvent, events: readonly FoundEvent[]): Subject | undefined {
  const [before, after] = [addDays(dayOf(on.start), -DAYS_APART), addDays(dayOf(on.start), DAYS_APART)];
  const earlier = events.findLast(({ end }) => end < before);
  const later = events.find(({ start }) => dayOf(start) > after);
  return earlier && later ? { on, earlier, later } : undefined;
}

/** First those that are far from every change of clocks. */
const subjectsIn = (events: readonly FoundEvent[]): readonly Subject[] => {
  const short = events.filter(isOnOneDay);
  const subjects = short.flatMap((event) => toSubject(event, short) ?? []);
  const isFar = ({ on }: Subject): boolean => isSteady(on);
  return [...subjects.filter(isFar), ...subjects.filter((subject) => !isFar(subject))];
};

type Season = 'summer' | 'winter';

const MONTHS = {
  summer: ['04', '05', '06', '07', '08', '09', '10'],
  winter: ['11', '12', '01', '02', '03'],
} as const satisfies Record<Season, readonly string[]>;

/** The months in which clocks are changed, here or there. */
const CHANGING = ['03', '10'];

const monthOf = ({ start }: FoundEvent): string => start.slice(5, 7);

const isIn =
  (season: Season) =>
  (event: FoundEvent): boolean =>
    MONTHS[season].some((month) => month === monthOf(event));

const isSteady = (event: FoundEvent): boolean => !CHANGING.includes(monthOf(event));

const seasonOf = (event: FoundEvent): Season => (isIn('summer')(event) ? 'summer' : 'winter');

/** One for each group. */
const oneOfEach = (subjects: readonly Subject[], groupOf: (event: FoundEvent) => string): readonly Subject[] => [
  ...new Map(subjects.toReversed().map((subject) => [groupOf(subject.on), subject])).values(),
];

/** What the ends of a list are bounded by, on the side that is not probed. */
const from = ({ earlier }: Subject) => ({ starts_after: addDays(dayOf(earlier.start), -DAYS_APART) });
const to = ({ later }: Subject) => ({ ends_before: addDays(dayOf(later.end), DAYS_APART) });

const ask = (query: ListQuery, marks: ReadingProbe['marks']): ReadingProbe => ({ collection: 'events', query, marks });

const keysOf = ({ on, earlier, later }: Subject) => ({ on: on.key, earlier: earlier.key, later: later.key });

/** What starts in the two seconds around the start of an event. */
const aroundStart = ({ on }: Subject): ListQuery => ({
  strict_dates: true,
  starts_after: addSeconds(on.start, -1),
  starts_before: addSeconds(on.start, 1),
});

/** More kinds of events than these are not tried. */
const MOST_CLOCKS = 14;

/** The probes of one season, and the events on which edges can be asked if that season alone shows wall clocks. */
export interface SeasonClock {
  readonly probes: readonly ReadingProbe[];
  /** Whether there is a probe of each zone. */
  readonly isWhole: boolean;
  /** Empty where another clock would show the same: where all zones of the season are as far from UTC. */
  readonly settled: readonly FoundEvent[];
}

/**
 * Whether events are compared by their wall clocks: one of each zone and season shows it. Zones that differ from UTC by
 * different times show it in one season, too: no other clock shows all of them at their own times.
 */
export function foundClockProbes(events: readonly FoundEvent[]): readonly SeasonClock[] {
  const subjects = subjectsIn(events);
  const kinds = new Set(events.map((event) => `${event.zone} ${seasonOf(event)}`));
  if (kinds.size > MOST_CLOCKS) return [];
  const clocks = (['winter', 'summer'] as const).map((season) => toSeasonClock(season, subjects, events));
  return clocks.filter(({ isWhole, probes }) => probes.length > 0 || !isWhole);
}

function toSeasonClock(season: Season, subjects: readonly Subject[], events: readonly FoundEvent[]): SeasonClock {
  const own = events.filter(isIn(season));
  const zones = new Set(own.map(({ zone }) => zone));
  const asked = oneOfEach(
    subjects.filter(({ on }) => isIn(season)(on)),
    ({ zone }) => zone,
  );
  const offsets = new Set(asked.flatMap(({ on }) => utcOffsetsIn(on.zone, on.start)));
  return {
    probes: asked.map(toClockProbe),
    isWhole: asked.length === zones.size,
    settled: offsets.size > 1 ? own.filter(isSteady) : [],
  };
}

function toClockProbe(subject: Subject): ReadingProbe {
  const { on, earlier, later } = keysOf(subject);
  return ask(aroundStart(subject), { 'list.compared-time': { 'wall-clock': { in: [on], out: [earlier, later] } } });
}

/** Whether bounds are inclusive: at the very day and time of an event, and a second inside and outside of it. */
function edgeProbes(subject: Subject): readonly ReadingProbe[] {
  const { on, earlier, later } = keysOf(subject);
  const { start, end } = subject.on;
  const [rising, falling] = [[on, later, earlier] as const, [on, earlier, later] as const];
  const within = { in: [on], out: [earlier, later] };
  const [past, ahead] = [
    { in: [later], out: [on, earlier] },
    { in: [earlier], out: [on, later] },
  ];
  const [low, high] = [from(subject), to(subject)];
  const both = (mark: typeof within) => ({ inclusive: mark, exclusive: mark });
  return [
    ask({ starts_after: dayOf(start), ...high }, { 'list.starts-after.lenient': lenient(rising) }),
    ask({ ...low, starts_before: dayOf(start) }, { 'list.starts-before.lenient': lenient(falling) }),
    ask({ ends_after: dayOf(end), ...high }, { 'list.ends-after.lenient': lenient(rising) }),
    ask({ ...low, ends_before: dayOf(end) }, { 'list.ends-before.lenient': lenient(falling) }),
    ...[
      ask({ starts_after: start, ...high }, { 'list.starts-after.strict': strict(rising) }),
      ask({ ...low, starts_before: start }, { 'list.starts-before.strict': strict(falling) }),
      ask({ ends_after: end, ...high }, { 'list.ends-after.strict': strict(rising) }),
      ask({ ...low, ends_before: end }, { 'list.ends-before.strict': strict(falling) }),
      ask(aroundStart(subject), {
        'list.starts-after.strict': both(within),
        'list.starts-before.strict': both(within),
      }),
      ask(
        { ends_after: addSeconds(end, -1), ends_before: addSeconds(end, 1) },
        { 'list.ends-after.strict': both(within), 'list.ends-before.strict': both(within) },
      ),
      ask({ starts_after: addSeconds(start, 1), ...high }, { 'list.starts-after.strict': both(past) }),
      ask({ ...low, starts_before: addSeconds(start, -1) }, { 'list.starts-before.strict': both(ahead) }),
      ask({ ends_after: addSeconds(end, 1), ...high }, { 'list.ends-after.strict': both(past) }),
      ask({ ...low, ends_before: addSeconds(end, -1) }, { 'list.ends-before.strict': both(ahead) }),
    ].map((probe) => ({ ...probe, query: { ...probe.query, strict_dates: true } })),
  ];
}

/** A day, or a bound of a window: only an event that lasts from before it to after it separates two of the windows. */
function dayProbes(subject: Subject, events: readonly FoundEvent[]): readonly ReadingProbe[] {
  const { on, earlier, later } = keysOf(subject);
  const day = dayOf(subject.on.start);
  const [before, after] = [addDays(day, -DAYS_APART), addDays(day, DAYS_APART + 1)];
  const spanning = events.find(({ start, end }) => start < before && end > after)?.key;
  const onDay = { 'on-day': { in: [on], out: [earlier, later] } };
  const lower = spanning !== undefined && {
    'lower-bound': { in: [on, later], out: [earlier, spanning] },
    'end-lower-bound': { in: [on, later, spanning], out: [earlier] },
  };
  const upper = spanning !== undefined && {
    'upper-bound': { in: [on, earlier], out: [later, spanning] },
    'start-upper-bound': { in: [on, earlier, spanning], out: [later] },
  };
  return [
    ask({ start_date: atTime(day, '00:00:00'), ...to(subject) }, { 'list.start-date': { ...onDay, ...lower } }),
    ask({ ...from(subject), end_date: atTime(day, '23:59:59') }, { 'list.end-date': { ...onDay, ...upper } }),
  ];
}

/** Two events of one day that start and end one after the other. */
interface Pair extends Subject {
  readonly second: FoundEvent;
}

const pairsIn = (subjects: readonly Subject[]): readonly Pair[] =>
  subjects.flatMap((subject) => {
    const second = subjects.find(
      ({ on }) => dayOf(on.start) === dayOf(subject.on.start) && on.start > subject.on.start && on.end > subject.on.end,
    )?.on;
    return second ? [{ ...subject, second }] : [];
  });

/** What a time of day adds to a day, with strict dates. */
function timeProbes(pair: Pair): readonly ReadingProbe[] {
  const { on, earlier, later } = keysOf(pair);
  const second = pair.second.key;
  const outside = [earlier, later];
  return [
    ask(
      { strict_dates: true, start_date: pair.on.start, ...to(pair) },
      {
        'list.start-date.strict': {
          'to-end-of-day': { in: [on, second], out: outside },
          'exact-time': { in: [on], out: [second, ...outside] },
          'open-bound': { in: [on, second, later], out: [earlier] },
        },
      },
    ),
    ask(
      { strict_dates: true, ...from(pair), end_date: pair.on.end },
      {
        'list.end-date.strict': {
          'to-end-of-day': { in: [on, second], out: outside },
          'exact-time': { in: [on], out: [second, ...outside] },
          'to-time': { in: [on], out: [second, ...outside] },
          'open-bound': { in: [on, earlier], out: [second, later] },
        },
      },
    ),
    ask(
      { strict_dates: true, ...from(pair), end_date: pair.second.end },
      {
        'list.end-date.strict': {
          'to-end-of-day': { in: [second], out: [on, ...outside] },
          'exact-time': { in: [second], out: [on, ...outside] },
          'to-time': { in: [on, second], out: outside },
          'open-bound': { in: [on, second, earlier], out: [later] },
        },
      },
    ),
  ];
}

function lenientTimeProbe(pair: Pair): ReadingProbe {
  const { on, earlier } = keysOf(pair);
  const second = pair.second.key;
  return ask(
    { start_date: pair.second.start, ...to(pair) },
    {
      'list.lenient-time': {
        ignored: { in: [on, second], out: [earlier] },
        kept: { in: [second], out: [on, earlier] },
      },
    },
  );
}

/** Two, in two seasons where there are. */
function twoOf<One extends Subject>(some: readonly One[]): readonly One[] {
  const [first] = some;
  const other = some.find(({ on }) => first && seasonOf(on) !== seasonOf(first.on)) ?? some.at(-1);
  return first && other && other !== first ? [first, other] : [];
}

/** A pair decides by each of its events. */
function oneOrTwoOf(pairs: readonly Pair[]): readonly Pair[] {
  const two = twoOf(pairs);
  return two.length > 0 ? two : pairs;
}

/** The probes of the date filters by times, over events that were found at the times that they show. */
export function foundDateProbes(events: readonly FoundEvent[]): readonly ReadingProbe[] {
  const subjects = subjectsIn(events);
  return [
    ...twoOf(subjects).flatMap((subject) => [...edgeProbes(subject), ...dayProbes(subject, events)]),
    ...oneOrTwoOf(pairsIn(subjects)).flatMap(timeProbes),
  ];
}

/** Those of whole days: a target that is wrong about times in one season may be right about days in all. */
export const foundDayProbes = (events: readonly FoundEvent[]): readonly ReadingProbe[] =>
  twoOf(pairsIn(subjectsIn(events))).map(lenientTimeProbe);
