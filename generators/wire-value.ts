import type { Collection } from '../contract/resources.js';

/** A symbolic reference to a record of the world; its id is bound when it is sent. */
export interface Ref {
  readonly ref: Collection;
  readonly key: string;
}

/** Refers to the record of a collection that the world calls `key`. */
export const ref = (collection: Collection, key: string): Ref => ({ ref: collection, key });

/** Whether a generated value is a reference and not a plain object. */
export const isRef = (value: unknown): value is Ref =>
  typeof value === 'object' && value !== null && 'ref' in value && 'key' in value;

/** What a body may hold before it is sent: JSON, and references where ids will stand. */
export type WireValue =
  | string
  | number
  | boolean
  | null
  | Ref
  | readonly WireValue[]
  | { readonly [name: string]: WireValue };

/** A request body, field by field. */
export type Payload = Readonly<Record<string, WireValue>>;

/**
 * Stands for the run's marker and a number (such as `cp3k9x2-17`: lower-case ASCII, digits, hyphens), put in when
 * sent, so that every record is recognized as ours.
 */
export const MARK = '{mark}';

/** The value of a query parameter before it is sent. */
export type QueryValue = string | number | boolean | Ref | readonly (string | number | Ref)[];

/** The query of a list operation, parameter by parameter. */
export type ListQuery = Readonly<Record<string, QueryValue>>;
