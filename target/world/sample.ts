import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import { type ListQuery, ref } from '../../generators/wire.js';
import { jsonOf } from '../../harness/body.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import type { Calendar } from '../calendar.js';
import { findId, suggestShape } from '../discover.js';
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

/** One page stands for the rest; terms without events are asked for too. */
const queryFor = (collection: Collection, pageSize: number): ListQuery => ({
  per_page: pageSize,
  ...((collection === 'categories' || collection === 'tags') && { hide_empty: false }),
});

/** Samples what is there, one page of each collection, for a target that must not be written to. */
export async function sampleWorld(calendar: Calendar, bindings: Bindings): Promise<readonly Sampled[]> {
  const sampled: Sampled[] = [];
  // Events last: they refer to the others.
  for (const collection of [...collections].reverse()) {
    const page = await samplePage(calendar, collection);
    const found = page ? recordsIn(page) : [];
    for (const { id } of found) bindings.bind(ref(collection, id), id);
    for (const record of found) if (page) sampled.push({ ...record, page, draft: toDraft(record, bindings) });
  }
  return sampled;
}

async function samplePage(calendar: Calendar, collection: Collection): Promise<SampledPage | undefined> {
  const { outcome } = await calendar.list(collection, queryFor(collection, calendar.profile.pageSize));
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return undefined;
  const body = jsonOf(outcome);
  return body === undefined ? undefined : { collection, body, headers: outcome.response.headers };
}

function recordsIn({ collection, body }: SampledPage): readonly SampledRecord[] {
  const items = valueAt(body, suggestShape(collection, body).items);
  if (!isJsonArray(items)) return [];
  return items.filter(isJsonObject).flatMap((json) => {
    const path = findId(json);
    const id = path && valueAt(json, path);
    return typeof id === 'string' || typeof id === 'number' ? [{ collection, id: String(id), json }] : [];
  });
}
