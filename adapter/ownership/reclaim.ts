import { type Collection, resourceOf } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import type { TargetProfile } from '../profile/target-profile.js';
import type { CalendarReader } from '../reading/browse.js';
import type { Shown } from '../reading/lens.js';
import { bySlug, type Via } from '../reading/paths.js';
import { ALWAYS, toLifted, unfilteredFor } from '../reading/record-queries.js';
import { hidingStatuses } from '../reading/record-status.js';
import { tryBrowse } from '../reading/try-browse.js';
import { holdsToken } from './marker.js';
import type { OwnRecord } from './registry.js';
import type { CreateClaim } from './write-claim.js';

/** Where lists are asked for records. */
interface ListScope {
  readonly collection: Collection;
  readonly status: string | undefined;
  readonly via: Via;
  readonly claims: readonly CreateClaim[];
}

/** What a list is asked there. */
const queryOf = (profile: TargetProfile, { collection, status }: ListScope): ListQuery => ({
  ...unfilteredFor(profile, collection),
  ...(status !== undefined && { status }),
});

/** The places where the records of claims may be listed; a thorough look asks for other statuses, too. */
function toListScopes(claims: readonly CreateClaim[], thorough: boolean): readonly ListScope[] {
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
const toSlugScope = (claim: CreateClaim): ListScope => ({
  collection: claim.collection,
  status: undefined,
  via: claim.language === undefined ? {} : { language: claim.language },
  claims: [claim],
});

/** A record found by what its create claimed. */
interface Reclaimed {
  readonly record: OwnRecord;
  readonly claim: CreateClaim;
}

/** What is searched for after a run: records of creates whose answers did not identify them. */
interface ReclaimOptions {
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
