import { type Collection, collections } from '../../contract/resources.js';
import type { JsonObject } from '../../wire/json.js';
import type { Via } from '../reading/paths.js';

/**
 * What the journal keeps of a write before it is sent, so that its record can be found after a crash. The record of a
 * `create` is found by its token; other writes create nothing.
 */
export type Claim =
  | {
      readonly kind: 'create';
      readonly collection: Collection;
      readonly token: string;
      /** The lists to search for it: its status, language and slug, if sent. */
      readonly status?: string;
      readonly language?: string;
      readonly slug?: string;
    }
  | { readonly kind: 'update' | 'delete'; readonly collection: Collection; readonly address: string }
  | { readonly kind: 'other' };

/** The claim of a create. */
export type CreateClaim = Extract<Claim, { kind: 'create' }>;

/** Makes the claim of a create. */
export function claimOf(collection: Collection, token: string, body: JsonObject, via: Via): CreateClaim {
  const language = via.language ?? via.segment;
  return {
    kind: 'create',
    collection,
    token,
    // Lists show published records by default.
    ...(typeof body.status === 'string' && body.status !== 'publish' && { status: body.status }),
    ...(typeof body.slug === 'string' && { slug: body.slug }),
    ...(language !== undefined && { language }),
  };
}

/** Parses a claim from a journal; undefined unless it is that of a create. */
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

/** Whether a name from a journal is that of a collection. */
export const isCollection = (name: unknown): name is Collection =>
  collections.some((collection) => collection === name);
