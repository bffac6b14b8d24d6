import { type ReadingId, readings } from '../../contract/readings.js';
import type { ReadingEvidence } from '../profile.js';
import type { Fact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { type FactSources, keysIn } from './sources.js';
import { exchangesOfReading } from './told-of-reading.js';
import type { ReadExchange } from './told.js';

/** The readings about which something was learned; `none` where no alternative explains what was seen. */
export const readingsOf = (sources: FactSources): readonly Fact[] =>
  readings.flatMap(({ id }) => {
    if (!sources.readings.has(id)) return [];
    return toFact(`readings.${id}`, sources.readings.get(id) ?? 'none', seenOf(sources, id));
  });

/** The lists that were asked about a reading: those with the query that shows it. */
function seenOf(sources: FactSources, id: ReadingId): readonly Seen[] {
  const evidence = sources.profile.evidence.get(id);
  if (!evidence) return exchangesOfReading(sources, id).map((told): Seen => [told, `${told.status}`]);
  const queries = [evidence.query, ...(evidence.further ?? [])];
  return queries.flatMap((query) =>
    sources.exchanges
      .filter((told) => isAnswerTo(told, { ...evidence, query }))
      .slice(0, 1)
      .map((told): Seen => [told, toExcerpt(sources, told)]),
  );
}

function toExcerpt(sources: FactSources, told: ReadExchange): string {
  if (told.status >= 300) return `refused with ${told.status}`;
  return `lists ${keysIn(sources, told).join(' ') || 'none of ours'}`;
}

/** Whether a list was asked with the parameters of a query, and no others: values are references there, ids here. */
function isAnswerTo({ about, query }: ReadExchange, evidence: ReadingEvidence): boolean {
  if (about?.deed !== 'list' || about.collection !== evidence.collection) return false;
  const others = [...query.keys()].filter((name) => !(name.replace('[]', '') in evidence.query) && name !== 'per_page');
  if (others.length > 0) return false;
  return Object.entries(evidence.query).every(([name, value]) => {
    const sent = query.get(name) ?? query.get(`${name}[]`);
    return sent !== null && (typeof value === 'object' || sent === String(value));
  });
}
