import { resourceOf } from '../contract/resources.js';
import type { CalendarReader } from './browse.js';
import type { CreateClaim } from './claim.js';
import type { Shown } from './lens.js';
import { toLifted } from './lift.js';
import { holdsToken } from './marker.js';
import { bySlug } from './paths.js';
import { type ListScope, queryOf, toListScopes, toSlugScope } from './reclaim-places.js';
import type { OwnRecord } from './registry.js';
import { tryBrowse } from './try-browse.js';
import { ALWAYS, unfilteredFor } from './unfiltered.js';

/** A record found by what its create claimed. */
export interface Reclaimed {
  readonly record: OwnRecord;
  readonly claim: CreateClaim;
}

/** What is searched for after a run: records of creates whose answers did not identify them. */
export interface ReclaimOptions {
  /** The text that every token of the run holds, to search for. */
  readonly marker: string;
  readonly claims: readonly CreateClaim[];
  /** Looks through whole lists, every known status and slugs too, where a search does not find everything. */
  readonly thorough?: boolean;
}

/** Finds the records that claims made, though no answer told their ids. Only records that hold a claim's token count. */
export async function findClaimed(
  calendar: CalendarReader,
  { marker, claims, thorough = false }: ReclaimOptions,
): Promise<readonly Reclaimed[]> {
  const found: Reclaimed[] = [];
  const missing = (): readonly CreateClaim[] =>
    claims.filter(({ token }) => !found.some(({ claim }) => claim.token === token));
  const looks: readonly ListLookup[] = thorough
    ? [
        (place) => bySearch(calendar, marker, place),
        (place) => byList(calendar, place),
        (place) => byEveryDay(calendar, place),
      ]
    : [async (place) => (await bySearch(calendar, marker, place)) ?? byList(calendar, place)];
  for (const look of looks) found.push(...(await lookUp(toListScopes(missing(), thorough), look)));
  if (thorough) found.push(...(await lookUp(missing().map(toSlugScope), (place) => byOwnSlug(calendar, place))));
  return found;
}

type ListLookup = (place: ListScope) => Promise<readonly Shown[] | undefined>;

async function lookUp(places: readonly ListScope[], look: ListLookup): Promise<readonly Reclaimed[]> {
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

const bySearch = (calendar: CalendarReader, marker: string, place: ListScope): Promise<readonly Shown[] | undefined> =>
  tryBrowse(calendar, place.collection, { ...queryOf(calendar.profile, place), search: marker }, place.via);

const byList = (calendar: CalendarReader, place: ListScope): Promise<readonly Shown[] | undefined> =>
  tryBrowse(calendar, place.collection, queryOf(calendar.profile, place), place.via);

/** For a sweep, which does not know what lifts the default window of the list of events. */
const byEveryDay = async (calendar: CalendarReader, place: ListScope): Promise<readonly Shown[] | undefined> =>
  place.collection === 'events'
    ? tryBrowse(calendar, 'events', { ...queryOf(calendar.profile, place), ...toLifted(ALWAYS) }, place.via)
    : undefined;

async function byOwnSlug(calendar: CalendarReader, { collection, claims, via }: ListScope): Promise<readonly Shown[]> {
  const slug = claims[0]?.slug;
  if (slug === undefined) return [];
  if (!resourceOf(collection).bySlug)
    return (await tryBrowse(calendar, collection, { ...unfilteredFor(calendar.profile, collection), slug }, via)) ?? [];
  const shown = calendar.lens.recordIfAny(collection, await calendar.read(collection, bySlug(slug), via));
  return shown ? [shown] : [];
}
