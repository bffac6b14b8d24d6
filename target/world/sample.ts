import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import { type ListQuery, ref } from '../../generators/wire.js';
import { jsonOf } from '../../harness/body.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import type { Calendar } from '../calendar.js';
import { suggestShape } from '../discover.js';
import { findId, idText } from '../find-id.js';
import { unfiltered } from '../unfiltered.js';
import type { Bindings } from './bindings.js';
import type { Draft } from './draft.js';
import { type SampledRecord, toDraft } from './sampled-draft.js';

/** A list answer that was sampled. */
interface SampledPage {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
}

/** An existing record, taken as if we had made it: what it shows is what the model goes by. */
export interface Sampled {
  readonly draft: Draft;
  readonly id: string;
  readonly json: JsonObject;
  readonly page: SampledPage;
}

/** What was sampled: records, and the pages that were taken, those without any record too. */
export interface Sample {
  readonly records: readonly Sampled[];
  readonly pages: readonly SampledPage[];
}

/** One page stands for the rest: what is shown unasked, else what a window as wide as time shows. */
const queriesFor = (collection: Collection, pageSize: number): readonly ListQuery[] => {
  const whole = { per_page: pageSize, ...unfiltered[collection] };
  return collection === 'events' ? [{ per_page: pageSize }, whole] : [whole];
};

/** Samples what is there, one page of each collection, for a target that must not be written to. */
export async function sampleWorld(calendar: Calendar, bindings: Bindings): Promise<Sample> {
  const records: Sampled[] = [];
  const pages: SampledPage[] = [];
  // Events last: they refer to the others.
  for (const collection of [...collections].reverse()) {
    const { page, found } = await fullestPage(calendar, collection);
    if (!page) continue;
    pages.push(page);
    for (const { id } of found) bindings.bind(ref(collection, id), id);
    for (const record of found) records.push({ ...record, page, draft: toDraft(record, bindings) });
  }
  return { records, pages };
}

interface Found {
  readonly page?: SampledPage;
  readonly found: readonly SampledRecord[];
}

async function fullestPage(calendar: Calendar, collection: Collection): Promise<Found> {
  let best: Found = { found: [] };
  for (const query of queriesFor(collection, calendar.profile.pageSize)) {
    const page = await samplePage(calendar, collection, query);
    const found = page ? recordsIn(page) : [];
    if (page && (!best.page || found.length > best.found.length)) best = { page, found };
    if (found.length === calendar.profile.pageSize) break;
  }
  return best;
}

async function samplePage(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
): Promise<SampledPage | undefined> {
  const { outcome } = await calendar.list(collection, query);
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return undefined;
  const body = jsonOf(outcome);
  return body === undefined ? undefined : { collection, body, headers: outcome.response.headers };
}

function recordsIn({ collection, body }: SampledPage): readonly SampledRecord[] {
  const items = valueAt(body, suggestShape(collection, body).items);
  if (!isJsonArray(items)) return [];
  return items.filter(isJsonObject).flatMap((json) => {
    const path = findId(json, collection);
    const id = path && idText(valueAt(json, path));
    return id === undefined ? [] : [{ collection, id, json }];
  });
}
