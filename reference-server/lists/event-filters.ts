import { toInteger } from '../http/parameter-values.js';
import { featuredKey, linkKey, parentKey, ticketedKey } from '../store/indexes.js';
import type { Store } from '../store/store.js';
import { type Coordinates, type Relation, relations, type StoredEvent } from '../store/stored-record.js';
import { containsText, type ListRequest } from './list-request.js';

/** Coordinates match within so many degrees, in both directions (`gap.query.geoloc-distance`). */
const TOLERANCE = 0.01;

const isNear = (a: Coordinates, b: Coordinates): boolean =>
  Math.abs(a.latitude - b.latitude) <= TOLERANCE && Math.abs(a.longitude - b.longitude) <= TOLERANCE;

/** The ids of the venues with coordinates, or of those near a place. */
function locatedVenues(store: Store, near?: Coordinates): ReadonlySet<number> {
  const venues = store.located();
  return new Set(
    [...venues].filter(({ coordinates }) => coordinates && (!near || isNear(coordinates, near))).map(({ id }) => id),
  );
}

/** One condition on events. `keys` name the timelines that together hold just the events that it accepts. */
export interface EventFilter {
  readonly keys?: readonly string[];
  accepts(event: StoredEvent): boolean;
}

/** The filters of a request, date parameters and `include` aside; `shelf` is the language and status asked for. */
export function readFilters(request: ListRequest, shelf: string): readonly EventFilter[] {
  return [
    ...relationFilters(request, shelf),
    ...locationFilters(request, shelf),
    ...parentFilter(request, shelf),
    ...flagFilter(request.query.flag('featured'), featuredKey(shelf), ({ values }) => values['featured'] === true),
    ...flagFilter(request.query.flag('ticketed'), ticketedKey(shelf), ({ provision }) => provision?.ticketed === true),
    ...searchFilter(request),
  ];
}

const isProtected = ({ provision }: StoredEvent): boolean => provision?.password !== undefined;

function relationFilters(request: ListRequest, shelf: string): readonly EventFilter[] {
  return relations.flatMap((relation) => {
    const tokens = request.query.tokens(relation);
    return tokens ? [linkedToAny(shelf, relation, resolve(request, relation, tokens))] : [];
  });
}

function linkedToAny(shelf: string, relation: Relation, ids: ReadonlySet<number>): EventFilter {
  return {
    keys: [...ids].map((id) => linkKey(shelf, relation, id)),
    accepts: ({ links }) => links[relation].some((id) => ids.has(id)),
  };
}

/** Categories and tags may be given by slug; a number is an id unless only a slug is written like that. */
function resolve({ site, language }: ListRequest, relation: Relation, tokens: readonly string[]): ReadonlySet<number> {
  const { store } = site;
  const ids = tokens.map((token) => {
    const id = toInteger(token);
    const isTerm = relation === 'categories' || relation === 'tags';
    if (!isTerm || (id !== undefined && store.get(id)?.collection === relation)) return id;
    return store.slugs.find(relation, language, token);
  });
  return new Set(ids.filter((id) => id !== undefined));
}

function locationFilters({ site, query }: ListRequest, shelf: string): readonly EventFilter[] {
  const isLocated = query.flag('geoloc');
  const near = position(query.number('geoloc_lat'), query.number('geoloc_lng'));
  if (isLocated === undefined && !near) return [];
  const located = linkedToAny(shelf, 'venue', locatedVenues(site.store));
  return [
    ...(near ? [linkedToAny(shelf, 'venue', locatedVenues(site.store, near))] : []),
    ...(isLocated === true ? [located] : []),
    ...(isLocated === false ? [{ accepts: (event: StoredEvent) => !located.accepts(event) }] : []),
  ];
}

const position = (latitude?: number, longitude?: number): Coordinates | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

function parentFilter({ query }: ListRequest, shelf: string): readonly EventFilter[] {
  const parent = query.number('post_parent');
  if (parent === undefined) return [];
  return [{ keys: [parentKey(shelf, parent)], accepts: ({ provision }) => provision?.postParent === parent }];
}

function flagFilter(
  wanted: boolean | undefined,
  key: string,
  isSet: (event: StoredEvent) => boolean,
): readonly EventFilter[] {
  if (wanted === undefined) return [];
  const accepts = (event: StoredEvent): boolean => !isProtected(event) && isSet(event) === wanted;
  return [{ accepts, ...(wanted && { keys: [key] }) }];
}

function searchFilter({ query }: ListRequest): readonly EventFilter[] {
  const searched = query.text('search') ?? '';
  if (searched === '') return [];
  const accepts = (event: StoredEvent): boolean =>
    !isProtected(event) && containsText(searched, [event.values['title'], event.values['description']]);
  return [{ accepts }];
}
