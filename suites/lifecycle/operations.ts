import type { Collection } from '../../contract/field.js';
import { type OperationId, updateVerbs } from '../../contract/operation.js';
import { addressings, itemOperation } from '../records/addressed.js';

/** Every way to update records of some collections. */
export const updatesOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection) =>
    addressings(collection).flatMap((by) => updateVerbs.map((verb) => itemOperation(collection, by, verb))),
  );

/** Every way to delete records of some collections. */
export const deletesOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection) => addressings(collection).map((by) => itemOperation(collection, by, 'DELETE')));

/** Creating and reading records of some collections. */
export const basicsOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection): readonly OperationId[] => [`${collection}.create`, `${collection}.read`]);

/** Reading records of some collections by their slug, where they have one. */
export const bySlugReadsOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection) =>
    addressings(collection).includes('slug') ? [itemOperation(collection, 'slug', 'GET')] : [],
  );
