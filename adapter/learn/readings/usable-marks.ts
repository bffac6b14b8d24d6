import type { ReadingId } from '../../../contract/readings/readings.js';
import type { Mark, ReadingProbe } from './reading-probe.js';

/** Whether a record of the world is there, as a probe needs it. */
export type IsUsable = (key: string, probe: ReadingProbe) => boolean;

const marksFor = ({ marks }: ReadingProbe, id: ReadingId): readonly (readonly [string, Mark])[] =>
  Object.entries<Mark | undefined>(marks[id] ?? {}).map(([alternative, mark]) => [alternative, mark ?? {}]);

/**
 * The marks of a probe for a reading, of the records that are there. Undefined if they do not suffice: each mark needs a
 * record on every side on which it had one, and what contradicted another mark has to contradict it still.
 */
export function usableMarks(
  probe: ReadingProbe,
  id: ReadingId,
  isUsable: IsUsable,
): ReadonlyMap<string, Mark> | undefined {
  const all = marksFor(probe, id);
  const kept = all.map(([alternative, mark]) => [alternative, within(mark, (key) => isUsable(key, probe))] as const);
  const pairs = all.flatMap(([, one], index) =>
    all.slice(index + 1).map(([, other], at) => ({ one, other, index, at })),
  );
  const areApart = pairs.every(({ one, other, index, at }) => {
    const [left, right] = [kept[index]?.[1], kept[index + 1 + at]?.[1]];
    return !contradicts(one, other) || (left !== undefined && right !== undefined && contradicts(left, right));
  });
  const isEnough = all.every(([, mark], index) => hasSides(mark, kept[index]?.[1] ?? {}));
  return areApart && isEnough ? new Map(kept) : undefined;
}

const sides = ['in', 'out', 'order'] as const;

const within = (mark: Mark, isThere: (key: string) => boolean): Mark =>
  Object.fromEntries(sides.flatMap((side) => (mark[side] ? [[side, mark[side].filter(isThere)]] : [])));

/** Two records at least have an order. */
const hasSides = (whole: Mark, { in: inside = [], out = [], order = [] }: Mark): boolean =>
  (inside.length > 0 || !whole.in?.length) &&
  (out.length > 0 || !whole.out?.length) &&
  (order.length > 1 || !whole.order?.length);

const contradicts = (one: Mark, other: Mark): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([left, right]) => left?.in?.some((key) => right?.out?.includes(key)) ?? false);
