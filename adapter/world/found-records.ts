import { type Collection, collections, eventRelations } from '../../contract/resources.js';
import type { WorldRecord as FileRecord, WorldValue } from '../../contract/world-file.js';
import { toBody } from '../../generators/encode.js';
import { isRef, type Payload, type Ref, ref, type WireValue } from '../../generators/wire-value.js';
import { type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { type Bindings, toWireId } from '../calendar/bindings.js';
import { addDays, dayOf } from '../notation/day-times.js';
import type { PageSizes, TargetProfile } from '../profile/target-profile.js';
import type { Sample, Sampled } from './world-sample.js';
import type { Provisioned, World, WorldRecord } from './world.js';

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
      listed: true,
      payload,
      body: json,
      language: undefined,
    };
  });

/** Days that bound the events of a sample; the days around today without events. */
export function windowOf(events: readonly Pick<WorldRecord, 'payload'>[], today: string): World['window'] {
  const days = events.flatMap(({ payload }) =>
    [payload.start_date, payload.end_date].flatMap((time) => (typeof time === 'string' ? [dayOf(time)] : [])),
  );
  const sorted = [...days, ...(days.length === 0 ? [today] : [])].sort();
  return { from: addDays(sorted[0] ?? today, -1), to: addDays(sorted.at(-1) ?? today, 1) };
}

const relations = new Map<string, Collection>([...Object.entries(eventRelations), ['parent', 'categories']]);

/** Members of the file that are not fields. */
const keeping = ['key', 'id', 'language'];

/** Turns a record of a world file into a payload: keys become references, by default to records of the file. */
export function toPayload(record: FileRecord, toRef: (collection: Collection, key: string) => Ref = ref): Payload {
  const entries = Object.entries(record).flatMap(([name, value]): [string, WireValue][] =>
    value === undefined || keeping.includes(name) ? [] : [[name, toWire(name, value, toRef)]],
  );
  return Object.fromEntries(entries);
}

function toWire(name: string, value: WorldValue, toRef: typeof ref): WireValue {
  const collection = relations.get(name);
  if (!collection || value === null) return value;
  const refs = [value].flat().map((key) => toRef(collection, String(key)));
  return Array.isArray(value) ? refs : (refs[0] ?? null);
}

/** A record of a world file that exists on the target, as it would be sent. */
export interface ProvisionedRecord {
  readonly ref: Ref;
  readonly id: string;
  readonly payload: Payload;
  readonly body: JsonObject;
}

/**
 * The records of a world file that were found, in the default language. Their keys are their ids, as those of sampled
 * records; links to records that were not found are left out.
 */
export function toProvisionedRecords({ file, idOf }: Provisioned, bindings: Bindings): readonly ProvisionedRecord[] {
  const toRef = (collection: Collection, key: string): Ref => ref(collection, idOf(collection, key) ?? '');
  const found = collections.flatMap((collection) => {
    const records: readonly FileRecord[] = file[collection] ?? [];
    return records.flatMap((record) => {
      const id = idOf(collection, record.key);
      return id === undefined || record.language !== undefined ? [] : [{ own: ref(collection, id), id, record }];
    });
  });
  for (const { own, id } of found) bindings.bind(own, id);
  return found.map(({ own, id, record }) => {
    const payload = withoutUnbound(toPayload(record, toRef), bindings);
    const body = toBody(payload, { id: (link) => toWireId(bindings.idOf(link)), mark: '' });
    return { ref: own, id, payload, body };
  });
}

/** Whether a world file contains the whole calendar: every listed record, with one page per collection. */
export const holdsAll = (
  known: readonly ProvisionedRecord[],
  { records, pages }: Sample,
  pageSizes: PageSizes,
): boolean => {
  const ids = new Set(known.map(keyOf));
  const countOf = (collection: Collection) => records.filter(({ draft }) => draft.ref.ref === collection).length;
  return (
    new Set(pages.map(({ collection }) => collection)).size === collections.length &&
    collections.every((collection) => countOf(collection) < pageSizes[collection]) &&
    records.every(({ draft: { ref: own }, id }) => ids.has(keyOf({ ref: own, id })))
  );
};

const keyOf = ({ ref: { ref: collection }, id }: { readonly ref: Ref; readonly id: string }) => `${collection}/${id}`;

function withoutUnbound(payload: Payload, { has }: Bindings): Payload {
  const isBound = (value: unknown): boolean => !isRef(value) || has(value);
  const entries = Object.entries(payload).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter(isBound) : isBound(value) ? value : null,
  ]);
  return Object.fromEntries(entries) as Payload;
}

/**
 * Merges the sampled records with those of a world file, which takes precedence. An event in both is complete; other
 * records are only if the file contains the whole calendar, because other events may be linked to them.
 */
export function withProvisioned(
  sampled: readonly WorldRecord[],
  known: readonly ProvisionedRecord[],
  { isWhole }: { readonly isWhole: boolean },
): readonly WorldRecord[] {
  const byKey = new Map(known.map((one) => [keyOf(one), one]));
  const listed = new Set(sampled.map(keyOf));
  const merged = sampled.map((record) => {
    const own = byKey.get(keyOf(record));
    return own ? merge(record, own, { complete: isWhole || record.ref.ref === 'events' }) : record;
  });
  const unlisted = known.filter((one) => !listed.has(keyOf(one)));
  return [...merged, ...unlisted.map((one) => ({ ...toUnlisted(one), complete: isWhole }))];
}

const merge = (
  shown: WorldRecord,
  own: ProvisionedRecord,
  { complete }: Pick<WorldRecord, 'complete'>,
): WorldRecord => ({
  ...shown,
  complete,
  slug: shown.slug ?? textOf(own.body.slug),
  status: shown.status ?? textOf(own.body.status),
  payload: { ...shown.payload, ...own.payload },
  body: { ...shown.body, ...own.body },
});

const toUnlisted = ({ body, ...own }: ProvisionedRecord): WorldRecord => ({
  ...own,
  body,
  slug: textOf(body.slug),
  status: textOf(body.status),
  complete: false,
  language: undefined,
});

const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
