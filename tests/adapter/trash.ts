import type { Interceptor, WireRequest } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import { answer, editJson, isList, pathOf } from './other-targets.js';

/** A trash before a server: what is deleted stays there until a second DELETE, or until an update brings it back. */
export interface Trash {
  readonly intercept: Interceptor;
  /** The paths of what is in it. */
  paths(): readonly string[];
}

type Next = Parameters<Interceptor>[1];

const isItem = ({ target }: WireRequest): boolean => /\/v1\/[a-z]+\/\d+(\?|$)/.test(target);

/** The trash of a service; a GET of what is in it is answered with a status. */
export function createTrash(status: 200 | 403 | 404 | 410): Trash {
  const trashed = new Set<string>();
  const isTrashed = (path: string, item: JsonValue): boolean =>
    isJsonObject(item) && trashed.has(`${path}/${JSON.stringify(item.id)}`);

  const ofItem: Interceptor = async (request, next) => {
    const path = pathOf(request);
    const item = await next({ method: 'GET', target: request.target, headers: request.headers });
    if (request.method === 'DELETE' && isGranted(item)) {
      if (trashed.delete(path)) return next(request);
      trashed.add(path);
      return item;
    }
    if (!trashed.has(path)) return next(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      trashed.delete(path);
      return next(request);
    }
    return status === 200
      ? editJson(item, (body) => ({ ...(body as JsonObject), status: 'trash' }))
      : answer(status, {});
  };
  const itemsOf = async (path: string, request: WireRequest, next: Next): Promise<readonly JsonValue[]> => {
    const own = [...trashed].filter((one) => one.startsWith(`${path}/`));
    const base = request.target.replace(/\/[a-z]+(\?.*)?$/, '');
    const items = own.map((one) => next({ method: 'GET', target: `${base}${one}`, headers: request.headers }));
    return (await Promise.all(items)).flatMap((item) => jsonOf(item) ?? []);
  };
  const ofList: Interceptor = async (request, next) => {
    const isTrash = request.target.includes('status=trash');
    const outcome = await next({ ...request, target: request.target.replace('status=trash', '') });
    const path = pathOf(request);
    const shown = isTrash ? await itemsOf(path, request, next) : [];
    const toItems = (items: JsonValue): JsonValue => {
      if (!isJsonArray(items)) return items;
      return isTrash ? shown : items.filter((item) => !isTrashed(path, item));
    };
    return editJson(outcome, (body) =>
      isJsonObject(body)
        ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, toItems(value)]))
        : body,
    );
  };
  return {
    paths: () => [...trashed],
    intercept: (request, next) => {
      if (isItem(request)) return ofItem(request, next);
      return isList(request) ? ofList(request, next) : next(request);
    },
  };
}
