import type { Collection } from '../../contract/resources.js';
import { type FlagStyle, type ListStyle, toQueryPairs } from '../../generators/encode.js';
import { type ListQuery, ref } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonArray, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isClientError, isGranted } from '../../wire/status.js';
import type { Bindings } from '../calendar/bindings.js';
import type { Calendar } from '../calendar/calendar.js';
import type { PageSizes } from '../profile/target-profile.js';
import { findTotal, numberAt } from '../reading/list-counts.js';
import { findItems } from '../reading/shape-discovery.js';
import { hasIdsAlone, hasTitles, type ListStyleSpecimen } from './list-style-specimen.js';

/** The maximum of a common implementation. */
const LARGEST = 50;
/** The declared default. */
const SMALLEST = 10;

/** Page sizes to try, largest first. */
const SIZES = [LARGEST, 25, 20, SMALLEST] as const;

/** What is known before page sizes are learned. */
interface Known {
  /** A query that lists the events of the world and few others. */
  readonly events?: ListQuery;
  /** A larger page of venues that was granted. */
  readonly largeVenues?: number | undefined;
}

/** A list of everything in a collection. */
interface Whole {
  readonly collection: Collection;
  readonly query: ListQuery;
}

/**
 * The largest page of each collection, by lists that are asked for anyway: one may be capped where another is not.
 */
export async function learnPageSizes(calendar: Calendar, { events = {}, largeVenues }: Known = {}): Promise<PageSizes> {
  const sizeOf = (collection: Collection, query: ListQuery = {}): Promise<number> =>
    learnPageSize(calendar, { collection, query });
  const sizes = await Promise.all([
    sizeOf('events', events),
    largeVenues === undefined ? sizeOf('venues') : LARGEST,
    sizeOf('organizers'),
    sizeOf('categories', EVERY_TERM),
    sizeOf('tags', EVERY_TERM),
  ]);
  const [ofEvents, venues, organizers, categories, tags] = sizes;
  return { events: ofEvents, venues, organizers, categories, tags };
}

/** The largest of a few page sizes that the target does not refuse, or the size that it returns instead. */
async function learnPageSize(calendar: Calendar, whole: Whole): Promise<number> {
  for (const size of SIZES) {
    const page = await askPage(calendar, whole, { per_page: size });
    if (page) return givenOf(calendar, whole, { size, page });
  }
  return SMALLEST;
}

/** A page of a target that is not learned yet. */
interface RawPage {
  readonly items: readonly string[];
  readonly total: number;
}

async function askPage(calendar: Calendar, { collection, query }: Whole, paging: Paging): Promise<RawPage | undefined> {
  const exchange = await calendar.list(collection, { ...query, ...paging });
  return isGranted(exchange) ? readPage(collection, exchange) : undefined;
}

interface Paging {
  readonly per_page: number;
  readonly page?: number;
}

function readPage(collection: Collection, { outcome }: Exchange): RawPage {
  const body: JsonValue = jsonOf(outcome) ?? null;
  const list = valueAt(body, findItems(body, collection) ?? []);
  const items = isJsonArray(list) ? list.map((item) => JSON.stringify(item)) : [];
  const headers = outcome.kind === 'response' ? outcome.response.headers : [];
  const location = findTotal(body, headers);
  return { items, total: (location && numberAt(location, body, headers)) ?? items.length };
}

/** The real size of a page: that of one that is not full, if the total is higher and the next page has other tags. */
async function givenOf(
  calendar: Calendar,
  whole: Whole,
  { size, page: { items, total } }: { readonly size: number; readonly page: RawPage },
): Promise<number> {
  if (items.length === 0 || items.length >= size || total <= items.length) return size;
  const next = await askPage(calendar, whole, { per_page: size, page: 2 });
  return next?.items.some((item) => !items.includes(item)) ? items.length : size;
}

const EVERY_TERM = { hide_empty: false } as const satisfies ListQuery;

/**
 * Learns how the target takes flags in queries: as words, unless it refuses them and takes digits. The first lists are
 * those that the page size is learned from, so that a target that takes words gets no further request.
 */
export async function learnFlagStyle(calendar: Calendar): Promise<FlagStyle> {
  for (const size of [LARGEST, SMALLEST])
    if (!isClientError(await calendar.list('tags', { ...EVERY_TERM, per_page: size }))) return 'words';
  if (!(await isTaken(calendar, 'tags', EVERY_TERM, 'digits'))) return 'words';
  return (await isTaken(calendar, 'venues', { only_with_upcoming: false }, 'words')) ? 'digits-as-stated' : 'digits';
}

async function isTaken(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
  flags: FlagStyle,
): Promise<boolean> {
  const pairs = toQueryPairs(query, { id: calendar.idOf, flags });
  return !isClientError(await calendar.send({ method: 'GET', path: `/${collection}`, query: pairs }));
}

const STYLES = ['csv', 'brackets', 'repeated'] as const satisfies readonly ListStyle[];
const TWO = [ref('categories', 'c1'), ref('categories', 'c3')];

/** In a world that was made, events that have one of the two alone, and a word of their titles. */
const OF_ONE = [
  [ref('events', 'e5'), 'Festival'],
  [ref('events', 'e2'), 'Regatta'],
] as const;

/** What a world that was made offers; undefined where the target refused to make it. */
export function madeSpecimen(bindings: Bindings, bounds: ListQuery = {}): ListStyleSpecimen | undefined {
  if (!TWO.every((category) => bindings.has(category))) return undefined;
  const records = OF_ONE.map(([event, title]) => ({
    title,
    ...(bindings.has(event) && { id: bindings.idOf(event) }),
  }));
  return { collection: 'events', parameter: 'categories', two: TWO, records, bounds };
}

/**
 * Learns the ID-list style of queries: the first in which two values count as two, or else the first that the target
 * does not refuse. The interface states a CSV list for one parameter, and nothing for the others (gap.query.arrays): a
 * target may read the number at the beginning of `1,3` and take brackets for lists.
 */
export async function learnListStyle(calendar: Calendar, specimen?: ListStyleSpecimen): Promise<ListStyle> {
  if (!specimen) return STYLES[0];
  const { collection, parameter, two, bounds } = specimen;
  const granted: ListStyle[] = [];
  for (const list of STYLES) {
    const query = toQueryPairs({ ...bounds, [parameter]: two }, { id: calendar.idOf, list });
    const exchange = await calendar.send({ method: 'GET', path: `/${collection}`, query });
    if (isClientError(exchange)) continue;
    const text = textOf(exchange);
    if (hasTitles(text, specimen) || hasIdsAlone(text, specimen)) return list;
    granted.push(list);
  }
  return granted[0] ?? STYLES[0];
}

const textOf = ({ outcome }: Exchange): string => JSON.stringify(jsonOf(outcome) ?? null);

/** Responses to lists, by their requests. */
export type ListMemory = Map<string, ReturnType<Calendar['list']>>;

/** A calendar that requests no list twice: while a target is learned its world does not change. */
export const rememberingLists = (calendar: Calendar, memory: ListMemory): Calendar => ({
  ...calendar,
  list(collection, query, via = {}) {
    const parameters = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const { choices, flagStyle } = calendar.profile;
    const key = JSON.stringify([collection, parameters, via, choices['language.segment-place'], flagStyle]);
    const response = memory.get(key) ?? calendar.list(collection, query, via);
    memory.set(key, response);
    return response;
  },
});
