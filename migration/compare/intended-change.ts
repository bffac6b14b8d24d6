import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';

/** A change that somebody means to make: slugs that begin otherwise, or a host that moves. */
export interface IntendedChange {
  readonly kind: 'slug' | 'host';
  readonly from: string;
  readonly to: string;
  /** As it was given. */
  readonly text: string;
}

/** Reads `slug:old-=new-` or `host:old.example=new.example`; undefined for anything else. */
export function toIntendedChange(text: string): IntendedChange | undefined {
  const [, kind, from, to] = /^(slug|host):([^=]+)=(.+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || from === to) return undefined;
  return kind === 'slug' || kind === 'host' ? { kind, from, to, text } : undefined;
}

/** A record as it should be after the changes, and the changes that apply to it. */
export function toIntended(
  record: SnapshotRecord,
  changes: readonly IntendedChange[],
  touched: (change: IntendedChange) => void,
): SnapshotRecord {
  return changes.reduce((before, change) => {
    const after = change.kind === 'slug' ? withSlug(before, change) : withHost(before, change);
    if (JSON.stringify(after) !== JSON.stringify(before)) touched(change);
    return after;
  }, record);
}

function withSlug(record: SnapshotRecord, change: IntendedChange): SnapshotRecord {
  const { slug } = record.fields;
  if (typeof slug !== 'string' || !slug.startsWith(change.from)) return record;
  return { ...record, fields: { ...record.fields, slug: toIntendedSlug(slug, [change]) } };
}

/** A slug as it is to be after the changes. */
export const toIntendedSlug = (slug: string, changes: readonly IntendedChange[]): string =>
  changes.reduce(
    (before, { kind, from, to }) =>
      kind === 'slug' && before.startsWith(from) ? `${to}${before.slice(from.length)}` : before,
    slug,
  );

const withHost = (record: SnapshotRecord, { from, to }: IntendedChange): SnapshotRecord => ({
  ...record,
  fields: inTexts(record.fields, moveHost(from, to)),
  other: inTexts(record.other, moveHost(from, to)),
});

const moveHost =
  (from: string, to: string) =>
  (text: string): string =>
    text.replaceAll(`//${from}`, `//${to}`);

type Edit = (text: string) => string;

const inTexts = (value: JsonObject, edit: Edit): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inValue(inner, edit)]));

function inValue(value: JsonValue, edit: Edit): JsonValue {
  if (typeof value === 'string') return edit(value);
  if (isJsonArray(value)) return value.map((item) => inValue(item, edit));
  return isJsonObject(value) ? inTexts(value, edit) : value;
}

/** The change that a value was to make and has not: what it would be after is what it should not be any more. */
export function findUnmade(
  changes: readonly IntendedChange[],
  { before, after }: { readonly before?: JsonValue; readonly after?: JsonValue },
): IntendedChange | undefined {
  if (before === undefined || after === undefined) return undefined;
  return changes.find(({ kind, from, to }) => {
    const back: Edit =
      kind === 'host' ? moveHost(to, from) : (text) => (text.startsWith(to) ? from + text.slice(to.length) : text);
    return JSON.stringify(inValue(before, back)) === JSON.stringify(after) && before !== after;
  });
}
