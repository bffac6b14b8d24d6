import { toQueryPairs } from '../generators/encode.js';
import type { ListQuery } from '../generators/wire.js';
import type { Exchange, WireRequest } from '../harness/exchange.js';
import { Inconclusive } from '../harness/errors.js';
import { createLens } from '../target/lens.js';
import { lift } from '../target/lift.js';
import { toTarget, type Via } from '../target/paths.js';
import type { TargetProfile } from '../target/profile.js';
import { ALWAYS, unfiltered } from '../target/unfiltered.js';
import { toCanonical } from './canonical.js';
import type { List, Slice } from './list.js';
import type { SnapshotRecord } from './record.js';

/** A page of a list in canonical form. */
export interface Page {
  readonly items: readonly Omit<SnapshotRecord, 'lists'>[];
  readonly total: number | undefined;
}

/** Where a page is in its list. */
export interface Paging {
  readonly page: number;
  readonly size: number;
}

/** Reads the lists of a target; it sends nothing but GET. */
export interface Reader {
  readonly profile: TargetProfile;
  readonly origin: string;
  send(request: WireRequest): Promise<Exchange>;
  /** A page of a slice; the status where it is refused. */
  page(slice: Slice, paging: Paging): Promise<Page | { readonly refused: number }>;
}

/** What a calendar is read by: its learned profile and a way to send requests. */
export interface ReaderOptions {
  readonly profile: TargetProfile;
  readonly origin: string;
  readonly send: (request: WireRequest) => Promise<Exchange>;
}

/** Makes the reader of a target. */
export function createReader({ profile, origin, send }: ReaderOptions): Reader {
  const lens = createLens(profile.shapes);
  return {
    profile,
    origin,
    send,
    async page(slice, paging) {
      const { collection } = slice;
      const exchange = await send(toRequest(profile, slice, paging));
      const status = statusOf(exchange);
      if (status < 200 || status > 299) return { refused: status };
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

function toVia({ language }: List): Via {
  if (language === '') return {};
  return language.startsWith('/') ? { segment: language.slice(1) } : { language };
}

/** The query that hides as little of a slice as may be. */
function toListQuery(profile: TargetProfile, { collection, status, window }: Slice): ListQuery {
  const asked = status === '' ? {} : { status };
  if (collection !== 'events') return { ...unfiltered[collection], ...asked };
  const { from, to } = window ?? ALWAYS;
  return { starts_after: from, starts_before: to, ...lift(profile, { from, to }), ...asked };
}
