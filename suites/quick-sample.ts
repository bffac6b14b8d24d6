import type { Collection } from '../contract/field.js';

/** At quick effort one kind of record stands for all: requirements about the others are for thorough runs. */
export const quickOnlyFor = (sample: Collection, collection: Collection): { readonly thorough?: true } =>
  collection === sample ? {} : { thorough: true };
