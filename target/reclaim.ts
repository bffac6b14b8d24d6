import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { Calendar } from './calendar.js';
import type { CreateClaim } from './claim.js';
import type { Shown } from './lens.js';
import { holdsToken } from './marker.js';
import { bySlug, type Via } from './paths.js';
import type { OwnRecord } from './registry.js';
import { tryBrowse } from './try-browse.js';
import { unfiltered } from './unfiltered.js';

/** A record found by what its create claimed. */
export interface Reclaimed {
  readonly record: OwnRecord;
  readonly claim: CreateClaim;
}

export interface ReclaimOptions {
  /** The text that every token of the run holds, to search for. */
  readonly marker: string;
  readonly claims: readonly CreateClaim[];
  /** Looks through whole lists, every known status and slugs too, where a search does not find everything. */
  readonly thorough?: boolean;
}

/** Finds the records that claims made, though no answer told their ids. Only records that hold a claim's token count. */
export async function findClaimed(
  calendar: Calendar,
  { marker, claims, thorough = false }: ReclaimOptions,
): Promise<readonly Reclaimed[]> {
  const found: Reclaimed[] = [];
  const missing = (): readonly CreateClaim[] =>
    claims.filter(({ token }) => !found.some(({ claim }) => claim.token === token));
  const looks: readonly Look[] = thorough
    ? [(place) => bySearch(calendar, marker, place), (place) => byList(calendar, place)]
    : [async (place) => (await bySearch(calendar, marker, place)) ?? byList(calendar, place)];
  for (const look of looks) found.push(...(await lookAt(toPlaces(missing(), thorough), look)));
  if (thorough) found.push(...(await lookAt(missing().map(toSlugPlace), (place) => byOwnSlug(calendar, place))));
  return found;
}

/** Where lists are asked for records. */
interface Place {
  readonly collection: Collection;
  readonly status: string | undefined;
  readonly via: Via;
  readonly claims: readonly CreateClaim[];
}

type Look = (place: Place) => Promise<readonly Shown[] | undefined>;

async function lookAt(places: readonly Place[], look: Look): Promise<readonly Reclaimed[]> {
  const found = await Promise.all(
    places.map(async (place) => ((await look(place)) ?? []).flatMap((shown) => toReclaimed(shown, place.claims))),
  );
  return found.flat();
}

function toReclaimed({ collection, id, json }: Shown, claims: readonly CreateClaim[]): readonly Reclaimed[] {
  const text = JSON.stringify(json);
  const claim = claims.find((one) => one.collection === collection && holdsToken(text, one.token));
  return claim ? [{ record: { collection, id, proven: true }, claim }] : [];
}

const bySearch = (calendar: Calendar, marker: string, place: Place): Promise<readonly Shown[] | undefined> =>
  tryBrowse(calendar, place.collection, { ...queryOf(place), search: marker }, place.via);

const byList = (calendar: Calendar, place: Place): Promise<readonly Shown[] | undefined> =>
  tryBrowse(calendar, place.collection, queryOf(place), place.via);

async function byOwnSlug(calendar: Calendar, { collection, claims, via }: Place): Promise<readonly Shown[]> {
  const slug = claims[0]?.slug;
  if (slug === undefined) return [];
  if (!resourceOf(collection).bySlug)
    return (await tryBrowse(calendar, collection, { ...unfiltered[collection], slug }, via)) ?? [];
  const shown = calendar.lens.recordIfAny(collection, await calendar.read(collection, bySlug(slug), via));
  return shown ? [shown] : [];
}

const queryOf = ({ collection, status }: Place) => ({
  ...unfiltered[collection],
  ...(status !== undefined && { status }),
});

/** The statuses under which lists may hide a record, whatever status was asked for. */
const hidingStatuses = ['draft', 'pending', 'private', 'future'];

function toPlaces(claims: readonly CreateClaim[], thorough: boolean): readonly Place[] {
  const places = new Map<string, Place>();
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

const toSlugPlace = (claim: CreateClaim): Place => ({
  collection: claim.collection,
  status: undefined,
  via: claim.language === undefined ? {} : { language: claim.language },
  claims: [claim],
});
