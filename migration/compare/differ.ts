import { isBlank, toText } from '../../adapter/notation/shown-values.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import type { Collection } from '../../contract/resources.js';
import { type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import type { Difference } from '../findings/finding.js';
import { relationOf, type SnapshotRecord } from '../snapshot/canonical-record.js';
import { clockFields, differingText, differingTimes } from './value-difference.js';

/** How two records are compared. */
interface Comparing {
  /** The id after of a record that had this id before; undefined when it is gone. */
  readonly relate: (collection: Collection, id: string) => string | undefined;
  /** Fields that differ with every reading, as `events.views`. */
  readonly volatile: ReadonlySet<string>;
}

/** Fields that a move itself sets anew. */
const stamps: readonly string[] = ['modified', 'modified_utc'];

/** What follows from another clock. */
const zoned: readonly string[] = ['timezone', ...stamps];

/** All ways in which a record differs from what it was. */
export function differ(a: SnapshotRecord, b: SnapshotRecord, comparing: Comparing): readonly Difference[] {
  const { collection } = a;
  const moved: readonly Difference[] = a.id === b.id ? [] : [{ cause: 'record.id', before: a.id, after: b.id }];
  const times = differingTimes(a.fields, b.fields);
  const isZoned = times.length > 0;
  const names = namesOf(a.fields, b.fields).filter(
    (name) => !clockFields.includes(name) && !(isZoned && zoned.includes(name)),
  );
  const fields = names.flatMap((name) => differingField(a, b, name, comparing));
  const others = namesOf(a.other, b.other).flatMap((name) =>
    differingValue(name, valueAt(a.other, [name]), valueAt(b.other, [name])),
  );
  const isVolatile = ({ field = '' }: Difference): boolean =>
    stamps.includes(field) || comparing.volatile.has(`${collection}.${field}`);
  const found = [...times, ...fields, ...others].map((one) =>
    isVolatile(one) ? { ...one, cause: 'value.volatile' as const } : one,
  );
  const status = found.some(({ field }) => field === 'status');
  return [...moved, ...found, ...(status ? [] : differingLists(a, b))];
}

const namesOf = (one: JsonObject, other: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];

function differingLists({ lists: before }: SnapshotRecord, { lists: after }: SnapshotRecord): readonly Difference[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ cause: 'record.lists', before, after }];
}

function differingField(a: SnapshotRecord, b: SnapshotRecord, name: string, comparing: Comparing) {
  const [before, after] = [valueAt(a.fields, [name]), valueAt(b.fields, [name])];
  const relation = relationOf(a.collection, name);
  if (relation) return differingRelation({ name, relation, before, after }, comparing);
  if (name === 'slug') return differingSlug(before, after);
  if (name !== 'count') return differingValue(name, before, after);
  return before === after ? [] : [{ cause: 'count.changed' as const, field: name, ...toValues(before, after) }];
}

const toValues = (before: JsonValue | undefined, after: JsonValue | undefined) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

const toBase = (slug: string): string => slug.replace(/-\d+$/, '');

/** Whether two slugs are the same but for a number at the end. */
const isNumbered = (one: string, other: string): boolean =>
  toBase(one) === toBase(other) || toBase(one) === other || one === toBase(other);

function differingSlug(before: JsonValue | undefined, after: JsonValue | undefined): readonly Difference[] {
  if (before === after) return [];
  const isSuffix = typeof before === 'string' && typeof after === 'string' && isNumbered(before, after);
  return [{ cause: isSuffix ? 'slug.suffix' : 'slug.changed', field: 'slug', ...toValues(before, after) }];
}

interface Related {
  readonly name: string;
  readonly relation: Collection;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** A link to a missing record is not lost: the missing record is the finding. */
function differingRelation({ name, relation, before, after }: Related, { relate }: Comparing): readonly Difference[] {
  if (before === undefined || after === undefined) return differingValue(name, before, after);
  const wanted = new Set(idsIn(before).flatMap((id) => relate(relation, id) ?? []));
  const shown = new Set(idsIn(after));
  const isLost = [...wanted].some((id) => !shown.has(id));
  const isGained = [...shown].some((id) => !wanted.has(id));
  if (!isLost && !isGained) return [];
  const cause = isLost && isGained ? 'relation.changed' : isLost ? 'relation.lost' : 'relation.gained';
  return [{ cause, field: name, before, after }];
}

function differingValue(
  field: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly Difference[] {
  const cause = causeOfValues(before, after);
  return cause === undefined ? [] : [{ cause, field, ...toValues(before, after) }];
}

function causeOfValues(before: JsonValue | undefined, after: JsonValue | undefined): Difference['cause'] | undefined {
  if (before === undefined) return after === undefined ? undefined : 'field.new';
  if (after === undefined) return 'field.vanished';
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  if (typeof before === 'boolean' && typeof after === 'boolean') return 'value.changed';
  if (isBlank(before)) return isBlank(after) ? 'value.empty' : 'value.gained';
  if (isBlank(after)) return 'value.lost';
  if (typeof before === 'string' && typeof after === 'string') return differingText(before, after);
  return typeof before === typeof after && toText(before) !== toText(after) ? 'value.changed' : 'value.type';
}
