import type { Shown } from '../lens.js';
import type { Divided, ExistingFlag } from '../world/existing.js';
import type { ListEvents } from './list-events.js';

/** One event that only the list with a flag shows and one that only the list without it does, if there are such. */
export async function findDivided(list: ListEvents, flag: ExistingFlag): Promise<Divided | undefined> {
  const ask = async (value: boolean): Promise<readonly Shown[]> => {
    const { others, own } = await list({ [flag]: value });
    return [...others, ...own];
  };
  const [yes, no] = await Promise.all([ask(true), ask(false)]);
  const [selected, unselected] = [onlyIn(yes, no), onlyIn(no, yes)];
  // A list that holds all of the other, too, still tells both apart.
  const [first, last] = [selected ?? yes[0], unselected ?? no[0]];
  return (selected ?? unselected) && first && last ? { selected: first, unselected: last } : undefined;
}

const onlyIn = (one: readonly Shown[], other: readonly Shown[]): Shown | undefined =>
  one.find(({ id }) => !other.some((shown) => shown.id === id));
