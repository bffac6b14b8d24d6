import type { Collection } from '../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { isSuccess } from '../../wire/status.js';
import { type CauseId, causeOf, toFindingHead } from '../findings/cause.js';
import { byGravity, type Finding } from '../findings/finding.js';
import { relationOf } from '../snapshot/canonical-record.js';
import { isKept, type WriteAnswer } from './write-answer.js';

/** One way in which a write is answered otherwise than before. */
interface Deviating {
  readonly cause: CauseId;
  readonly write: string;
  readonly collection: Collection;
  /** As `events.excerpt`; left out where it is about the whole answer. */
  readonly field?: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** What the answers to the same writes have in common, and where they differ. */
interface ComparedWrites {
  readonly findings: readonly Finding[];
  readonly compared: number;
}

/** Compares the answers to the writes that both sides were sent alike. */
export function compareWrites(a: readonly WriteAnswer[], b: readonly WriteAnswer[]): ComparedWrites {
  const others = new Map(b.map((answer) => [answer.write, answer]));
  const pairs = a.flatMap((before) => {
    const after = others.get(before.write);
    return after && JSON.stringify(before.sent) === JSON.stringify(after.sent) ? [{ before, after }] : [];
  });
  return { findings: group(withoutConsequences(pairs.flatMap(differ))), compared: pairs.length };
}

/** What is linked to a record that stays after its DELETE stays linked to it. */
function withoutConsequences(all: readonly Deviating[]): readonly Deviating[] {
  const left = new Set(all.filter(({ cause }) => cause === 'write.left').map(({ collection }) => collection));
  const isLeft = ({ cause, collection, field = '' }: Deviating): boolean => {
    const linked = relationOf(collection, field.slice(collection.length + 1));
    return cause === 'write.changed' && linked !== undefined && left.has(linked);
  };
  return all.filter((one) => !isLeft(one));
}

interface Pair {
  readonly before: WriteAnswer;
  readonly after: WriteAnswer;
}

/** A write that one side refuses alone says no more: what it would have kept is a consequence. */
function differ({ before, after }: Pair): readonly Deviating[] {
  const { write, collection } = before;
  const [one, other] = [before.status, after.status];
  if (isSuccess(one) !== isSuccess(other))
    return [
      { cause: isSuccess(one) ? 'write.refused' : 'write.accepted', write, collection, before: one, after: other },
    ];
  const status: readonly Deviating[] =
    one === other ? [] : [{ cause: 'write.status', write, collection, before: one, after: other }];
  return [...status, ...differingRead({ before, after }), ...differingList({ before, after })];
}

function differingRead({ before, after }: Pair): readonly Deviating[] {
  const { write, collection } = before;
  const [one, other] = [before.after?.status, after.after?.status];
  if (one !== undefined && other !== undefined && isSuccess(one) !== isSuccess(other))
    return [{ cause: isSuccess(one) ? 'write.gone' : 'write.left', write, collection, before: one, after: other }];
  return uniqueFields([
    ...differingFields({ before, after }, before.after?.fields, after.after?.fields),
    ...differingFields({ before, after }, before.answered, after.answered),
  ]);
}

function differingList({ before, after }: Pair): readonly Deviating[] {
  const { write, collection } = before;
  const [one, other] = [before.listed, after.listed];
  if (one === undefined || other === undefined || one === other) return [];
  return [{ cause: other > one ? 'write.left' : 'write.gone', write, collection, before: one, after: other }];
}

/** A response mostly differs from before as the read after it does. */
const uniqueFields = (all: readonly Deviating[]): readonly Deviating[] =>
  all.filter(({ field }, at) => all.findIndex((one) => one.field === field) === at);

/** A side without a record in its response has nothing to compare. */
function differingFields(
  { before: { write, collection, sent = {} } }: Pair,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly Deviating[] {
  if (!before || !after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [one, other] = [before[name], after[name]];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const isLost = isKept(sent[name], one) && !isKept(sent[name], other);
    return [
      {
        cause: isLost ? 'write.lost' : 'write.changed',
        write,
        collection,
        field: `${collection}.${name}`,
        before: one,
        after: other,
      },
    ];
  });
}

/** Differences by their cause, and those of fields by the field: some of each are shown. */
function group(all: readonly Deviating[]): readonly Finding[] {
  const groups = new Map<string, Deviating[]>();
  for (const one of all) {
    const key = causeOf(one.cause).perField ? `${one.cause} ${one.field}` : one.cause;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(toFinding).toSorted(byGravity);
}

const MOST_SHOWN = 3;

function toFinding(alike: readonly Deviating[]): Finding {
  const [first] = alike;
  return {
    ...toFindingHead(first?.cause ?? 'write.changed', first?.field),
    count: alike.length,
    counts: { writes: alike.length },
    examples: [],
    changes: alike.slice(0, MOST_SHOWN).map(toSentence),
  };
}

/** `PUT events by id: "In short 3", now "In short 2"`. */
const toSentence = ({ write, before, after }: Deviating): string =>
  `${write}: ${toWords(before)}, now ${toWords(after)}`;

const toWords = (value: JsonValue | undefined): string => (value === undefined ? 'unchanged' : JSON.stringify(value));
