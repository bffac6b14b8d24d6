import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { createLens } from '../../adapter/reading/lens.js';
import { toTarget, type Via } from '../../adapter/reading/paths.js';
import { ALWAYS, unfiltered, windowQuery } from '../../adapter/reading/record-queries.js';
import type { Collection } from '../../contract/resources.js';
import { toQueryPairs } from '../../generators/encode.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange, WireRequest } from '../../wire/exchange.js';
import { isSuccess } from '../../wire/status.js';
import { type SnapshotRecord, toCanonical } from '../snapshot/canonical-record.js';

/** One list of a target, as far as language and status choose it; empty where neither is asked for. */
export interface List {
  readonly collection: Collection;
  /** By parameter, `nl`, or by path segment, `/nl`. */
  readonly language: string;
  readonly status: string;
  /** The identity that asks for it; without it, the one that the target was learned as. */
  readonly as?: string;
}

/** Days, `YYYY-MM-DD`, both included. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** What is read in one go, and read again when it was cut off. */
export interface Slice extends List {
  /** Events only. */
  readonly window?: Window;
  /** Only the events with these IDs. */
  readonly include?: readonly string[];
}

/** What a list is called in a snapshot: `default`, `nl`, `/nl`, `draft`, `nl draft`, `@reader default`. */
export const toListName = ({ language, status, as }: Omit<List, 'collection'>): string => {
  const name = [language, status].filter((word) => word !== '').join(' ') || 'default';
  return as === undefined ? name : `@${as} ${name}`;
};

/** What a list is called among those of all collections. */
export const toFullName = (list: List): string => `${list.collection} ${toListName(list)}`;

/** Days as text: `2026-01-01..2026-03-01`; empty without a window. */
export const toWindowName = (window: Window | undefined): string => (window ? `${window.from}..${window.to}` : '');

/** What a slice is called in a progress file, in the header of a snapshot and in sentences. */
export const toSliceName = ({ window, ...list }: Slice): string =>
  [toFullName(list), ...(window ? [toWindowName(window)] : [])].join(' ');

/** Reads back the name of a slice: the full name of its list, and its window. */
export function parseSliceName(name: string): { readonly list: string; readonly window?: Window } {
  const [, list, from, to] = /^(.*) (\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
  return list !== undefined && from !== undefined && to !== undefined ? { list, window: { from, to } } : { list: name };
}

/** A page of a list in canonical form. */
export interface Page {
  readonly items: readonly Omit<SnapshotRecord, 'lists'>[];
  readonly total: number | undefined;
}

/** Where a page is in its list. */
interface Paging {
  readonly page: number;
  readonly size: number;
}

/** Reads the lists of a target; it sends nothing but GET. */
export interface Reader {
  readonly profile: TargetProfile;
  readonly origin: string;
  /** Who else it can read as. */
  readonly identities: readonly string[];
  send(request: WireRequest, as?: string): Promise<Exchange>;
  /** A page of a slice; the status where it is refused. */
  page(slice: Slice, paging: Paging): Promise<Page | { readonly refused: number }>;
}

/** What a calendar is read by: its learned profile and a way to send requests. */
interface ReaderOptions {
  readonly profile: TargetProfile;
  readonly origin: string;
  readonly identities?: readonly string[];
  readonly send: Reader['send'];
}

/** Makes the reader of a target. */
export function createReader({ profile, origin, identities = [], send }: ReaderOptions): Reader {
  const lens = createLens(profile.shapes);
  return {
    profile,
    origin,
    identities,
    send,
    async page(slice, paging) {
      const { collection } = slice;
      const exchange = await send(toRequest(profile, slice, paging), slice.as);
      const status = statusOf(exchange);
      if (!isSuccess(status)) return { refused: status };
      const { items, total } = lens.page(collection, exchange);
      const shape = profile.shapes[collection];
      return { items: items.map((shown) => toCanonical(shown, { shape, origin })), total };
    },
  };
}

/** The status of an answer. Throws where there is none: what cannot be reached cannot be read. */
function statusOf({ outcome, request }: Exchange): number {
  if (outcome.kind === 'response') return outcome.response.status;
  throw new Inconclusive(
    `${request.target} was not answered: ${'message' in outcome ? outcome.message : outcome.kind}`,
  );
}

const noRefs = (): never => {
  throw new Error('a slice refers to no record');
};

function toRequest(profile: TargetProfile, slice: Slice, { page, size }: Paging): WireRequest {
  const query = { ...toListQuery(profile, slice), per_page: size, ...(page > 1 && { page }) };
  const pairs = toQueryPairs(query, { id: noRefs, flags: profile.flagStyle });
  const target = toTarget(profile, `/${slice.collection}`, { query: pairs, via: toVia(slice) });
  return { method: 'GET', target, headers: [] };
}

/** How the language of a list is selected. */
export function toVia({ language }: Pick<List, 'language'>): Via {
  if (language === '') return {};
  return language.startsWith('/') ? { segment: language.slice(1) } : { language };
}

/** The query that hides as little of a slice as may be. */
function toListQuery(profile: TargetProfile, { collection, status, window, include }: Slice): ListQuery {
  const asked = { ...(status !== '' && { status }), ...(include && { include }) };
  if (collection !== 'events') return { ...unfiltered[collection], ...asked };
  return { ...windowQuery(profile, window ?? ALWAYS), ...asked };
}
