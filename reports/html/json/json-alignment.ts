import { isJsonObject, type JsonValue } from '../../../wire/json.js';

/** Items of two lists that belong together; one side is undefined where an item has no counterpart. */
interface Pair {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Beyond this the n × m steps of a true alignment are not worth it: items are paired by position. */
const MOST = 300;

/** Pairs the items of two lists in their order, as many as can be: records by their id, other items when they are equal. */
export function alignItems(before: readonly JsonValue[], after: readonly JsonValue[]): readonly Pair[] {
  if (before.length > MOST || after.length > MOST) return toPositions(before, after);
  const [left, right] = [before.map(toKey), after.map(toKey)];
  const common = toCommonLengths(left, right);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && left[i] === right[j]) pairs.push({ before: before[i++], after: after[j++] });
    else if (j >= right.length || (i < left.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1)))
      pairs.push({ before: before[i++], after: undefined });
    else pairs.push({ before: undefined, after: after[j++] });
  }
  return pairs;
}

const toPositions = (before: readonly JsonValue[], after: readonly JsonValue[]): readonly Pair[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({ before: before[at], after: after[at] }));

function toKey(item: JsonValue): string {
  const id = isJsonObject(item) ? item['id'] : undefined;
  return typeof id === 'number' || typeof id === 'string' ? `id ${id}` : JSON.stringify(item);
}

/** How many items of both lists, from these positions on, can be paired in order. */
function toCommonLengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = [toZeros(right.length + 1)];
  for (const key of left.toReversed()) {
    const below = rows.at(-1) ?? [];
    const row = toZeros(right.length + 1);
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = key === right[j] ? 1 + (below[j + 1] ?? 0) : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
    rows.push(row);
  }
  return rows.reverse();
}

const toZeros = (length: number): number[] => Array.from({ length }, () => 0);

const lengthAt = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? 0;
