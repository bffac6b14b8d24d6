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

/** The list in which the records of some claims may be found. */
interface ListScope {
  readonly collection: Collection;
  readonly status: string | undefined;
  readonly via: Via;
  readonly claims: readonly CreateClaim[];
}

/** The query of such a list. */
const queryOf = (profile: TargetProfile, { collection, status }: ListScope): ListQuery => ({
  ...unfilteredFor(profile, collection),
  ...(status !== undefined && { status }),
});

/** The lists in which the records of claims may be; a thorough search queries other statuses too. */
function toListScopes(claims: readonly CreateClaim[], thorough: boolean): readonly ListScope[] {
  const scopes = new Map<string, ListScope>();
  for (const claim of claims) {
    const { collection, language } = claim;
    for (const status of statusesOf(claim, thorough)) {
      const key = [collection, status, language].join('/');
      const via = language === undefined ? {} : { language };
      const scope = scopes.get(key) ?? { collection, status, via, claims: [] };
      scopes.set(key, { ...scope, claims: [...scope.claims, claim] });
    }
  }
  return [...scopes.values()];
}

function statusesOf({ collection, status }: CreateClaim, thorough: boolean): readonly (string | undefined)[] {
  const hasStatus = resourceOf(collection).fields.status !== undefined;
  return thorough && hasStatus ? [...new Set([status, undefined, ...hidingStatuses])] : [status];
}

/** The scope of a single claim, whatever its status. */
const toSlugScope = (claim: CreateClaim): ListScope => ({
  collection: claim.collection,
  status: undefined,
  via: claim.language === undefined ? {} : { language: claim.language },
  claims: [claim],
});

/** A record found by the claim of its create. */
export interface Reclaimed {
  readonly record: OwnRecord;
  readonly claim: CreateClaim;
}

/** What to search for: the records of creates that returned no id. */
interface ReclaimOptions {
  /** The text in every token of the run, to search for. */
  readonly marker: string;
  readonly claims: readonly CreateClaim[];
  /** Also reads whole lists in every known status, and slugs, if a search does not find everything. */
  readonly thorough?: boolean;
  /** Lists that were read before, while nothing was written since; those that are read are added. */
  readonly lists?: ListsRead;
}

/** What the list of a collection showed; undefined where it was refused or could not be read. */
interface ListRead {
  readonly collection: Collection;
  readonly shown: Promise<readonly Shown[] | undefined>;
}

/** What lists showed, by their requests. */
export type ListsRead = Map<string, ListRead>;

/** Finds the records of claims. Only records that contain a claim's token count. */
export async function findClaimed(
  calendar: CalendarReader,
  { marker, claims, thorough = false, lists = new Map() }: ReclaimOptions,
): Promise<readonly Reclaimed[]> {
  const found: Reclaimed[] = [];
  const missing = (): readonly CreateClaim[] =>
    claims.filter(({ token }) => !found.some(({ claim }) => claim.token === token));
  const browse = browsingOnce(calendar, lists);
  const search = { search: marker };
  const lookups: readonly ListLookup[] = thorough
    ? [(scope) => browse(scope, search), (scope) => browse(scope), (scope) => byEveryDay(browse, scope)]
    : [(scope) => bySearchOrList(browse, search, calendar.profile.pageSizes[scope.collection], scope)];
  for (const lookup of lookups) found.push(...(await reclaimIn(toListScopes(missing(), thorough), lookup)));
  if (thorough) found.push(...(await reclaimIn(missing().map(toSlugScope), (scope) => byOwnSlug(calendar, scope))));
  return found;
}

type ListLookup = (scope: ListScope) => Promise<readonly Shown[] | undefined>;

async function reclaimIn(scopes: readonly ListScope[], lookup: ListLookup): Promise<readonly Reclaimed[]> {
  const found = await Promise.all(
    scopes.map(async (scope) => ((await lookup(scope)) ?? []).flatMap((shown) => toReclaimed(shown, scope.claims))),
  );
  return found.flat();
}

function toReclaimed({ collection, id, json }: Shown, claims: readonly CreateClaim[]): readonly Reclaimed[] {
  const text = JSON.stringify(json);
  const claim = claims.find((one) => one.collection === collection && holdsToken(text, one.token));
  return claim ? [{ record: { collection, id, proven: true }, claim }] : [];
}

/** Reads the list of a scope, with `more` in its query; undefined where it is refused. */
type Browse = (scope: ListScope, more?: ListQuery) => Promise<readonly Shown[] | undefined>;

const browsingOnce =
  (calendar: CalendarReader, lists: ListsRead): Browse =>
  (scope, more = {}) => {
    const query = { ...queryOf(calendar.profile, scope), ...more };
    const key = JSON.stringify([scope.collection, query, scope.via]);
    const { collection, via } = scope;
    const read = lists.get(key) ?? { collection, shown: tryBrowse(calendar, collection, query, via) };
    lists.set(key, read);
    return read.shown;
  };

/** Where searches are refused, the whole list. A status or a language that is refused is not asked for in other ways. */
async function bySearchOrList(
  browse: Browse,
  search: ListQuery,
  size: number,
  scope: ListScope,
): Promise<readonly Shown[] | undefined> {
  const plain: ListScope = { ...scope, status: undefined, via: {} };
  if (scope.status !== undefined || scope.via.language !== undefined) {
    const shown = await browse(scope, { ...search, per_page: size });
    if (shown ?? (await browse(plain, search))) return shown;
  }
  return (await browse(scope, search)) ?? browse(scope);
}

/** For a sweep, which does not know what lifts the default window of events. */
const byEveryDay = async (browse: Browse, scope: ListScope): Promise<readonly Shown[] | undefined> =>
  scope.collection === 'events' ? browse(scope, toLifted(ALWAYS)) : undefined;

async function byOwnSlug(calendar: CalendarReader, { collection, claims, via }: ListScope): Promise<readonly Shown[]> {
  const slug = claims[0]?.slug;
  if (slug === undefined) return [];
  if (!resourceOf(collection).bySlug)
    return (await tryBrowse(calendar, collection, { ...unfilteredFor(calendar.profile, collection), slug }, via)) ?? [];
  const shown = calendar.lens.recordIfAny(collection, await calendar.read(collection, bySlug(slug), via));
  return shown ? [shown] : [];
}
