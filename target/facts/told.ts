import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import { jsonOf } from '../../harness/body.js';
import type { Exchange } from '../../harness/exchange.js';
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { toWholeShape } from '../discover.js';
import { createLens } from '../lens.js';
import type { TargetProfile } from '../profile.js';

/** What was done with which collection. */
export type Deed = 'list' | 'create' | 'read' | 'update' | 'delete';

/** An exchange of the learning, read through what was learned. */
export interface ReadExchange {
  readonly exchange: Exchange;
  /** Undefined for what is about no collection: the index. */
  readonly about: { readonly collection: Collection; readonly deed: Deed; readonly address: string } | undefined;
  readonly query: URLSearchParams;
  /** 0 where there was no whole answer. */
  readonly status: number;
  readonly body: JsonValue | undefined;
  /** The records in it: of a granted list all, of any other granted answer the one it shows. */
  readonly records: readonly JsonObject[];
}

const SOMEWHERE = 'http://target.invalid';

/** Reads the exchanges by which a target was learned. */
export function readExchanges(exchanges: readonly Exchange[], profile: TargetProfile): readonly ReadExchange[] {
  const lens = createLens(profile.shapes);
  return exchanges.map((exchange) => {
    const { outcome, request } = exchange;
    const { pathname, searchParams: query } = new URL(request.target, SOMEWHERE);
    const status = outcome.kind === 'response' ? outcome.response.status : 0;
    const body = jsonOf(outcome);
    const about = aboutOf(request.method, pathname, profile);
    const told = { exchange, about, query, status, body };
    if (!about || body === undefined || status < 200 || status >= 300) return { ...told, records: [] };
    if (about.deed === 'list') return { ...told, records: itemsIn(about.collection, body, profile) };
    const record = lens.recordIfAny(about.collection, exchange)?.json;
    return { ...told, records: record ? [record] : [] };
  });
}

function aboutOf(method: string, path: string, { namespace }: TargetProfile): ReadExchange['about'] {
  const [, below] = path.split(`/${namespace}/`);
  const [name = '', ...rest] = (below ?? '').split('/');
  const collection = collections.find((one) => one === name);
  if (!collection) return undefined;
  const address = rest.join('/');
  return { collection, deed: deedOf(method, address), address };
}

function deedOf(method: string, address: string): Deed {
  if (method === 'GET') return address === '' ? 'list' : 'read';
  if (method === 'DELETE') return 'delete';
  return address === '' ? 'create' : 'update';
}

function itemsIn(collection: Collection, body: JsonValue, { shapes }: TargetProfile): readonly JsonObject[] {
  const list = valueAt(body, toWholeShape(collection, body, shapes[collection]).items);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
