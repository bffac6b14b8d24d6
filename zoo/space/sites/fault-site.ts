import type { OperationKind } from '../../../contract/operations.js';
import type { Collection, Relation } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import type { Choice } from '../../intercept/intercept-operation.js';

/** What of an exchange can be wrong: a field as it is sent or shown, a list parameter, a list, or a whole operation. */
export const siteKinds = ['sent', 'shown', 'parameter', 'list', 'item'] as const;
export type SiteKind = (typeof siteKinds)[number];

/** The values that a field or a parameter takes: mistakes and classes of values are made for some of them. */
export type Family =
  | 'text'
  | 'url'
  | 'email'
  | 'slug'
  | 'word'
  | 'flag'
  | 'cost'
  | 'time'
  | 'ids'
  | 'id'
  | 'number'
  | 'day'
  | 'search'
  | 'degree'
  | 'none';

/** Where a fault can be. */
export interface FaultSite {
  readonly kind: SiteKind;
  /** The operation, and what of it: `venues.by-slug.update.patch/zip`. */
  readonly id: string;
  /** The operations in which it is. */
  readonly choices: readonly Choice[];
  readonly does: OperationKind;
  readonly collection: Collection;
  /** The field or the parameter; empty where the site is a whole answer. */
  readonly name: string;
  readonly family: Family;
  /** A required field has a value in every create. */
  readonly isRequired?: true;
  /** The field or parameter that takes the same values and stands next to it. */
  readonly neighbour?: string;
  /** The relation of an event in which the field is shown; `collection` is then that of the linked record. */
  readonly within?: Relation;
  /** The subject of a sentence: `A PATCH of a venue by its slug`. */
  readonly subject: string;
  /** What a requirement must be about to catch a fault here. */
  readonly about: Pick<Fault, 'clause' | 'neighbours'>;
}

/** The field or parameter of a site in a sentence. */
export const thingOf = ({ name, within }: FaultSite): string => (within === undefined ? name : `${name} of ${within}`);
