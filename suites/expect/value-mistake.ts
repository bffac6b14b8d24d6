import type { Shown } from '../../adapter/reading/lens.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, QueryValue } from '../../generators/wire-value.js';
import type { Pool } from '../model/judgement.js';
import { type SelectOptions, select } from '../model/select.js';
import type { KnownRecords } from './expect-selection.js';

/** A list as it was asked for. */
export interface Asked extends SelectOptions {
  readonly world: Pool & KnownRecords;
  readonly collection: Collection;
  readonly query: ListQuery;
}

type Several = Extract<QueryValue, readonly unknown[]>;

// Array.isArray does not narrow a readonly array.
const isSeveral = (value: QueryValue | undefined): value is Several => Array.isArray(value);

/** What a target may make of several values. */
const mistakes: Readonly<Record<string, (values: Several) => QueryValue>> = {
  'only the first of several values counted': (values) => values.slice(0, 1),
  'only the last of several values counted': (values) => values.slice(-1),
};

/**
 * The mistake with several values that explains a wrong list: with it the list would be right. Parameters are often read
 * by one piece of code, so lists that are explained alike have one root.
 */
export function valueMistakeOf(
  { world, collection, query, ...options }: Asked,
  items: readonly Shown[],
): string | undefined {
  const present = new Set(items.map(({ id }) => world.refOf(collection, id)?.key));
  const several = Object.entries(query).filter(([, value]) => isSeveral(value) && value.length > 1);
  if (several.length === 0) return undefined;
  const isRightBy = (misread: (values: Several) => QueryValue): boolean => {
    const taken = several.map(([name, value]) => [name, isSeveral(value) ? misread(value) : value]);
    const { must, mustNot } = select(world, collection, { ...query, ...Object.fromEntries(taken) }, options);
    return must.every(({ key }) => present.has(key)) && !mustNot.some(({ key }) => present.has(key));
  };
  return Object.entries(mistakes).find(([, misread]) => isRightBy(misread))?.[0];
}
