import type { AlternativeOf } from '../../contract/readings.js';
import { collections, eventRelations } from '../../contract/resources.js';
import { parseJson, toText } from '../../harness/body.js';
import { isJsonObject } from '../../harness/json.js';
import { createdId } from '../created.js';
import { createLens } from '../lens.js';
import { idsIn } from '../shown-values.js';
import { type FactSources, isGranted, exchangesOf } from './sources.js';
import type { ReadExchange } from './told.js';

type IdSources = Omit<FactSources, 'readings'>;

/**
 * Whether all kinds of record count together. Where they do, an event has a higher id than all that it refers to, which
 * was made before, and an organizer made last has the highest of all: no counters of their own keep to both. Two records
 * of different kinds with one id are a proof of the contrary.
 */
export function idSpaceOf(sources: IdSources): AlternativeOf<'id.space'> | undefined {
  const made = collections.flatMap((collection) =>
    exchangesOf(sources, collection, 'create')
      .filter(isGranted)
      .map((told) => ({ collection, told, id: idOf(sources, told) })),
  );
  const ids = made.map(({ id }) => id).filter((id) => id !== undefined);
  if (ids.length < made.length || ids.length < ENOUGH) return undefined;
  if (new Set(ids).size < ids.length) return 'per-kind';
  const last = made.filter(({ collection, told }) => collection === 'organizers' && told.exchange.phase === 'probe');
  const before = made.filter(({ told }) => told.exchange.phase === 'world').map(({ id }) => id ?? 0);
  const isLast = last.length > 0 && last.every(({ id = 0 }) => id > Math.max(...before));
  const isAfter = made.every(({ told, id = 0 }) => refersTo(told).every((other) => id > other));
  return isLast && isAfter ? 'one' : undefined;
}

const ENOUGH = 10;

function idOf({ profile }: IdSources, { about, exchange }: ReadExchange): number | undefined {
  const id = about && createdId(createLens(profile.shapes), about.collection, exchange);
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}

/** The ids that a body refers to: an event to all kinds, a category to its parent. */
function refersTo({ about, exchange: { request } }: ReadExchange): readonly number[] {
  const sent = parseJson(toText(request.body ?? new Uint8Array()));
  if (!isJsonObject(sent)) return [];
  return Object.entries(sent)
    .filter(([name]) => name === 'parent' || (about?.collection === 'events' && name in eventRelations))
    .flatMap(([, value]) => idsIn(value).map(Number));
}
