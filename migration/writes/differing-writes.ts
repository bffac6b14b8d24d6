import type { Collection } from '../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { isSuccess } from '../../wire/status.js';
import { type IntendedChange, toIntended } from '../compare/intended-change.js';
import type { CauseId } from '../findings/cause.js';
import { isKept, type WriteAnswer } from './write-answer.js';

/** One way in which a write is answered otherwise than before. */
export interface Deviating extends Pick<WriteAnswer, 'write' | 'collection' | 'kind'> {
  readonly cause: CauseId;
  /** A name in the record; left out where it is about the whole answer. */
  readonly name?: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** What is no difference between two services. */
export interface WriteAllowances {
  /** Fields that differ with every read, as `events.image`. */
  readonly volatile: ReadonlySet<string>;
  /** Changes that are meant. */
  readonly intended: readonly IntendedChange[];
}

/** The answers of both sides to the same write. */
export interface AnswerPair {
  readonly before: WriteAnswer;
  readonly after: WriteAnswer;
}

/** A write that one side refuses alone says no more: what it would have kept is a consequence. */
export function differingWrite(pair: AnswerPair, allowances: WriteAllowances): readonly Deviating[] {
  const { before, after } = pair;
  if (before.kind === 'list') return [...differingReadStatus(pair), ...differingCount(pair)];
  if (before.kind === 'read') return differingRead(pair, allowances);
  const [one, other] = [before.status, after.status];
  if (isSuccess(one) !== isSuccess(other))
    return [toStatusDeviating(pair, isSuccess(one) ? 'write.refused' : 'write.accepted', [one, other])];
  const status = one === other ? [] : [toStatusDeviating(pair, 'write.status', [one, other])];
  const read = differingRead(pair, allowances);
  return [...status, ...read, ...differingResponse(pair, { allowances, read })];
}

const toDeviating = (
  { before: { write, collection, kind } }: AnswerPair,
  rest: Omit<Deviating, 'write' | 'collection' | 'kind'>,
): Deviating => ({ write, collection, kind, ...rest });

type Statuses = readonly [before: number, after: number];

const toStatusDeviating = (pair: AnswerPair, cause: CauseId, [one, other]: Statuses): Deviating =>
  toDeviating(pair, { cause, before: toStatusWords(one), after: toStatusWords(other) });

const toStatusWords = (status: number): JsonValue => (status === 0 ? 'no answer' : status);

function differingRead(pair: AnswerPair, allowances: WriteAllowances): readonly Deviating[] {
  const { before, after } = pair;
  const status = differingReadStatus(pair);
  if (status.length > 0) return status;
  return differingFields(pair, { before: before.after?.fields, after: after.after?.fields, allowances });
}

/** How the read that follows is answered; a list is a read itself. */
function differingReadStatus(pair: AnswerPair): readonly Deviating[] {
  const { before, after } = pair;
  const [one, other] =
    before.kind === 'list' ? [before.status, after.status] : [before.after?.status, after.after?.status];
  if (one === undefined || other === undefined || one === other) return [];
  const cause = isSuccess(one) === isSuccess(other) ? 'write.read' : toReadCause(before.kind, isSuccess(one));
  return [toStatusDeviating(pair, cause, [one, other])];
}

/** After a DELETE a record is to be gone, after all else it is to be there. */
function toReadCause(kind: WriteAnswer['kind'], wasThere: boolean): CauseId {
  if (kind === 'delete') return wasThere ? 'write.removed' : 'write.left';
  return wasThere ? 'write.gone' : 'write.readable';
}

/** Lists come last, after all DELETEs. */
function differingCount(pair: AnswerPair): readonly Deviating[] {
  const [one, other] = [pair.before.listed, pair.after.listed];
  if (one === undefined || other === undefined || one === other) return [];
  const cause = other > one ? 'write.left' : 'write.removed';
  return [toDeviating(pair, { cause, before: one, after: other })];
}

interface Responding {
  readonly allowances: WriteAllowances;
  /** What the read after it shows: it mostly differs as the response does. */
  readonly read: readonly Deviating[];
}

/** Only the read decides that a value is lost: the response may show less. */
function differingResponse(pair: AnswerPair, { allowances, read }: Responding): readonly Deviating[] {
  const [before, after] = [pair.before.answered, pair.after.answered];
  if (before && after) {
    const all = differingFields(pair, { before, after, allowances });
    const own = all.filter(({ name }) => !read.some((one) => one.name === name));
    return own.map((one) => ({ ...one, cause: 'write.response' }));
  }
  if (!before && !after) return [];
  const words = (answered: JsonObject | undefined): string => (answered ? 'a record' : 'no record');
  const cause = before ? 'write.silent' : 'write.shown';
  return [toDeviating(pair, { cause, before: words(before), after: words(after) })];
}

interface Fields {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly allowances: WriteAllowances;
}

/** A side that shows no record has nothing to compare. */
function differingFields(pair: AnswerPair, { before, after, allowances }: Fields): readonly Deviating[] {
  if (!before || !after) return [];
  const { collection, sent = {} } = pair.before;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    if (allowances.volatile.has(`${collection}.${name}`)) return [];
    const isSame = (shown: JsonValue | undefined): boolean => isKept({ collection, name, sent: sent[name], shown });
    const wasKept = isSame(before[name]);
    // What is sent is the same before and after a move.
    const one = wasKept ? before[name] : intendedValue(collection, { name, value: before[name] }, allowances);
    const other = after[name];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const cause = wasKept && !isSame(other) ? 'write.lost' : 'write.changed';
    return [toDeviating(pair, { cause, name, before: one, after: other })];
  });
}

function intendedValue(
  collection: Collection,
  { name, value }: { readonly name: string; readonly value: JsonValue | undefined },
  { intended }: WriteAllowances,
): JsonValue | undefined {
  if (value === undefined) return undefined;
  const record = { collection, id: '', lists: [], fields: { [name]: value }, other: {} };
  return toIntended(record, intended, () => {}).fields[name];
}
