import type { Call } from './call.js';
import { booleanIn, integerIn, numberIn } from './query.js';
import { idsOf, type Row } from './row.js';
import type { Test } from './selection.js';
import { findLive, type Site } from './site.js';

const placesOf = (site: Site, { fields }: Row): readonly { readonly lat: number; readonly lng: number }[] =>
  idsOf(fields, 'venue').flatMap((id) => findLive(site, 'venues', id)?.provisioned?.place ?? []);

/** The filters by what no client can set. Those of extensions do nothing where there are none. */
export function premiumTests({ site, query }: Call): readonly (Test | undefined)[] {
  const parent = integerIn(query, 'post_parent');
  const isChild: Test = ({ provisioned }) => provisioned?.parent === parent;
  const hasPlace = booleanIn(query, 'geoloc');
  const isTicketed = booleanIn(query, 'ticketed');
  // One coordinate alone is passed over.
  const [lat, lng] = [numberIn(query, 'geoloc_lat'), numberIn(query, 'geoloc_lng')];
  const isThere: Test = (row) => placesOf(site, row).some((place) => place.lat === lat && place.lng === lng);
  const extended: readonly (Test | undefined)[] = [
    hasPlace === undefined ? undefined : (row) => placesOf(site, row).length > 0 === hasPlace,
    isTicketed === undefined ? undefined : ({ provisioned }) => (provisioned?.isTicketed ?? false) === isTicketed,
    lat === undefined || lng === undefined ? undefined : isThere,
  ];
  return [parent === undefined ? undefined : isChild, ...(site.isPremium ? extended : [])];
}
