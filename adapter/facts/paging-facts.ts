import { collections } from '../../contract/resources.js';
import { headerValue } from '../../wire/exchange.js';
import { isClientError, isGranted } from '../../wire/status.js';
import { toPointer, walk } from '../notation/json-paths.js';
import type { Fact, PageCap } from '../profile/fact.js';
import { numberAt } from '../reading/list-counts.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { excerptOf, exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';

/** How lists are cut into pages, and how they take lists of ids. */
export function pagingOf(sources: FactSources): readonly Fact[] {
  const lists = collections.flatMap((collection) => exchangesOf(sources, collection, 'list'));
  return [
    ...defaultSizeOf(sources, lists),
    ...capOf(sources, lists),
    ...nextLinkOf(sources, lists),
    ...idsOf(sources, lists),
  ];
}

/** A list without `per_page` whose page is not the whole: more records are told of, or a page of more shows more. */
function defaultSizeOf(sources: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const unsized = lists.filter((told) => isGranted(told) && !told.query.has('per_page') && told.records.length > 0);
  const cut = unsized.filter((told) => hasMore(sources, told, lists));
  return toFact(
    'lists.default-size',
    cut[0]?.records.length,
    cut.map((told): Seen => [told, countOf(told)]),
  );
}

const countOf = ({ records }: ReadExchange): string => `${records.length} records`;

function hasMore({ profile }: FactSources, told: ReadExchange, lists: readonly ReadExchange[]): boolean {
  const total = totalOf(profile, told);
  if (total !== undefined) return total > told.records.length;
  return lists.some((other) => isSameButSize(told, other) && other.records.length > told.records.length);
}

function totalOf(
  profile: FactSources['profile'],
  { about, body, exchange: { outcome } }: ReadExchange,
): number | undefined {
  const place = about && profile.shapes[about.collection]?.total;
  if (!place || body === undefined || outcome.kind !== 'response') return undefined;
  return numberAt(place, body, outcome.response.headers);
}

const isSameButSize = (one: ReadExchange, other: ReadExchange): boolean =>
  one.about?.collection === other.about?.collection && sizeless(one) === sizeless(other);

const sizeless = ({ query }: ReadExchange): string =>
  [...query]
    .filter(([name]) => name !== 'per_page')
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&');

/** The largest page that was granted, where a larger one was refused or not filled. */
function capOf(sources: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const sized = lists.filter(({ query }) => query.has('per_page') && !query.has('page'));
  const refused = sized.find((told) => isClientError(told) && isGrantedSmaller(told, sized));
  const clamped = sized.find(
    (told) => isGranted(told) && told.records.length < requestedSize(told) && hasMore(sources, told, sized),
  );
  if (clamped) return toCap(clamped, { beyond: 'clamped', granted: clamped.records.length }, [clamped]);
  if (!refused) return [];
  const granted = sized
    .filter((told) => isGranted(told))
    .toSorted((one, other) => requestedSize(other) - requestedSize(one));
  return toCap(refused, { beyond: 'refused', granted: requestedSize(granted[0]) }, [refused, ...granted.slice(0, 1)]);
}

const requestedSize = (told: ReadExchange | undefined): number => Number(told?.query.get('per_page') ?? 0);

const isGrantedSmaller = (told: ReadExchange, sized: readonly ReadExchange[]): boolean =>
  sized.some((other) => isGranted(other) && isSameButSize(told, other) && requestedSize(other) < requestedSize(told));

const toCap = (_: ReadExchange, value: PageCap, told: readonly ReadExchange[]): readonly Fact[] =>
  toFact(
    'lists.page-cap',
    value,
    told.map((one): Seen => [one, isGranted(one) ? countOf(one) : `refused with ${one.status}`]),
  );

/** Where the address of the next page stands, in answers that have one. */
function nextLinkOf(sources: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const more = lists.filter((told) => isGranted(told) && told.records.length > 0 && hasMore(sources, told, lists));
  const linked = more.flatMap((told): readonly (readonly [ReadExchange, string, string])[] => {
    const found = linkIn(told);
    return found ? [[told, ...found]] : [];
  });
  const value = linked[0]?.[1] ?? (more.length > 0 ? 'absent' : undefined);
  const seen =
    linked.length > 0
      ? linked.map(([told, , link]): Seen => [told, link])
      : more.map((told): Seen => [told, 'no link']);
  return toFact('lists.next-link', value, seen);
}

function linkIn({ body, exchange: { outcome } }: ReadExchange): readonly [string, string] | undefined {
  const places = body === undefined ? [] : [...walk(body)];
  const inBody = places.find(({ path, value }) => typeof value === 'string' && /next/i.test(path.join('/')));
  if (inBody) return [`body:${toPointer(inBody.path)}`, excerptOf(inBody.value)];
  const header = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'link') : undefined;
  return header !== undefined && /rel="?next/i.test(header) ? ['header:link', excerptOf(header)] : undefined;
}

/** How lists of ids are taken in queries. */
function idsOf({ profile }: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const several = lists.filter(({ query }) => isGrantedIds(query, profile.listStyle));
  const granted = several.filter(isGranted);
  return toFact(
    'lists.ids',
    granted.length > 0 ? profile.listStyle : undefined,
    granted.map((told): Seen => [told, 'granted']),
  );
}

/** `include` of events is a CSV list by the interface, whatever the style. */
const isGrantedIds = (query: URLSearchParams, style: string): boolean =>
  [...query].some(([name, value]) => {
    if (name.replace('[]', '') === 'include') return false;
    if (style === 'csv') return /^\d+,\d/.test(value);
    return style === 'brackets' ? name.endsWith('[]') : query.getAll(name).length > 1;
  });
