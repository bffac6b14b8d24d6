import type { Collection } from '../contract/resources.js';
import type { Ref } from './wire-value.js';

/** What generators need to know of the world they draw from. */
export interface Surroundings {
  /** The seed of the run, by which values are `varied`. */
  readonly seed: number;
  /** The records that may be referred to. */
  refs(collection: Collection): readonly Ref[];
  /** How many values of a field the target takes: of a relation it may be one, of a field that it refuses none. */
  mostOf(collection: Collection, field: string): number;
  /** Values that the target itself showed to be acceptable. */
  readonly accepted: {
    readonly author: readonly number[];
    readonly image: readonly string[];
    readonly status: readonly string[];
  };
  /** The texts with unusual characters that the target keeps in a field. */
  keptTexts(collection: Collection, field: string): readonly string[];
  /** Wall-clock span in which generated events lie, `YYYY-MM-DD HH:MM:SS`. */
  readonly span: { readonly from: string; readonly to: string };
  /** Wall-clock start and end times of the world's events: the interesting values for date filters. */
  readonly instants: readonly string[];
  /** Words with which records of the world begin, for search. */
  words(collection: Collection): readonly string[];
  /** Slugs of records of the world, as far as they are known. */
  slugs(collection: Collection): readonly string[];
}
