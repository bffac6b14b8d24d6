import type { Collection } from './field.js';

/** The methods that the interface states; HEAD and OPTIONS are those of HTTP. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The verbs that update an item; the interface does not tell them apart. */
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
