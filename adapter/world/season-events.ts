import type { Built } from './build-world.js';
import type { EventDesign } from './world-drafts.js';
import type { WorldRecord } from './world.js';

/** Half a year apart: where clocks are changed at all, they differ between the two. */
export const seasons = ['winter', 'summer'] as const;
export type Season = (typeof seasons)[number];

/** A midnight, and a second on either side of it. */
export type SeasonEvent = 'early' | 'on' | 'late';

/** The key of an event that starts, and ends, at the midnight of a season or a second beside it. */
export const seasonKey = (season: Season, event: SeasonEvent): string => `${season}-${event}`;

/** The midnight at which they start, and the one at which they end, in days from the day of the season. */
export const MIDNIGHT_OF = { starts: 1, ends: 3 } as const;

const design = (season: Season, event: SeasonEvent, word: string): EventDesign => {
  const [daysBefore, time] = {
    early: [1, '23:59:59'] as const,
    on: [0, '00:00:00'] as const,
    late: [0, '00:00:01'] as const,
  }[event];
  return {
    key: seasonKey(season, event),
    word,
    start: [MIDNIGHT_OF.starts - daysBefore, time],
    end: [MIDNIGHT_OF.ends - daysBefore, time],
  };
};

/** Three events in each season, without a zone of their own: a filter that is off by a second shows it. */
export const seasonEvents: Readonly<Record<Season, readonly EventDesign[]>> = {
  winter: [
    design('winter', 'early', 'Frostbite'),
    design('winter', 'on', 'Snowfall'),
    design('winter', 'late', 'Icicle'),
  ],
  summer: [
    design('summer', 'early', 'Heatwave'),
    design('summer', 'on', 'Sunburn'),
    design('summer', 'late', 'Swimming'),
  ],
};

const keys = seasons.flatMap((season) => seasonEvents[season].map(({ key }) => key));

/** Whether all of them could be created. */
export function hasSeasons(built: readonly Pick<Built, 'draft' | 'id'>[]): boolean {
  const made = new Set(built.flatMap(({ draft, id }) => (id === undefined ? [] : [draft.ref.key])));
  return keys.every((key) => made.has(key));
}

/** Months that are far from every change of clocks, here or there. */
const MONTHS: Readonly<Record<Season, readonly string[]>> = {
  winter: ['12', '01', '02'],
  summer: ['05', '06', '07', '08', '09'],
};

/** Whether an event was found, and takes place in a season. */
export function isFoundIn(season: Season, { ref, complete, payload }: WorldRecord): boolean {
  const months = [payload.start_date, payload.end_date].map((time) =>
    typeof time === 'string' ? time.slice(5, 7) : '',
  );
  return ref.ref === 'events' && !complete && months.every((month) => MONTHS[season].includes(month));
}

/** Whether events were found in each season. */
export const areFoundInSeasons = (records: readonly WorldRecord[]): boolean =>
  seasons.every((season) => records.some((record) => isFoundIn(season, record)));
