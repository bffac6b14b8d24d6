import type { Language } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';

/** A scalar field as it is kept; dates are text. */
export type Value = string | number | boolean | null;
/** Scalar fields by name. */
export type Values = Readonly<Record<string, Value>>;

/** The kinds of record that an event links to, by the name of the event's field. */
export const relations = ['categories', 'tags', 'venue', 'organizer'] as const;
/** A field of an event that holds ids of other records. */
export type Relation = (typeof relations)[number];
/** Whether a field of this name holds ids of other records. */
export const isRelation = (name: string): name is Relation => relations.some((relation) => relation === name);
/** The ids that an event holds, by relation, in the order in which they were sent. */
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

/** An event; `start` and `end` are its wall clock, `YYYY-MM-DD HH:MM:SS`. */
export interface StoredEvent extends Common {
  readonly collection: 'events';
  readonly start: string;
  readonly end: string;
  readonly links: Links;
  readonly provision: EventProvision | undefined;
}

/** A position in degrees, as a world file gives it. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A venue, with its position where it has one. */
export interface StoredVenue extends Common {
  readonly collection: 'venues';
  readonly coordinates: Coordinates | undefined;
}

/** An organizer, a category or a tag. */
interface StoredOther extends Common {
  readonly collection: Exclude<Collection, 'events' | 'venues'>;
}

/** A record as it is held; never changed, only replaced. */
export type StoredRecord = StoredEvent | StoredVenue | StoredOther;

/** Statuses that an event, a venue or an organizer can have (`gap.status.values`). */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
/** The status of a record that was created without one (`gap.status.values`). */
export const DEFAULT_STATUS = 'publish';

/** Terms have no status of their own: all of them are public. */
export const statusOf = (record: StoredRecord): string => String(record.values['status'] ?? DEFAULT_STATUS);
