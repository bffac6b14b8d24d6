import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { ListQuery } from '../generators/wire.js';
import type { CreateClaim } from './claim.js';
import { hidingStatuses } from './hiding-statuses.js';
import type { Via } from './paths.js';
import type { TargetProfile } from './profile.js';
import { unfilteredFor } from './unfiltered.js';

/** Where lists are asked for records. */
export interface ListScope {
  readonly collection: Collection;
  readonly status: string | undefined;
  readonly via: Via;
  readonly claims: readonly CreateClaim[];
}

/** What a list is asked there. */
export const queryOf = (profile: TargetProfile, { collection, status }: ListScope): ListQuery => ({
  ...unfilteredFor(profile, collection),
  ...(status !== undefined && { status }),
});

/** The places where the records of claims may be listed; a thorough look asks for other statuses, too. */
export function toListScopes(claims: readonly CreateClaim[], thorough: boolean): readonly ListScope[] {
  const places = new Map<string, ListScope>();
  for (const claim of claims) {
    const { collection, language } = claim;
    for (const status of statusesOf(claim, thorough)) {
      const key = [collection, status, language].join('/');
      const via = language === undefined ? {} : { language };
      const place = places.get(key) ?? { collection, status, via, claims: [] };
      places.set(key, { ...place, claims: [...place.claims, claim] });
    }
  }
  return [...places.values()];
}

function statusesOf({ collection, status }: CreateClaim, thorough: boolean): readonly (string | undefined)[] {
  const hasStatus = resourceOf(collection).fields.status !== undefined;
  return thorough && hasStatus ? [...new Set([status, undefined, ...hidingStatuses])] : [status];
}

/** The place of one claim alone, whatever its status. */
export const toSlugScope = (claim: CreateClaim): ListScope => ({
  collection: claim.collection,
  status: undefined,
  via: claim.language === undefined ? {} : { language: claim.language },
  claims: [claim],
});
