import type { Collection } from '../../contract/resources.js';
import type { ListPreview } from '../capture/choose-lists.js';
import { type List, toFullName } from '../capture/snapshot-reader.js';
import { type Both, ofBoth, type SideName, sides } from './both-sides.js';

/** A list of one or of both services. */
export interface JointList {
  readonly list: List;
  /** `events default`, `events nl draft`. */
  readonly name: string;
  /** Zero where the list is not shown, NaN where it has no total. */
  readonly totals: Both<number>;
  /** The ID of a record in it; undefined where the list is not shown. */
  readonly first: Both<string | undefined>;
}

export const isShown = ({ first }: JointList, side: SideName): boolean => first[side] !== undefined;

/** Joins the lists of two services by collection, language and status. */
export function joinLists(previews: Both<readonly ListPreview[]>): readonly JointList[] {
  const lists = new Map(sides.flatMap((side) => previews[side].map(({ list }) => [toFullName(list), list] as const)));
  return [...lists].map(([name, list]) => {
    const own = ofBoth((side) => previews[side].find((one) => toFullName(one.list) === name));
    return {
      list,
      name,
      totals: ofBoth((side) => (own[side] ? (own[side].page.total ?? Number.NaN) : 0)),
      first: ofBoth((side) => own[side]?.page.items[0]?.id),
    };
  });
}

export const listsOf = (lists: readonly JointList[], collection: Collection): readonly JointList[] =>
  lists.filter(({ list }) => list.collection === collection);

/** Whether both services have equally many records in a list; not if one of them has no total. */
export const isEven = ({ totals: { a, b } }: Pick<JointList, 'totals'>): boolean => a === b;
