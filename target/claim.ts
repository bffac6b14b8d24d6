import type { Collection } from '../contract/field.js';

/**
 * What the journal keeps of a write before it is sent, so that what it makes can be found after a crash. A `create`
 * is found by its token; the rest makes nothing new.
 */
export type Claim =
  | {
      readonly kind: 'create';
      readonly collection: Collection;
      readonly token: string;
      /** Where lists have to be asked for it: its status and language when it was given any, and its slug. */
      readonly status?: string;
      readonly language?: string;
      readonly slug?: string;
    }
  | { readonly kind: 'update' | 'delete'; readonly collection: Collection; readonly address: string }
  | { readonly kind: 'other' };

export type CreateClaim = Extract<Claim, { kind: 'create' }>;
