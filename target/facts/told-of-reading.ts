import type { ReadingId } from '../../contract/readings.js';
import { segmentOf } from './languages.js';
import { type FactSources, indexIn, isGranted, exchangesOf } from './sources.js';
import { unfilteredListsIn } from './times.js';
import type { ReadExchange } from './told.js';
import { removalIn } from './writes.js';

type ExchangeSelector = (sources: FactSources) => readonly ReadExchange[];

const isFound = (told: ReadExchange | undefined): told is ReadExchange => told !== undefined;
const showsVenues: ExchangeSelector = (sources) =>
  exchangesOf(sources, 'venues', 'create', 'read', 'list').filter(isGranted);
const showsIndex: ExchangeSelector = (sources) => [indexIn(sources)].filter(isFound);

const exchangeSelectors: { readonly [Id in ReadingId]?: ExchangeSelector } = {
  'list.default-window': unfilteredListsIn,
  'update.post.unsent': (sources) => updatesBy('POST', sources),
  'update.put.unsent': (sources) => updatesBy('PUT', sources),
  'delete.effect': (sources) => Object.values(removalIn(sources) ?? {}).filter(isFound),
  'id.space': (sources) =>
    [exchangesOf(sources, 'events', 'create'), exchangesOf(sources, 'organizers', 'create')].flatMap((all) =>
      all.slice(-1),
    ),
  'venue.stateprovince': showsVenues,
  'venue.show-map': showsVenues,
  'language.belonging': ({ exchanges, profile }) =>
    exchanges.filter(({ about, query }) => about?.deed === 'list' && query.has(profile.languageParameter)),
  'language.segment-place': (sources) =>
    sources.exchanges.filter((one) => isGranted(one) && segmentOf(sources, one) !== undefined),
  'up-link.form': showsIndex,
  'up-link.slash': showsIndex,
};

/** The exchanges that tell of a reading that is not learned from lists of the world. */
export const exchangesOfReading = (sources: FactSources, id: ReadingId): readonly ReadExchange[] =>
  exchangeSelectors[id]?.(sources) ?? [];

/** Updates by a verb, and the reads of what they updated. */
function updatesBy(verb: string, sources: FactSources): readonly ReadExchange[] {
  const updates = exchangesOf(sources, 'organizers', 'update').filter(
    ({ exchange }) => exchange.request.method === verb,
  );
  const addresses = updates.map(({ about }) => about?.address);
  const reads = exchangesOf(sources, 'organizers', 'read').filter(({ about }) => addresses.includes(about?.address));
  return [...updates, ...reads];
}
