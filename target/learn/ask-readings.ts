import type { ReadingId } from '../../contract/readings.js';
import { isRef } from '../../generators/wire.js';
import type { Calendar } from '../calendar.js';
import type { Bindings, Built } from '../world/build.js';
import { browse } from '../browse.js';
import { explain, type ReadingProbe } from './readings.js';

/** Asks the probes of readings; a reading that no alternative explains, or more than one, stays unlearned. */
export async function askReadings(
  calendar: Calendar,
  probes: readonly ReadingProbe[],
  { built, bindings }: { readonly built: readonly Built[]; readonly bindings: Bindings },
): Promise<ReadonlyMap<ReadingId, string>> {
  const learned = new Map<ReadingId, string>();
  const askable = probes.filter(({ query }) =>
    Object.values(query)
      .flat()
      .every((value) => !isRef(value) || bindings.has(value)),
  );
  await Promise.all(
    askable.map(async (probe) => {
      const alternative = await ask(calendar, probe, built);
      if (alternative !== undefined) learned.set(probe.reading, alternative);
    }),
  );
  return learned;
}

async function ask(calendar: Calendar, probe: ReadingProbe, built: readonly Built[]): Promise<string | undefined> {
  try {
    const { items } = await browse(calendar, probe.collection, probe.query);
    const ids = new Set(items.map(({ id }) => id));
    const present = built.filter(
      ({ draft, id }) => draft.ref.ref === probe.collection && id !== undefined && ids.has(id),
    );
    return explain(probe, new Set(present.map(({ draft }) => draft.ref.key)));
  } catch (error) {
    // A refusal or a contradiction is for the requirements to judge; here it only teaches less.
    if (error instanceof Error && ['Deviation', 'CannotTell'].includes(error.name)) return probe.refused;
    throw error;
  }
}
