import { type Collection, collections } from '../../contract/resources.js';
import type { JsonObject } from '../../wire/json.js';
import type { Via } from '../reading/paths.js';

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

/** The claim of a create. */
export type CreateClaim = Extract<Claim, { kind: 'create' }>;

/** The claim of a create: where lists have to be asked for what it makes. */
export function claimOf(collection: Collection, token: string, body: JsonObject, via: Via): CreateClaim {
  const language = via.language ?? via.segment;
  return {
    kind: 'create',
    collection,
    token,
    // Lists show what is published without being asked for it.
    ...(typeof body.status === 'string' && body.status !== 'publish' && { status: body.status }),
    ...(typeof body.slug === 'string' && { slug: body.slug }),
    ...(language !== undefined && { language }),
  };
}

/** A claim as read back from a journal; undefined for what is none of a create. */
export function toCreateClaim(claim: unknown): CreateClaim | undefined {
  if (typeof claim !== 'object' || claim === null) return undefined;
  const { kind, collection, token, status, slug, language }: Readonly<Record<string, unknown>> = { ...claim };
  if (kind !== 'create' || typeof token !== 'string' || !isCollection(collection)) return undefined;
  return {
    kind,
    collection,
    token,
    ...(typeof status === 'string' && { status }),
    ...(typeof slug === 'string' && { slug }),
    ...(typeof language === 'string' && { language }),
  };
}

/** Whether a name read from a journal is that of a collection. */
export const isCollection = (name: unknown): name is Collection =>
  collections.some((collection) => collection === name);
