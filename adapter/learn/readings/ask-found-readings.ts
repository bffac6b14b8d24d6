import { isAlternativeOf, type ReadingId } from '../../../contract/readings/readings.js';
import type { Calendar } from '../../calendar/calendar.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import type { WorldRecord } from '../../world/world.js';
import { resultOf } from './ask-readings.js';
import { foundClockProbes, foundDateProbes, foundDayProbes } from './found-date-probes.js';
import { type FoundEvent, toFoundEvents } from './found-event.js';
import { foundFilterProbes } from './found-filter-probes.js';
import type { AnsweredProbe, ReadingProbe } from './reading-probe.js';
import { weighAll } from './weigh-probes.js';

/**
 * Probes the readings of lists on records that were found. They belong to others and may be more than they show: where
 * no alternative explains all that is seen, nothing is learned.
 */
export async function askFoundReadings(
  calendar: Calendar,
  records: readonly WorldRecord[],
): Promise<ReadonlyMap<ReadingId, ReadingEvidence>> {
  const events = toFoundEvents(records);
  const keys = new Set(records.map(({ ref }) => ref.key));
  const ask = async (probes: readonly ReadingProbe[]): Promise<readonly AnsweredProbe[]> => {
    const results = await Promise.all(probes.map((probe) => resultOf(calendar, probe, records)));
    return probes.flatMap((probe, index) => {
      const result = results[index];
      return result ? [{ probe, result }] : [];
    });
  };
  const weighed = (answered: readonly AnsweredProbe[]) =>
    [...weighAll(answered, (key) => keys.has(key))].filter(
      ([id, { follows }]) => follows !== undefined && isAlternativeOf(id, follows),
    );
  const { clock, comparable } = await askClocks(events, async (probes) => weighed(await ask(probes)));
  // On another clock, edges are not where they seem to be.
  const dates = clock.length > 0 ? await ask([...foundDateProbes(comparable), ...foundDayProbes(events)]) : [];
  return new Map([...clock, ...weighed([...dates, ...(await ask(foundFilterProbes(events, records)))])]);
}

type Evidence = readonly (readonly [ReadingId, ReadingEvidence])[];

interface Clock {
  readonly clock: Evidence;
  /** The events of which the edges are where they seem to be. */
  readonly comparable: readonly FoundEvent[];
}

/** The clock that a target compares times on: by all seasons, or else by one that no other clock explains. */
async function askClocks(
  events: readonly FoundEvent[],
  weighed: (probes: readonly ReadingProbe[]) => Promise<Evidence>,
): Promise<Clock> {
  const seasons = foundClockProbes(events);
  const shown = await Promise.all(
    seasons.map(async (season) => ({ ...season, clock: season.isWhole ? await weighed(season.probes) : [] })),
  );
  const clock = shown.flatMap((season) => season.clock);
  if (shown.every((season) => season.clock.length > 0)) return { clock, comparable: events };
  const settling = shown.find((season) => season.clock.length > 0 && season.settled.length > 0);
  return { clock: settling?.clock ?? [], comparable: settling?.settled ?? [] };
}
