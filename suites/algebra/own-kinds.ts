import type { Collection } from '../../contract/field.js';
import { semanticsOf } from './semantics.js';

/** Bounds and days are of one kind here: how they meet, intervals tell. */
const kindOf = (collection: Collection, name: string): string => {
  const kind = semanticsOf(collection)[name]?.kind ?? '';
  return kind === 'day' ? 'bound' : kind;
};

/** Whether each of the parameters is of another kind. */
export const areOfOwnKinds =
  (collection: Collection) =>
  (names: readonly string[]): boolean =>
    new Set(names.map((name) => kindOf(collection, name))).size === names.length;
