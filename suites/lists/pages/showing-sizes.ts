import type { World, WorldRecord } from '../../../adapter/world/world.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { select } from '../../model/select.js';
import { isInView } from '../../queries/base-query.js';

/** A list without its filter, by the keys of its records, and how many of them a page may have. */
interface Unfiltered {
  readonly unfiltered: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
}

const startOf = ({ payload: { start_date: start } }: WorldRecord): string => (typeof start === 'string' ? start : '');

/**
 * The sizes with which the second page, cut from the list without its filter, holds what the filter leaves out: in as
 * many as possible of the orders by start, forwards and backwards. It serves to draw what discriminates.
 */
export function showingSizes(
  world: World,
  query: ListQuery,
  { unfiltered, least, most }: Unfiltered,
): readonly number[] {
  const { mustNot } = select(world, 'events', query, { among: isInView(world) });
  const leftOut = new Set(mustNot.map(({ key }) => key));
  const byStart = world
    .of('events')
    .filter(({ ref }) => unfiltered.has(ref.key))
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
    .map(({ ref }) => ref.key);
  const orders = [byStart, byStart.toReversed()];
  const countOf = (size: number): number =>
    orders.filter((keys) => keys.slice(size, 2 * size).some((key) => leftOut.has(key))).length;
  const sizes = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const best = Math.max(...sizes.map(countOf));
  return best === 0 ? [most] : sizes.filter((size) => countOf(size) === best);
}
