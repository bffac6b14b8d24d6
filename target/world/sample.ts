import type { Collection, Field } from '../../contract/field.js';
import { collections, eventRelations, resourceOf } from '../../contract/resources.js';
import { type ListQuery, type Payload, ref, type WireValue } from '../../generators/wire.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { jsonOf } from '../../harness/body.js';
import { idsIn, wallClock } from '../agreement.js';
import type { Calendar } from '../calendar.js';
import { findField, findId, suggestShape } from '../discover.js';
import type { Bindings } from './build.js';
import type { Draft } from './design.js';
import type { TargetProfile } from '../profile.js';
import { addDays, dayOf } from './wall-clock.js';
import type { WorldRecord } from './world.js';

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

/** How many existing records of a collection stand for the rest. */
const SAMPLE = 50;

const queryFor = (collection: Collection): ListQuery => ({
  per_page: SAMPLE,
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
    if (page)
      sampled.push(
        ...found.map(({ id, json }) => ({ id, json, page, draft: toDraft(collection, id, json, bindings) })),
      );
  }
  return sampled;
}

async function samplePage(calendar: Calendar, collection: Collection): Promise<SampledPage | undefined> {
  const { outcome } = await calendar.list(collection, queryFor(collection));
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return undefined;
  const body = jsonOf(outcome);
  return body === undefined ? undefined : { collection, body, headers: outcome.response.headers };
}

function recordsIn({ collection, body }: SampledPage): readonly { readonly id: string; readonly json: JsonObject }[] {
  const items = valueAt(body, suggestShape(collection, body).items);
  if (!isJsonArray(items)) return [];
  return items.filter(isJsonObject).flatMap((json) => {
    const path = findId(json);
    const id = path && valueAt(json, path);
    return typeof id === 'string' || typeof id === 'number' ? [{ id: String(id), json }] : [];
  });
}

function toDraft(collection: Collection, id: string, json: JsonObject, bindings: Bindings): Draft {
  const entries = Object.entries(resourceOf(collection).fields).flatMap(([name, field]): [string, WireValue][] => {
    const path = findField(json, name);
    const value = path && toPayloadValue({ collection, name, field, bindings }, valueAt(json, path));
    return value === undefined ? [] : [[name, value]];
  });
  const payload: Payload = Object.fromEntries(entries);
  return { ref: ref(collection, id), payload };
}

interface FieldPlace {
  readonly collection: Collection;
  readonly name: string;
  readonly field: Field;
  readonly bindings: Bindings;
}

/** A shown value as a payload would hold it; undefined for what is empty or not of the field's kind. */
function toPayloadValue(
  { collection, name, field, bindings }: FieldPlace,
  shown: JsonValue | undefined,
): WireValue | undefined {
  const relation = Object.entries(eventRelations).find(([relationName]) => relationName === name)?.[1];
  if (collection === 'events' && relation) {
    const refs = idsIn(shown).map((id) => ref(relation, id));
    return refs.filter(bindings.has);
  }
  if (name === 'start_date' || name === 'end_date') return wallClock(shown);
  if (name === 'parent') return idsIn(shown).map((id) => ref(collection, id))[0];
  if (field.type === 'boolean') return typeof shown === 'boolean' ? shown : undefined;
  return typeof shown === 'string' && shown !== '' ? shown : undefined;
}

/** The records of a sampled world. */
export const toSampledRecords = (sampled: readonly Sampled[], { shapes }: TargetProfile): readonly WorldRecord[] =>
  sampled.map(({ draft, id, json }) => {
    const path = shapes[draft.ref.ref]?.fields.slug?.path;
    const slug = path && valueAt(json, path);
    const { ref: reference, payload } = draft;
    return {
      ref: reference,
      id,
      slug: typeof slug === 'string' ? slug : undefined,
      status: typeof payload.status === 'string' ? payload.status : undefined,
      complete: false,
      payload,
      body: json,
      language: undefined,
    };
  });

/** Days that bound the events of a sample; a day around today where there are none. */
export function windowOf(sampled: readonly Sampled[], today: string): { readonly from: string; readonly to: string } {
  const days = sampled.flatMap(({ draft: { payload } }) =>
    [payload.start_date, payload.end_date].flatMap((time) => (typeof time === 'string' ? [dayOf(time)] : [])),
  );
  const sorted = [...days, ...(days.length === 0 ? [today] : [])].sort();
  return { from: addDays(sorted[0] ?? today, -1), to: addDays(sorted.at(-1) ?? today, 1) };
}
