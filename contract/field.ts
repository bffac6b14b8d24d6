/** The types that the interface declares for body fields. `untyped` is what the interface leaves without a type. */
export type FieldType = 'string' | 'integer' | 'boolean' | 'integers' | 'url' | 'untyped';

/** A field that a client may send when it creates or updates a record (interface: Resources and their fields). */
export interface Field {
  readonly type: FieldType;
  readonly required?: true;
  /** The declared default. Absent: the interface states none. */
  readonly default?: null | false;
  readonly meaning: string;
}

/** The last segment of the path of a list; it names the kind of record, too. */
export type Collection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

/** One kind of record: how it is called, how it is addressed, what may be sent. */
export interface Resource {
  readonly collection: Collection;
  readonly singular: string;
  /** The field that names a record: title, venue, organizer or name. */
  readonly label: string;
  readonly bySlug: boolean;
  readonly fields: Readonly<Record<string, Field>>;
}
