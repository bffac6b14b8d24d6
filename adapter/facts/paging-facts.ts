import { collections } from '../../contract/resources.js';
import { isClientError, isGranted } from '../../wire/status.js';
import { toPointer, walk } from '../notation/json-paths.js';
import type { Fact, PageCap } from '../profile/fact.js';
import { numberAt } from '../reading/list-counts.js';
import { headerOf, type ReadExchange } from '../reading/read-exchange.js';
import { excerptOf, exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';

/** How lists are paged, and which ID-list style they take. */
export function pagingOf(sources: FactSources): readonly Fact[] {
  const lists = collections.flatMap((collection) => exchangesOf(sources, collection, 'list'));
  return [
    ...defaultSizeOf(sources, lists),
    ...capOf(sources, lists),
    ...nextLinkOf(sources, lists),
    ...idsOf(sources, lists),
  ];
}

/** A list without `per_page` is cut off if its total is higher, or if a larger page shows more. */
function defaultSizeOf(sources: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const unsized = lists.filter((read) => isGranted(read) && !read.query.has('per_page') && read.records.length > 0);
  const cut = unsized.filter((read) => hasMore(sources, read, lists));
  return toFact(
    'lists.default-size',
    cut[0]?.records.length,
    cut.map((read): Seen => [read, countOf(read)]),
  );
}

const countOf = ({ records }: ReadExchange): string => `${records.length} records`;

function hasMore({ profile }: FactSources, read: ReadExchange, lists: readonly ReadExchange[]): boolean {
  const total = totalOf(profile, read);
  if (total !== undefined) return total > read.records.length;
  return lists.some((other) => isSameButSize(read, other) && other.records.length > read.records.length);
}

function totalOf(
  profile: FactSources['profile'],
  { about, body, exchange: { outcome } }: ReadExchange,
): number | undefined {
  const location = about && profile.shapes[about.collection]?.total;
  if (!location || body === undefined || outcome.kind !== 'response') return undefined;
  return numberAt(location, body, outcome.response.headers);
}

const isSameButSize = (one: ReadExchange, other: ReadExchange): boolean =>
  one.about?.collection === other.about?.collection && sizeless(one) === sizeless(other);

const sizeless = ({ query }: ReadExchange): string =>
  [...query]
    .filter(([name]) => name !== 'per_page')
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&');

/** The largest page that was granted when a larger one was refused or not filled. */
function capOf(sources: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const sized = lists.filter(({ query }) => query.has('per_page') && !query.has('page'));
  const refused = sized.find((read) => isClientError(read) && isGrantedSmaller(read, sized));
  // A list that is empty, whatever its total, shows no size at all.
  const clamped = sized
    .filter((read) => isGranted(read) && read.records.length > 0)
    .find((read) => read.records.length < requestedSize(read) && hasMore(sources, read, sized));
  if (clamped) return toCap({ beyond: 'clamped', granted: clamped.records.length }, [clamped]);
  if (!refused) return [];
  const granted = sized
    .filter((read) => isGranted(read) && isSameButSize(read, refused))
    .toSorted((one, other) => requestedSize(other) - requestedSize(one));
  return toCap({ beyond: 'refused', granted: requestedSize(granted[0]) }, [refused, ...granted.slice(0, 1)]);
}

const requestedSize = (read: ReadExchange | undefined): number => Number(read?.query.get('per_page') ?? 0);

const isGrantedSmaller = (read: ReadExchange, sized: readonly ReadExchange[]): boolean =>
  sized.some((other) => isGranted(other) && isSameButSize(read, other) && requestedSize(other) < requestedSize(read));

const toCap = (value: PageCap, exchanges: readonly ReadExchange[]): readonly Fact[] =>
  toFact(
    'lists.page-cap',
    value,
    exchanges.map((one): Seen => [one, isGranted(one) ? countOf(one) : `refused with ${one.status}`]),
  );

/** The location of the link to the next page, in lists that have one. */
function nextLinkOf(sources: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const more = lists.filter((read) => isGranted(read) && read.records.length > 0 && hasMore(sources, read, lists));
  const linked = more.flatMap((read): readonly (readonly [ReadExchange, string, string])[] => {
    const found = linkIn(read);
    return found ? [[read, ...found]] : [];
  });
  const value = linked[0]?.[1] ?? (more.length > 0 ? 'absent' : undefined);
  const seen =
    linked.length > 0
      ? linked.map(([read, , link]): Seen => [read, link])
      : more.map((read): Seen => [read, 'no link']);
  return toFact('lists.next-link', value, seen);
}

function linkIn({ body, exchange }: ReadExchange): readonly [string, string] | undefined {
  const values = body === undefined ? [] : [...walk(body)];
  const inBody = values.find(({ path, value }) => typeof value === 'string' && /next/i.test(path.join('/')));
  if (inBody) return [`body:${toPointer(inBody.path)}`, excerptOf(inBody.value)];
  const header = headerOf(exchange, 'link');
  return header !== undefined && /rel="?next/i.test(header) ? ['header:link', excerptOf(header)] : undefined;
}

/** The ID-list style that queries take. */
function idsOf({ profile }: FactSources, lists: readonly ReadExchange[]): readonly Fact[] {
  const several = lists.filter(({ query }) => isGrantedIds(query, profile.listStyle));
  const granted = several.filter(isGranted);
  return toFact(
    'lists.ids',
    granted.length > 0 ? profile.listStyle : undefined,
    granted.map((read): Seen => [read, 'granted']),
  );
}

/** The interface states a CSV list for `include` of events, whatever the style elsewhere. */
const isGrantedIds = (query: URLSearchParams, style: string): boolean =>
  [...query].some(([name, value]) => {
    if (name.replace('[]', '') === 'include') return false;
    if (style === 'csv') return /^\d+,\d/.test(value);
    return style === 'brackets' ? name.endsWith('[]') : query.getAll(name).length > 1;
  });
