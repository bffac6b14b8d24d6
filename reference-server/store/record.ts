import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';

export type Value = string | number | boolean | null;
export type Values = Readonly<Record<string, Value>>;

/** The kinds of record that an event links to, by the name of the event's field. */
export const relations = ['categories', 'tags', 'venue', 'organizer'] as const;
export type Relation = (typeof relations)[number];
export const isRelation = (name: string): name is Relation => relations.some((relation) => relation === name);
export type Links = Readonly<Record<Relation, readonly number[]>>;

interface Common {
  readonly id: number;
  readonly language: Language;
  readonly slug: string;
  /** Every scalar body field of the resource, null where unset. */
  readonly values: Values;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** What only a world file can give an event. */
export interface EventProvision {
  readonly password?: string;
  readonly postParent?: number;
  readonly ticketed?: boolean;
}

export interface StoredEvent extends Common {
  readonly collection: 'events';
  readonly start: string;
  readonly end: string;
  readonly links: Links;
  readonly provision: EventProvision | undefined;
}

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export interface StoredVenue extends Common {
  readonly collection: 'venues';
  readonly coordinates: Coordinates | undefined;
}

export interface StoredOther extends Common {
  readonly collection: Exclude<Collection, 'events' | 'venues'>;
}

/** A record as it is held; never changed, only replaced. */
export type StoredRecord = StoredEvent | StoredVenue | StoredOther;

/** Statuses that an event, a venue or an organizer can have (`gap.status.values`). */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export const DEFAULT_STATUS = 'publish';

/** Terms have no status of their own: all of them are public. */
export const statusOf = (record: StoredRecord): string => String(record.values['status'] ?? DEFAULT_STATUS);
