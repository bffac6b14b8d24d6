import { type Collection, collections, resourceOf } from './resources.js';

/** The methods that the interface states; HEAD and OPTIONS are those of HTTP. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The verbs that update an item; the interface makes no difference between them. */
export const updateVerbs = ['POST', 'PUT', 'PATCH'] as const;
/** A method that updates an item. */
export type UpdateVerb = (typeof updateVerbs)[number];

/** How an operation points at one record. */
export type Addressing = 'id' | 'slug';

/** What an operation does, apart from its resource. */
export type OperationKind = 'index' | 'doc' | 'list' | 'create' | 'read' | 'update' | 'delete';

/**
 * One operation of the interface (interface: Endpoints). `path` is relative to the namespace and may hold `{id}` or
 * `{slug}`.
 */
export interface Operation {
  readonly id: OperationId;
  readonly kind: OperationKind;
  readonly method: Method;
  readonly path: string;
  readonly collection?: Collection;
  readonly addressing?: Addressing;
}

type Slugged = 'events' | 'venues' | 'organizers';
type ItemAction = 'read' | 'delete' | 'update.post' | 'update.put' | 'update.patch';

/** `<collection>.<action>`, or `<collection>.by-slug.<action>` for an operation addressed by slug. */
export type OperationId =
  | 'index.read'
  | 'doc.read'
  | `${Collection}.${'list' | 'create' | ItemAction}`
  | `${Slugged}.by-slug.${ItemAction}`;

const itemActions: readonly { readonly action: string; readonly kind: OperationKind; readonly method: Method }[] = [
  { action: 'read', kind: 'read', method: 'GET' },
  { action: 'delete', kind: 'delete', method: 'DELETE' },
  ...updateVerbs.map((method) => ({ action: `update.${method.toLowerCase()}`, kind: 'update', method }) as const),
];

const itemOperations = (collection: Collection, addressing: Addressing): readonly Operation[] =>
  itemActions.map(({ action, kind, method }) => ({
    id: (addressing === 'id' ? `${collection}.${action}` : `${collection}.by-slug.${action}`) as OperationId,
    kind,
    method,
    path: addressing === 'id' ? `/${collection}/{id}` : `/${collection}/by-slug/{slug}`,
    collection,
    addressing,
  }));

const collectionOperations = (collection: Collection): readonly Operation[] => [
  { id: `${collection}.list`, kind: 'list', method: 'GET', path: `/${collection}`, collection },
  { id: `${collection}.create`, kind: 'create', method: 'POST', path: `/${collection}`, collection },
  ...itemOperations(collection, 'id'),
  ...(resourceOf(collection).bySlug ? itemOperations(collection, 'slug') : []),
];

/** The 52 operations of the interface, in the order of its tables. */
export const operations: readonly Operation[] = [
  { id: 'index.read', kind: 'index', method: 'GET', path: '' },
  { id: 'doc.read', kind: 'doc', method: 'GET', path: '/doc' },
  ...collections.flatMap(collectionOperations),
];

/** The operation with this id. */
export function operationOf(id: OperationId): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation is called ${id}`);
  return found;
}

/** As much of a request as its operation is found by. */
interface Requested {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
}

/** The path of a request below the namespace, without its query and a slash at its end; undefined for any other. */
export function pathBelow({ target }: Pick<Requested, 'target'>, namespace: string): string | undefined {
  const path = target.split('?', 1)[0] ?? '';
  const at = path.indexOf(`/${namespace}`);
  const below = path.slice(at + namespace.length + 1).replace(/\/$/, '');
  return at >= 0 && (below === '' || below.startsWith('/')) ? below : undefined;
}

/** The operation that a request asks for, in any language segment; undefined for anything else. */
export function findOperation(request: Requested, namespace: string): Operation | undefined {
  const given = pathBelow(request, namespace)?.split('/');
  const asked = ([{ method }, wanted]: (typeof patterns)[number]): boolean =>
    given !== undefined && method === request.method && fits(wanted, given);
  return patterns.find(asked)?.[0];
}

/** The operations, and the segments of their paths. */
const patterns = operations.map((operation) => [operation, operation.path.split('/')] as const);

/** Whether the segments of a path are those of a pattern: `{id}` and `{slug}` stand for any one. */
function fits(wanted: readonly string[], given: readonly string[]): boolean {
  const isPart = (part: string, at: number): boolean =>
    part.startsWith('{') ? given[at] !== '' && given[at] !== 'by-slug' : part === given[at];
  return wanted.length === given.length && wanted.every(isPart);
}

/** The namespace path for a vendor segment: `vendor/events/v1`. */
const namespaceOf = (vendor: string): string => `${vendor}/events/v1`;

/** The namespace that the interface writes, without slashes around it. */
export const DEFAULT_NAMESPACE = namespaceOf('vendor');
