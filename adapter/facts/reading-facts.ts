import { type ReadingId, readings } from '../../contract/readings/readings.js';
import { isError, isGranted } from '../../wire/status.js';
import type { Fact } from '../profile/fact.js';
import type { ReadingEvidence } from '../profile/target-profile.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { exchangesOf, type FactSources, indexIn, keysIn, type Seen, toFact } from './fact-sources.js';
import { segmentOf } from './service-facts.js';
import { unfilteredListsIn } from './time-facts.js';
import { removalIn } from './write-facts.js';

type ExchangeSelector = (sources: FactSources) => readonly ReadExchange[];

const isFound = (read: ReadExchange | undefined): read is ReadExchange => read !== undefined;
const showsVenues: ExchangeSelector = (sources) =>
  exchangesOf(sources, 'venues', 'create', 'read', 'list').filter(isGranted);
const showsIndex: ExchangeSelector = (sources) => [indexIn(sources)].filter(isFound);

const listsInLanguages: ExchangeSelector = ({ exchanges, profile }) =>
  exchanges.filter(({ about, query }) => about?.operation === 'list' && query.has(profile.languageParameter));

const underSegments: ExchangeSelector = (sources) =>
  sources.exchanges.filter((one) => isGranted(one) && segmentOf(sources, one) !== undefined);

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
  'language.belonging': listsInLanguages,
  'language.terms': listsInLanguages,
  'language.segment-place': underSegments,
  'language.segment-lists': (sources) => underSegments(sources).filter(({ about }) => about?.operation === 'list'),
  'up-link.form': showsIndex,
  'up-link.slash': showsIndex,
};

/** The exchanges that show a reading, for readings that are not learned from lists of the world. */
const exchangesOfReading = (sources: FactSources, id: ReadingId): readonly ReadExchange[] =>
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

/** The readings about which something was learned; `none` if no alternative fits. */
export const readingsOf = (sources: FactSources): readonly Fact[] =>
  readings.flatMap(({ id }) => {
    if (!sources.readings.has(id)) return [];
    return toFact(`readings.${id}`, sources.readings.get(id) ?? 'none', seenOf(sources, id));
  });

/** The lists that were queried about a reading. */
function seenOf(sources: FactSources, id: ReadingId): readonly Seen[] {
  const evidence = sources.profile.evidence.get(id);
  if (!evidence) return exchangesOfReading(sources, id).map((read): Seen => [read, `${read.status}`]);
  const queries = [evidence.query, ...(evidence.further ?? [])];
  return queries.flatMap((query) =>
    sources.exchanges
      .filter((read) => isAnswerTo(read, { ...evidence, query }))
      .slice(0, 1)
      .map((read): Seen => [read, toExcerpt(sources, read)]),
  );
}

function toExcerpt(sources: FactSources, read: ReadExchange): string {
  if (isError(read)) return `refused with ${read.status}`;
  return `lists ${keysIn(sources, read).join(' ') || 'none of ours'}`;
}

/** Whether a request has exactly the parameters of a query. Values are references there and ids here. */
function isAnswerTo({ about, query }: ReadExchange, evidence: ReadingEvidence): boolean {
  if (about?.operation !== 'list' || about.collection !== evidence.collection) return false;
  const others = [...query.keys()].filter((name) => !(name.replace('[]', '') in evidence.query) && name !== 'per_page');
  if (others.length > 0) return false;
  return Object.entries(evidence.query).every(([name, value]) => {
    const sent = query.get(name) ?? query.get(`${name}[]`);
    return sent !== null && (typeof value === 'object' || sent === String(value));
  });
}
