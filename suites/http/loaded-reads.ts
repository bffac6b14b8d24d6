import fc, { type Arbitrary } from 'fast-check';
import type { RawRequest } from '../../adapter/calendar/calendar.js';
import type { Addressing, Method } from '../../contract/operations.js';
import { droppable, droppableButOne } from '../arbitraries/subsets.js';

/** Where a read names another method: in its query, or in one of the header fields in use for it. */
const carriers = ['_method', 'X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const;
type Carrier = (typeof carriers)[number];

/** A read that carries what would be a write with another method. */
export interface LoadedRead {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
  readonly by: Addressing;
  /** The method that it names, and where. */
  readonly override?: { readonly method: Method; readonly carriers: readonly Carrier[] };
}

const named: readonly Method[] = ['PATCH', 'PUT', 'DELETE'];

/** A GET that names a method in every place; when shrunk, in fewer, and with nothing but fields in the end. */
const overriding = (by: Addressing, method: Method): Arbitrary<LoadedRead> =>
  droppable(carriers.map((carrier) => fc.constant(carrier))).map((chosen) => ({
    method: 'GET',
    by,
    ...(chosen.length > 0 && { override: { method, carriers: chosen } }),
  }));

/** Reads with fields: a GET at the addresses of each method that it can name, DELETE last. */
export const loadedReads = (
  waysOf: (method: Method, nth: number) => readonly Addressing[],
): Arbitrary<readonly LoadedRead[]> =>
  droppableButOne([
    ...(['HEAD', 'OPTIONS'] as const).map((method) => fc.constant<LoadedRead>({ method, by: 'id' })),
    ...named.flatMap((method, nth) => waysOf(method, nth).map((by) => overriding(by, method))),
  ]);

type Fields = Readonly<Record<string, string>>;

/** What is sent for a read of a path: its fields in the query and in the body, as far as its method has one. */
export function toRequest({ method, override }: LoadedRead, path: string, fields: Fields): RawRequest {
  const query = Object.entries(fields);
  if (method === 'HEAD') return { method, path, query };
  const named = (override?.carriers ?? []).map((carrier) => [carrier.toLowerCase(), override?.method ?? ''] as const);
  return {
    method,
    path,
    query: [...query, ...named.filter(([carrier]) => carrier === '_method')],
    headers: [['content-type', 'application/json'], ...named.filter(([carrier]) => carrier !== '_method')],
    body: JSON.stringify(fields),
  };
}

/** A read in words: `a GET by slug with _method=DELETE`. */
export function inWords({ method, by, override }: LoadedRead): string {
  const places = override?.carriers.map((carrier) =>
    carrier === '_method' ? `_method=${override.method}` : `${carrier}: ${override.method}`,
  );
  return `a ${method} by ${by} with ${places?.join(', ') ?? 'fields'}`;
}
