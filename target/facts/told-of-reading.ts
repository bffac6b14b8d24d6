import type { ReadingId } from '../../contract/readings.js';
import { segmentOf } from './languages.js';
import { type FactSources, indexIn, isGranted, toldOf } from './sources.js';
import { unaskedIn } from './times.js';
import type { Told } from './told.js';
import { removalIn } from './writes.js';

type Telling = (sources: FactSources) => readonly Told[];

const isFound = (told: Told | undefined): told is Told => told !== undefined;
const showsVenues: Telling = (sources) => toldOf(sources, 'venues', 'create', 'read', 'list').filter(isGranted);
const showsIndex: Telling = (sources) => [indexIn(sources)].filter(isFound);

const tellings: { readonly [Id in ReadingId]?: Telling } = {
  'list.default-window': unaskedIn,
  'update.post.unsent': (sources) => updatesBy('POST', sources),
  'update.put.unsent': (sources) => updatesBy('PUT', sources),
  'delete.effect': (sources) => Object.values(removalIn(sources) ?? {}).filter(isFound),
  'id.space': (sources) =>
    [toldOf(sources, 'events', 'create'), toldOf(sources, 'organizers', 'create')].flatMap((all) => all.slice(-1)),
  'venue.stateprovince': showsVenues,
  'venue.show-map': showsVenues,
  'language.belonging': ({ told, profile }) =>
    told.filter(({ about, query }) => about?.deed === 'list' && query.has(profile.languageParameter)),
  'language.segment-place': (sources) =>
    sources.told.filter((one) => isGranted(one) && segmentOf(sources, one) !== undefined),
  'up-link.form': showsIndex,
  'up-link.slash': showsIndex,
};

/** The exchanges that tell of a reading that is not learned from lists of the world. */
export const toldOfReading = (sources: FactSources, id: ReadingId): readonly Told[] => tellings[id]?.(sources) ?? [];

/** Updates by a verb, and the reads of what they updated. */
function updatesBy(verb: string, sources: FactSources): readonly Told[] {
  const updates = toldOf(sources, 'organizers', 'update').filter(({ exchange }) => exchange.request.method === verb);
  const addresses = updates.map(({ about }) => about?.address);
  const reads = toldOf(sources, 'organizers', 'read').filter(({ about }) => addresses.includes(about?.address));
  return [...updates, ...reads];
}
