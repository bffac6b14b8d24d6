import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import type { WorldRecord as FileRecord } from '../../contract/world-file.js';
import { toBody } from '../../generators/encode.js';
import { isRef, type Payload, type Ref, ref } from '../../generators/wire.js';
import type { JsonObject, JsonValue } from '../../harness/json.js';
import { toWireId } from '../wire-id.js';
import type { Bindings } from './bindings.js';
import { toPayload } from './provisioned-payload.js';
import type { Sample } from './sample.js';
import type { Provisioned, WorldRecord } from './world.js';

/** A record of a world file that was found on the target, as it would be sent. */
export interface ProvisionedRecord {
  readonly ref: Ref;
  readonly id: string;
  readonly payload: Payload;
  readonly body: JsonObject;
}

/**
 * The records of a world file that were found, in the language that lists are in by default. They are called by their
 * ids, as those are that were sampled; what they are linked to is left out where it was not found.
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

/** Whether a world file holds the whole calendar: all that lists show, and one page of each collection shows all. */
export const holdsAll = (
  known: readonly ProvisionedRecord[],
  { records, pages }: Sample,
  pageSize: number,
): boolean => {
  const ids = new Set(known.map(keyOf));
  const countOf = (collection: Collection) => records.filter(({ draft }) => draft.ref.ref === collection).length;
  return (
    pages.length === collections.length &&
    collections.every((collection) => countOf(collection) < pageSize) &&
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
 * The records that were sampled and those that a world file names: what the file says stands above what is shown. Of an
 * event that both tell of nothing else is to be known; of the rest only where the file holds the whole calendar, because
 * other events may be linked to them.
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
