import fc, { type Arbitrary } from 'fast-check';
import type { RawRequest } from '../../adapter/calendar/calendar.js';
import type { Addressing, Method } from '../../contract/operations.js';
import { droppable, droppableButOne } from '../arbitraries/subsets.js';

/** Where a read names another method: in its query, or in one of the header fields in use for it. */
const carriers = ['_method', 'X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const;
type Carrier = (typeof carriers)[number];

/** A method, and the place that names it. */
interface Naming {
  readonly carrier: Carrier;
  readonly method: Method;
}

/** A read that carries what would be a write with another method. */
export interface LoadedRead {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
  readonly by: Addressing;
  /** The methods that it names. */
  readonly override: readonly Naming[];
}

/** What a read does that is taken for another method. */
export type Harm = 'change' | 'delete';

/** The method that each place names: a service that reads one of them takes PATCH as well as PUT from it. */
const namings: Readonly<Record<Harm, readonly Naming[]>> = {
  change: carriers.map((carrier, at) => ({ carrier, method: at < 2 ? 'PATCH' : 'PUT' })),
  delete: carriers.map((carrier) => ({ carrier, method: 'DELETE' })),
};

/** A GET that names a method in every place; when shrunk, in fewer, and with nothing but fields in the end. */
const overriding = (by: Addressing, harm: Harm): Arbitrary<LoadedRead> =>
  droppable(namings[harm].map((naming) => fc.constant(naming))).map((override) => ({ method: 'GET', by, override }));

/** Which methods besides GET are sent, and at which addresses a GET carries what would change or delete the record. */
interface Loads {
  readonly plain: readonly ('HEAD' | 'OPTIONS')[];
  waysOf(harm: Harm): readonly Addressing[];
}

/** Reads with fields, the GET of a DELETE last. */
export const loadedReads = ({ plain, waysOf }: Loads): Arbitrary<readonly LoadedRead[]> =>
  droppableButOne([
    ...plain.map((method) => fc.constant<LoadedRead>({ method, by: 'id', override: [] })),
    ...(['change', 'delete'] as const).flatMap((harm) => waysOf(harm).map((by) => overriding(by, harm))),
  ]);

type Fields = Readonly<Record<string, string>>;

/** What is sent for a read of a path: its fields in the query and in the body, as far as its method has one. */
export function toRequest({ method, override }: LoadedRead, path: string, fields: Fields): RawRequest {
  const query = Object.entries(fields);
  if (method === 'HEAD') return { method, path, query };
  const named = override.map((one) => [one.carrier.toLowerCase(), one.method] as const);
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
  const places = override.map((one) => `${one.carrier}${one.carrier === '_method' ? '=' : ': '}${one.method}`);
  return `a ${method} by ${by} with ${places.join(', ') || 'fields'}`;
}
