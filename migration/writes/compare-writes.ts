import type { JsonValue } from '../../wire/json.js';
import { toFindingHead } from '../findings/cause.js';
import { byGravity, type Finding } from '../findings/finding.js';
import { relationOf } from '../snapshot/canonical-record.js';
import { type AnswerPair, type Deviating, differingWrite, type WriteAllowances } from './differing-writes.js';
import type { WriteAnswer } from './write-answer.js';

/** What the answers to the same writes have in common, and where they differ. */
interface ComparedWrites {
  readonly findings: readonly Finding[];
  readonly compared: number;
}

/** The answers of two services to the script. */
interface Written extends WriteAllowances {
  readonly a: readonly WriteAnswer[];
  readonly b: readonly WriteAnswer[];
}

/** Compares the answers to the writes that both sides were sent alike. */
export function compareWrites({ a, b, ...allowances }: Written): ComparedWrites {
  const others = new Map(b.map((answer) => [answer.write, answer]));
  const pairs: readonly AnswerPair[] = a.flatMap((before) => {
    const after = others.get(before.write);
    return after && JSON.stringify(before.sent) === JSON.stringify(after.sent) ? [{ before, after }] : [];
  });
  const all = pairs.map((pair) => differingWrite(pair, allowances));
  return { findings: group(all.flatMap(withoutConsequences)), compared: pairs.length };
}

/** What is linked to a record that stays after its DELETE stays linked to it: the read that follows shows it. */
function withoutConsequences(own: readonly Deviating[], at: number, all: readonly (readonly Deviating[])[]) {
  const left = all[at - 1]?.find(({ cause, kind }) => cause === 'write.left' && kind === 'delete');
  const isLeft = ({ kind, collection, name = '' }: Deviating): boolean =>
    kind === 'read' && left !== undefined && relationOf(collection, name) === left.collection;
  return own.filter((one) => !isLeft(one));
}

/** Differences by their cause and the field, or the collection and the kind of write. */
function group(all: readonly Deviating[]): readonly Finding[] {
  const groups = new Map<string, Deviating[]>();
  for (const one of all) {
    const key = `${one.cause} ${toField(one)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(toFinding).toSorted(byGravity);
}

/** `events.excerpt`, or `update of events` where it is about no field. A list shows again what a DELETE left. */
function toField({ cause, collection, kind, name }: Deviating): string {
  if (name !== undefined) return `${collection}.${name}`;
  return cause === 'write.left' || cause === 'write.removed' ? collection : `${kindNames[kind]} of ${collection}`;
}

const kindNames: Readonly<Record<WriteAnswer['kind'], string>> = {
  create: 'create',
  invalid: 'invalid create',
  update: 'update',
  delete: 'DELETE',
  read: 'GET',
  list: 'list',
};

const MOST_SHOWN = 3;

function toFinding(alike: readonly Deviating[]): Finding {
  const [first] = alike;
  return {
    ...toFindingHead(first?.cause ?? 'write.changed', first && toField(first)),
    count: alike.length,
    counts: { writes: alike.length },
    examples: [],
    changes: [...alike.slice(0, MOST_SHOWN).map(toSentence), ...toRest(alike.slice(MOST_SHOWN))],
  };
}

/** `PUT events by id: "In short 3", now "In short 2"`. */
const toSentence = ({ write, before, after }: Deviating): string =>
  `${write}: ${toWords(before)}, now ${toWords(after)}`;

/** Those that are not shown are named. */
const toRest = (rest: readonly Deviating[]): readonly string[] =>
  rest.length === 0 ? [] : [`Also ${rest.map(({ write }) => write).join('; ')}`];

const toWords = (value: JsonValue | undefined): string => (value === undefined ? 'unchanged' : JSON.stringify(value));
