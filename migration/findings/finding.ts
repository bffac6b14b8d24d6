import { type Collection, resourceOf } from '../../contract/resources.js';
import type { JsonValue } from '../../wire/json.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import { type CauseId, causeOf, type FindingClass, findingClasses, toFindingHead } from './cause.js';

/** One way in which one record differs. */
export interface Difference {
  readonly cause: CauseId;
  readonly field?: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** By how many seconds times moved. */
  readonly shift?: number;
}

/** A record before and after; one of them is absent for what is gone or new. */
export interface Pair {
  readonly a?: SnapshotRecord;
  readonly b?: SnapshotRecord;
}

export interface Example {
  readonly collection: Collection;
  readonly before?: { readonly id: string; readonly value?: JsonValue };
  readonly after?: { readonly id: string; readonly value?: JsonValue };
  /** What the record is called. */
  readonly name: string;
}

/** All differences of one cause. */
export interface Finding {
  readonly cause: string;
  readonly class: FindingClass;
  readonly says: string;
  readonly field?: string;
  readonly count: number;
  /** By collection, or collection and field. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often times moved by so many seconds. */
  readonly shifts?: Readonly<Record<string, number>>;
  readonly examples: readonly Example[];
  /** What is not about records, such as a verdict that changed: sentences. */
  readonly changes?: readonly string[];
  /** A request that shows it, as one line for a shell. */
  readonly curl?: string;
}

/** A finding while it grows. */
interface Growing {
  readonly cause: CauseId;
  readonly field: string | undefined;
  count: number;
  readonly counts: Record<string, number>;
  readonly shifts: Record<string, number>;
  readonly examples: Example[];
}

/** Folds differences by their cause; what it holds does not grow with their number. */
export interface FindingGroups {
  add(difference: Difference, pair: Pair): void;
  has(cause: CauseId, name?: string): boolean;
  /** Whether there is a finding of a cause about a field alone. */
  hasField(cause: CauseId, field: string): boolean;
  drop(cause: CauseId): void;
  findings(): readonly Finding[];
}

const EXAMPLES = 3;

/** Opens an empty folding. */
export function createFindingGroups(): FindingGroups {
  const all = new Map<string, Growing>();
  return {
    add(difference, pair) {
      const { cause, field } = difference;
      const key = causeOf(cause).perField ? `${cause} ${field}` : cause;
      const growing = all.get(key) ?? { cause, field, count: 0, counts: {}, shifts: {}, examples: [] };
      all.set(key, growing);
      grow(growing, difference, pair);
    },
    has: (cause, name) =>
      [...all.values()].some((one) => one.cause === cause && (name === undefined || name in one.counts)),
    hasField: (cause, field) => [...all.values()].some((one) => one.cause === cause && one.field === field),
    drop(cause) {
      for (const [key, growing] of all) if (growing.cause === cause) all.delete(key);
    },
    findings: () => [...all.values()].map(toFinding).sort(byGravity),
  };
}

function grow(growing: Growing, difference: Difference, pair: Pair): void {
  const { field, shift } = difference;
  const collection = pair.a?.collection ?? pair.b?.collection ?? 'events';
  const name = field === undefined ? collection : `${collection}.${field}`;
  growing.count += 1;
  growing.counts[name] = (growing.counts[name] ?? 0) + 1;
  if (shift !== undefined) growing.shifts[shift] = (growing.shifts[shift] ?? 0) + 1;
  if ((pair.a || pair.b) && growing.examples.length < EXAMPLES)
    growing.examples.push(toExample(collection, difference, pair));
}

function toExample(collection: Collection, { before, after }: Difference, { a, b }: Pair): Example {
  const name = (a ?? b)?.fields[resourceOf(collection).label];
  return {
    collection,
    name: typeof name === 'string' ? name : '',
    ...(a && { before: { id: a.id, ...(before !== undefined && { value: before }) } }),
    ...(b && { after: { id: b.id, ...(after !== undefined && { value: after }) } }),
  };
}

function toFinding({ cause, field, shifts, ...rest }: Growing): Finding {
  return { ...toFindingHead(cause, field), ...rest, ...(Object.keys(shifts).length > 0 && { shifts }) };
}

/** The gravest class first, within it what is seen most often. */
export const byGravity = (one: Finding, other: Finding): number =>
  findingClasses.indexOf(one.class) - findingClasses.indexOf(other.class) || other.count - one.count;
