import type { Collection } from '../contract/field.js';
import type { ListQuery } from '../generators/wire.js';
import { browse } from './browse.js';
import type { Calendar } from './calendar.js';
import type { CreateClaim } from './claim.js';
import type { Shown } from './lens.js';
import { holdsToken } from './marker.js';
import type { Via } from './paths.js';
import type { OwnRecord } from './registry.js';

/** What lists need to be asked, so that they hide nothing of ours: a window as wide as time, terms without events. */
const everything: Readonly<Record<Collection, ListQuery>> = {
  events: { starts_after: '1900-01-01', starts_before: '2200-01-01' },
  venues: {},
  organizers: {},
  categories: { hide_empty: false },
  tags: { hide_empty: false },
};

interface Place {
  readonly collection: Collection;
  readonly status: string | undefined;
  readonly via: Via;
  readonly claims: readonly CreateClaim[];
}

function toPlaces(claims: readonly CreateClaim[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const claim of claims) {
    const { collection, status, language } = claim;
    const key = [collection, status, language].join('/');
    const place = places.get(key) ?? {
      collection,
      status,
      via: language === undefined ? {} : { language },
      claims: [],
    };
    places.set(key, { ...place, claims: [...place.claims, claim] });
  }
  return [...places.values()];
}

/** Finds the records that claims made, though no answer told their ids. Only records that hold a claim's token count. */
export async function findClaimed(
  calendar: Calendar,
  marker: string,
  claims: readonly CreateClaim[],
): Promise<readonly OwnRecord[]> {
  const found: OwnRecord[] = [];
  for (const place of toPlaces(claims)) found.push(...(await searchPlace(calendar, marker, place)));
  return found;
}

async function searchPlace(calendar: Calendar, marker: string, place: Place): Promise<readonly OwnRecord[]> {
  const { collection, status, via, claims } = place;
  const query = { ...everything[collection], ...(status !== undefined && { status }) };
  const items =
    (await tryBrowse(calendar, collection, { ...query, search: marker }, via)) ??
    (await tryBrowse(calendar, collection, query, via)) ??
    [];
  const ours = items.filter(({ json }) => claims.some(({ token }) => holdsToken(JSON.stringify(json), token)));
  return ours.map(({ id }) => ({ collection, id }));
}

/** A search that is refused or ends in a contradiction finds nothing; what is left over is told at the end. */
async function tryBrowse(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
  via: Via,
): Promise<readonly Shown[] | undefined> {
  try {
    return (await browse(calendar, collection, query, via)).items;
  } catch (error) {
    if (error instanceof Error && ['Deviation', 'CannotTell'].includes(error.name)) return undefined;
    throw error;
  }
}
