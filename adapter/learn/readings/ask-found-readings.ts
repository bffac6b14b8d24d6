import { isAlternativeOf, type ReadingId } from '../../../contract/readings/readings.js';
import type { Calendar } from '../../calendar/calendar.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import type { WorldRecord } from '../../world/world.js';
import { resultOf } from './ask-readings.js';
import { foundClockProbes, foundDateProbes } from './found-date-probes.js';
import { toFoundEvents } from './found-event.js';
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
  const clock = weighed(await ask(foundClockProbes(events)));
  // On another clock, edges are not where they seem to be.
  const dates = clock.length > 0 ? await ask(foundDateProbes(events)) : [];
  return new Map([...clock, ...weighed([...dates, ...(await ask(foundFilterProbes(events, records)))])]);
}
