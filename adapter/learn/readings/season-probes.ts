import type { ListQuery } from '../../../generators/wire-value.js';
import { addDays, addSeconds, atTime } from '../../notation/day-times.js';
import { utcOffsetsIn } from '../../notation/time-zone.js';
import { toLifted } from '../../reading/record-queries.js';
import { MIDNIGHT_OF, type Season, seasonKey, seasons } from '../../world/season-events.js';
import type { ProbeDays, ReadingProbe } from './reading-probe.js';

/** A bound of a list: what it is about, and on which side of it events are selected. */
const bounds = [
  { verb: 'starts', side: 'after' },
  { verb: 'starts', side: 'before' },
  { verb: 'ends', side: 'after' },
  { verb: 'ends', side: 'before' },
] as const;
type Bound = (typeof bounds)[number];

/** What the probes of seasons work with. */
export interface Seasonal {
  readonly days: Readonly<Record<Season, string>>;
  /** The zone of the site, if it is known. */
  readonly zone: string | undefined;
}

/** Spare days on either side: on which clock they are is open. */
const SPARE = 3;

/** The three events beside a midnight, as lists of one side of it show them. */
const sidesOf = (season: Season, { side }: Bound) => {
  const [early, late] = [seasonKey(season, 'early'), seasonKey(season, 'late')];
  return side === 'after' ? { inside: late, outside: early } : { inside: early, outside: late };
};

/** A strict list of one season with a bound that is moved from the midnight by some seconds. */
function queryOf({ days }: Seasonal, season: Season, { bound, moved, wide }: Asked): ListQuery {
  const [from, to] = [addDays(days[season], -SPARE), addDays(days[season], 2 * SPARE)];
  const midnight = atTime(addDays(days[season], MIDNIGHT_OF[bound.verb]), '00:00:00');
  const otherSide = bound.side === 'after' ? { ends_before: to } : { starts_after: from };
  return {
    ...(wide && toLifted({ from, to })),
    ...otherSide,
    strict_dates: true,
    [`${bound.verb}_${bound.side}`]: addSeconds(midnight, moved),
  };
}

interface Asked {
  readonly bound: Bound;
  /** In seconds. */
  readonly moved: number;
  readonly wide: boolean;
}

/** Where events are as seen from a bound: apart at it, or all on its one side if it is far from where they are compared. */
function marksOf(season: Season, bound: Bound, distance: number) {
  const { inside, outside } = sidesOf(season, bound);
  if (distance === 0) return { in: [inside], out: [outside] };
  const isSelected = distance > 0 === (bound.side === 'after');
  return isSelected ? { in: [inside, outside] } : { out: [inside, outside] };
}

/**
 * Which events each clock shows at a bound that is so many seconds before midnight, on a site so far ahead of UTC. In a
 * season in which the site is in UTC, all clocks show the same: there the bound says nothing of them.
 */
const comparedAt = (season: Season, bound: Bound, { back, offset }: { back: number; offset: number }) =>
  offset === 0
    ? {}
    : {
        'list.compared-time': {
          'wall-clock': marksOf(season, bound, back),
          'site-zone': marksOf(season, bound, back),
          utc: marksOf(season, bound, back - offset),
        },
      };

/** On a site that is in UTC all year, no other clock is a reading of its own, whatever a list shows. */
const onlyLocal = { 'list.compared-time': { 'wall-clock': {}, 'site-zone': {} } };

/** Whether a strict bound leaves out what is at its very time: asked a second on either side as well. */
function strictProbe(seasonal: Seasonal, season: Season, asked: Asked): ReadingProbe {
  const { bound } = asked;
  const on = seasonKey(season, 'on');
  const { inside, outside } = sidesOf(season, bound);
  const [offset] = offsetsIn(seasonal, season);
  return {
    collection: 'events',
    query: queryOf(seasonal, season, asked),
    marks: {
      [`list.${bound.verb}-${bound.side}.strict`]: {
        exclusive: { in: [inside], out: [on, outside] },
        inclusive: { in: [inside, on], out: [outside] },
      },
      ...(isInUtc(seasonal) && onlyLocal),
      ...(offset !== undefined && comparedAt(season, bound, { back: 0, offset })),
    },
  };
}

const offsetsIn = ({ days, zone }: Seasonal, season: Season): readonly number[] =>
  zone === undefined ? [] : utcOffsetsIn(zone, atTime(days[season], '12:00:00'));

/** Whether the site is known to be in UTC all year. */
export const isInUtc = (seasonal: Seasonal): boolean =>
  seasons.every((season) => offsetsIn(seasonal, season).includes(0));

/** On a site that is not in UTC, the same bounds where they are in UTC. */
const clockProbes = (seasonal: Seasonal, season: Season, wide: boolean): readonly ReadingProbe[] =>
  offsetsIn(seasonal, season)
    .filter((offset) => offset !== 0)
    .flatMap((offset) =>
      [bounds[0], bounds[3]].map((bound) => ({
        collection: 'events' as const,
        query: queryOf(seasonal, season, { bound, moved: -offset, wide }),
        marks: comparedAt(season, bound, { back: offset, offset }),
      })),
    );

/** The season in which the world's own days are not: other probes ask there. */
const otherSeason = (day: string): Season => (/^\d{4}-0[4-9]/.test(day) ? 'winter' : 'summer');

/** The probes of strict bounds in the other season than the world's, and of the clock in both. */
export const seasonProbes = ({ isWide, day }: ProbeDays, seasonal: Seasonal): readonly ReadingProbe[] => [
  ...bounds.map((bound) => strictProbe(seasonal, otherSeason(day(0)), { bound, moved: 0, wide: isWide })),
  ...seasons.flatMap((season) => clockProbes(seasonal, season, isWide)),
];
