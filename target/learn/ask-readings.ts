import type { Extension } from '../../contract/extension.js';
import type { ReadingId } from '../../contract/readings.js';
import { isRef, ref } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import { browse } from '../browse.js';
import type { Calendar } from '../calendar.js';
import type { ReadingEvidence } from '../profile.js';
import { isRefused } from '../refused.js';
import type { Bindings } from '../world/bindings.js';
import type { Built } from '../world/build.js';
import { dateProbes } from './date-probes.js';
import { filterProbes, loneCoordinate } from './filter-probes.js';
import { followUpProbes } from './follow-up-probes.js';
import { venueProbes } from './place-probes.js';
import { toProbeDays } from './probe-days.js';
import type { ProbeResult, ReadingProbe } from './reading-probe.js';
import { termProbes } from './term-probes.js';
import { type AnsweredProbe, weigh, weighAll } from './weigh.js';
import { wideProbe, windowProbe } from './window-probes.js';

export interface Asking {
  readonly built: readonly Built[];
  readonly bindings: Bindings;
  readonly firstDay: string;
  readonly extensions: readonly Extension[];
}

/**
 * Asks a target's lists how it understands what admits two meanings: first what lifts the default window, because the
 * other probes lie outside it; last what depends on other readings.
 */
export async function askReadings(
  calendar: Calendar,
  { built, bindings, firstDay, extensions }: Asking,
): Promise<ReadonlyMap<ReadingId, ReadingEvidence>> {
  const asked: AnsweredProbe[] = [];
  const keys = new Set(built.filter(({ id }) => id !== undefined).map(({ draft }) => draft.ref.key));
  const follows = (id: ReadingId): string | undefined => weigh(id, asked, (key) => keys.has(key))?.follows;
  const ask = async (probes: readonly ReadingProbe[]): Promise<void> => {
    const askable = probes.filter((probe) => isBound(probe, bindings));
    const answers = await Promise.all(askable.map((probe) => resultOf(calendar, probe, built)));
    askable.forEach((probe, index) => {
      const answer = answers[index];
      if (answer) asked.push({ probe, result: answer });
    });
  };
  const isWide = (): boolean => follows('list.default-window.lifted') === 'bound-by-bound';

  await ask([windowProbe(toProbeDays(firstDay, { wide: false }))]);
  if (isWide()) await ask([wideProbe(toProbeDays(firstDay, { wide: true }))]);
  const days = toProbeDays(firstDay, { wide: isWide() });
  await ask([...dateProbes(days), ...filterProbes(days, tagSlug(built)), ...venueProbes, ...termProbes]);
  await ask([...followUpProbes(days, follows), ...(extensions.includes('geoloc') ? [loneCoordinate(days)] : [])]);
  return weighAll(asked, (key) => keys.has(key));
}

const isBound = ({ query }: ReadingProbe, bindings: Bindings): boolean =>
  Object.values(query)
    .flat()
    .every((value) => !isRef(value) || bindings.has(value));

/** The slug of `t1`: as the target shows it, else as it was sent. */
function tagSlug(built: readonly Built[]): string | undefined {
  const { key } = ref('tags', 't1');
  const tag = built.find(({ draft }) => draft.ref.ref === 'tags' && draft.ref.key === key);
  const slug = tag?.shown?.json.slug ?? tag?.written.body.slug;
  return typeof slug === 'string' ? slug : undefined;
}

async function resultOf(
  calendar: Calendar,
  { collection, query }: ReadingProbe,
  built: readonly Built[],
): Promise<ProbeResult | undefined> {
  try {
    const { items } = await browse(calendar, collection, query);
    const own = built.filter(({ draft }) => draft.ref.ref === collection);
    const keyById = new Map(own.map(({ id, draft }) => [id, draft.ref.key]));
    return { kind: 'listed', keys: items.flatMap(({ id }) => keyById.get(id) ?? []) };
  } catch (error) {
    // A contradiction is for the requirements to judge; here it only teaches less.
    if (error instanceof Inconclusive) return undefined;
    if (!(error instanceof Deviation)) throw error;
    const { exchange } = error.details;
    return exchange && isRefused(exchange) ? { kind: 'refused' } : undefined;
  }
}
