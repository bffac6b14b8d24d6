import { type Collection, collections, eventRelations, type Field, resourceOf } from '../../contract/resources.js';
import { type ListQuery, type Payload, ref, type WireValue } from '../../generators/wire-value.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import type { Bindings } from '../calendar/bindings.js';
import type { Calendar } from '../calendar/calendar.js';
import { isWallClock } from '../notation/day-times.js';
import { readTime } from '../notation/shown-time.js';
import { findId, idText } from '../notation/shown-values.js';
import { idsIn, isReadable } from '../reading/agreement.js';
import { unfiltered } from '../reading/record-queries.js';
import { fieldIn, suggestShape } from '../reading/shape-discovery.js';
import type { Draft } from './world-drafts.js';

interface SampledRecord {
  readonly collection: Collection;
  readonly id: string;
  readonly json: JsonObject;
}

/** An existing record as a draft: what it shows counts as sent. Relations to unbound records are left out. */
export function toDraft({ collection, id, json }: SampledRecord, bindings: Bindings): Draft {
  const entries = Object.entries(resourceOf(collection).fields).flatMap(([name, field]): [string, WireValue][] => {
    const shown = fieldIn(json, name);
    const value = shown === undefined ? shown : toPayloadValue({ collection, name, field, bindings }, shown);
    return value === undefined ? [] : [[name, value]];
  });
  const payload: Payload = Object.fromEntries(entries);
  return { ref: ref(collection, id), payload };
}

interface SampledField {
  readonly collection: Collection;
  readonly name: string;
  readonly field: Field;
  readonly bindings: Bindings;
}

/** The shown local time; undefined for a UTC instant, as the zone of the event is unknown. */
function toLocal(shown: JsonValue | undefined): string | undefined {
  const time = readTime(shown);
  return time && !time.isUtc && isWallClock(time.wall) ? time.wall : undefined;
}

/** A shown value as a payload would contain it; undefined for an empty or unsuitable one. */
function toPayloadValue({ collection, name, field, bindings }: SampledField, shown: JsonValue): WireValue | undefined {
  if (!isReadable(collection, name, shown)) return undefined;
  const relation = Object.entries(eventRelations).find(([relationName]) => relationName === name)?.[1];
  if (collection === 'events' && relation) {
    const refs = idsIn(shown).map((id) => ref(relation, id));
    return refs.filter(bindings.has);
  }
  if (name === 'start_date' || name === 'end_date') return toLocal(shown);
  if (name === 'parent')
    return idsIn(shown)
      .map((id) => ref(collection, id))
      .find(bindings.has);
  if (field.type === 'boolean') return typeof shown === 'boolean' ? shown : undefined;
  return typeof shown === 'string' && shown !== '' ? shown : undefined;
}

/** A sampled list response. */
interface SampledPage {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
}

/** A sampled record, with the draft that the model uses. */
export interface Sampled {
  readonly draft: Draft;
  readonly id: string;
  readonly json: JsonObject;
  readonly page: SampledPage;
}

/** The sampled records, and the sampled pages, including empty ones. */
export interface Sample {
  readonly records: readonly Sampled[];
  readonly pages: readonly SampledPage[];
}

/** The queries of a sample: for events first the default window, then all. */
const queriesFor = (collection: Collection, pageSize: number): readonly ListQuery[] => {
  const whole = { per_page: pageSize, ...unfiltered[collection] };
  return collection === 'events' ? [{ per_page: pageSize }, whole] : [whole];
};

/** So many events show most of what there is; of other collections one page is enough. */
const MOST_EVENTS = 250;
const MOST_PAGES = 5;

/** Samples each collection, for a target that must not be written to. */
export async function sampleWorld(calendar: Calendar, bindings: Bindings): Promise<Sample> {
  const records: Sampled[] = [];
  const pages: SampledPage[] = [];
  // Events last: they refer to the others.
  for (const collection of [...collections].reverse()) {
    const first = await fullestPage(calendar, collection);
    if (!first) continue;
    const further = collection === 'events' ? await furtherPages(calendar, first) : [];
    for (const { page, found } of [first, ...further]) {
      pages.push(page);
      const isKnown = ({ id }: SampledRecord): boolean => bindings.has(ref(collection, id));
      for (const record of found.filter((one) => !isKnown(one))) {
        bindings.bind(ref(collection, record.id), record.id);
        records.push({ ...record, page, draft: toDraft(record, bindings) });
      }
    }
  }
  return { records, pages };
}

interface Found {
  readonly query: ListQuery;
  readonly page: SampledPage;
  readonly found: readonly SampledRecord[];
}

async function fullestPage(calendar: Calendar, collection: Collection): Promise<Found | undefined> {
  let best: Found | undefined;
  for (const query of queriesFor(collection, calendar.profile.pageSizes[collection])) {
    const page = await samplePage(calendar, collection, query);
    const found = page ? recordsIn(page) : [];
    if (page && (!best || found.length > best.found.length)) best = { query, page, found };
    if (found.length === calendar.profile.pageSizes[collection]) break;
  }
  return best;
}

/** The pages after a full one, as long as they are full. */
async function furtherPages(calendar: Calendar, { query, page, found }: Found): Promise<readonly Found[]> {
  const pageSize = calendar.profile.pageSizes[page.collection];
  const pages: Found[] = [];
  let last = found;
  for (let number = 2; number <= MOST_PAGES && last.length >= pageSize; number += 1) {
    if (pageSize * (number - 1) >= MOST_EVENTS) break;
    const next = await samplePage(calendar, page.collection, { ...query, page: number });
    if (!next) break;
    last = recordsIn(next);
    pages.push({ query, page: next, found: last });
  }
  return pages;
}

async function samplePage(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
): Promise<SampledPage | undefined> {
  const { outcome } = await calendar.list(collection, query);
  if (outcome.kind !== 'response' || !isGranted(outcome)) return undefined;
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
