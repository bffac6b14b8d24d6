import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { cut } from '../../../wire/printable.js';
import { toCount } from '../../../wire/wording.js';
import { alignItems } from './json-alignment.js';

/** Whether two JSON values are equal; members have no order. */
export function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (isJsonArray(one) && isJsonArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  const isSame = (name: string): boolean => Object.hasOwn(other, name) && isEqual(one[name], other[name]);
  return names.length === Object.keys(other).length && names.every(isSame);
}

/** A line of a difference: where it stands, its text, and on which side it is. */
export interface DiffLine {
  readonly side: 'both' | 'before' | 'after';
  readonly depth: number;
  readonly text: string;
}

/** How two JSON values differ, in lines; what is equal on both sides is folded into a line that counts it. */
export function diffJson(before: JsonValue, after: JsonValue): readonly DiffLine[] {
  return diffAt({ before, after, depth: 0, name: '' });
}

/** Whether anything differs at all. */
export const differs = (lines: readonly DiffLine[]): boolean => lines.some(({ side }) => side !== 'both');

interface DiffContext {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly depth: number;
  /** What stands before the value: its name and a colon, or nothing. */
  readonly name: string;
}

function diffAt({ before, after, depth, name }: DiffContext): readonly DiffLine[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const inner = diffMembers(before, after, depth + 1);
    return wrap(`${name}{`, '}', depth, inner);
  }
  if (isJsonArray(before) && isJsonArray(after)) {
    return wrap(`${name}[`, ']', depth, diffItems(before, after, depth + 1));
  }
  if (isEqual(before, after)) return toLines('both', before, name, depth);
  return [...toLines('before', before, name, depth), ...toLines('after', after, name, depth)];
}

const wrap = (start: string, end: string, depth: number, inner: readonly DiffLine[]): readonly DiffLine[] => [
  { side: 'both', depth, text: start },
  ...inner,
  { side: 'both', depth, text: end },
];

function diffMembers(before: JsonObject, after: JsonObject, depth: number): readonly DiffLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const pairs = names.map((name) => ({ name, before: valueAt(before, [name]), after: valueAt(after, [name]) }));
  const changed = pairs.filter((one) => !isEqual(one.before, one.after));
  const lines = changed.flatMap(({ name, ...pair }) => diffAt({ ...pair, depth, name: `${JSON.stringify(name)}: ` }));
  return [...lines, ...toEqual(names.length - changed.length, 'member', depth)];
}

function diffItems(before: readonly JsonValue[], after: readonly JsonValue[], depth: number): readonly DiffLine[] {
  let equal = 0;
  const lines: DiffLine[] = [];
  const fold = (): void => {
    lines.push(...toEqual(equal, 'item', depth));
    equal = 0;
  };
  for (const pair of alignItems(before, after)) {
    if (isEqual(pair.before, pair.after)) equal += 1;
    else {
      fold();
      lines.push(...diffAt({ ...pair, depth, name: '' }));
    }
  }
  fold();
  return lines;
}

const toEqual = (count: number, what: string, depth: number): readonly DiffLine[] =>
  count === 0 ? [] : [{ side: 'both', depth, text: `… ${count} equal ${what}${count === 1 ? '' : 's'}` }];

/** How much of a value is shown that stands on one side alone. */
const LONGEST = 300;

function toLines(
  side: DiffLine['side'],
  value: JsonValue | undefined,
  name: string,
  depth: number,
): readonly DiffLine[] {
  if (value === undefined) return [];
  const text = JSON.stringify(value);
  return [
    {
      side,
      depth,
      text: `${name}${text.length > LONGEST ? `${cut(text, LONGEST)} … ${toCount(text.length - LONGEST)} more characters` : text}`,
    },
  ];
}
