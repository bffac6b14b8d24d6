import type { Collection } from '../contract/field.js';

/** One list of a target, as far as language and status choose it; empty where neither is asked for. */
export interface List {
  readonly collection: Collection;
  /** By parameter, `nl`, or by path segment, `/nl`. */
  readonly language: string;
  readonly status: string;
}

/** Days, `YYYY-MM-DD`, both included. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** What is read in one go, and read again when it was cut off. */
export interface Slice extends List {
  /** Events only. */
  readonly window?: Window;
}

/** What a list is called in a snapshot: `default`, `nl`, `/nl`, `draft`, `nl draft`. */
export const toListName = ({ language, status }: Pick<List, 'language' | 'status'>): string =>
  [language, status].filter((word) => word !== '').join(' ') || 'default';

/** What a slice is called in a progress file and in sentences. */
export const toSliceName = ({ window, ...list }: Slice): string =>
  [list.collection, toListName(list), ...(window ? [`${window.from}..${window.to}`] : [])].join(' ');
