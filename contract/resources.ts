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

/** A category of events; categories form a tree (interface: Event category). */
const category = {
  collection: 'categories',
  singular: 'category',
  label: 'name',
  bySlug: false,
  fields: {
    name: { type: 'string', required: true, meaning: 'Category name' },
    description: { type: 'string', meaning: 'Description' },
    slug: { type: 'string', meaning: 'Slug' },
    parent: { type: 'integer', meaning: 'Parent category ID' },
  },
} as const satisfies Resource;

/** An event of the calendar (interface: Event). */
const event = {
  collection: 'events',
  singular: 'event',
  label: 'title',
  bySlug: true,
  fields: {
    title: { type: 'string', required: true, meaning: 'Event title' },
    start_date: { type: 'string', required: true, meaning: 'Start date and time' },
    end_date: { type: 'string', required: true, meaning: 'End date and time' },
    author: { type: 'integer', meaning: 'Author ID' },
    date: { type: 'string', meaning: 'Publication date' },
    date_utc: { type: 'string', meaning: 'Publication date in UTC' },
    description: { type: 'string', meaning: 'Event description' },
    slug: { type: 'string', meaning: 'Event slug' },
    excerpt: { type: 'string', meaning: 'Event excerpt' },
    status: { type: 'string', meaning: 'Post status of the event' },
    timezone: { type: 'string', meaning: 'Event time zone' },
    all_day: { type: 'boolean', default: false, meaning: 'Whether the event lasts all day' },
    image: { type: 'string', meaning: 'Featured image ID or URL' },
    cost: { type: 'untyped', meaning: 'Event cost' },
    website: { type: 'url', default: null, meaning: "URL of the event's site" },
    show_map: { type: 'boolean', meaning: 'Whether to show a map' },
    show_map_link: { type: 'boolean', meaning: 'Whether to show a map link' },
    hide_from_listings: { type: 'boolean', meaning: 'Whether to hide the event in calendar views' },
    sticky: { type: 'boolean', meaning: 'Whether the event is sticky in the calendar view' },
    featured: { type: 'boolean', meaning: 'Whether the event is featured on the site' },
    categories: { type: 'integers', default: null, meaning: 'Category IDs' },
    tags: { type: 'integers', default: null, meaning: 'Tag IDs' },
    venue: { type: 'integers', default: null, meaning: 'Venue IDs' },
    organizer: { type: 'integers', default: null, meaning: 'Organizer IDs' },
  },
} as const satisfies Resource;

/** Someone who organizes events (interface: Organizer). */
const organizer = {
  collection: 'organizers',
  singular: 'organizer',
  label: 'organizer',
  bySlug: true,
  fields: {
    organizer: { type: 'string', required: true, default: null, meaning: 'Organizer name' },
    author: { type: 'integer', default: null, meaning: 'Author ID' },
    date: { type: 'string', default: null, meaning: 'Publication date' },
    date_utc: { type: 'string', default: null, meaning: 'Publication date in UTC' },
    description: { type: 'string', default: null, meaning: 'Description' },
    status: { type: 'string', default: null, meaning: 'Post status' },
    phone: { type: 'string', default: null, meaning: 'Telephone number' },
    website: { type: 'string', default: null, meaning: 'Website' },
    email: { type: 'string', default: null, meaning: 'E-mail address' },
    image: { type: 'string', default: null, meaning: 'Featured image ID or URL' },
  },
} as const satisfies Resource;

/** A tag of events (interface: Event tag). */
const tag = {
  collection: 'tags',
  singular: 'tag',
  label: 'name',
  bySlug: false,
  fields: {
    name: { type: 'string', required: true, meaning: 'Tag name' },
    description: { type: 'string', meaning: 'Description' },
    slug: { type: 'string', meaning: 'Slug' },
  },
} as const satisfies Resource;

/** A place where events happen (interface: Venue). */
const venue = {
  collection: 'venues',
  singular: 'venue',
  label: 'venue',
  bySlug: true,
  fields: {
    venue: { type: 'string', required: true, meaning: 'Venue name' },
    author: { type: 'integer', meaning: 'Author ID' },
    date: { type: 'string', meaning: 'Publication date' },
    date_utc: { type: 'string', meaning: 'Publication date in UTC' },
    description: { type: 'string', default: null, meaning: 'Description' },
    status: { type: 'string', meaning: 'Post status' },
    show_map: { type: 'string', default: null, meaning: 'Whether events linked to the venue show a map' },
    show_map_link: { type: 'string', default: null, meaning: 'Whether events linked to the venue show a map link' },
    address: { type: 'string', default: null, meaning: 'Street address' },
    city: { type: 'string', default: null, meaning: 'City' },
    country: { type: 'string', default: null, meaning: 'Country' },
    province: { type: 'string', default: null, meaning: 'Province' },
    state: { type: 'string', default: null, meaning: 'State' },
    zip: { type: 'string', default: null, meaning: 'Postal code' },
    phone: { type: 'string', default: null, meaning: 'Telephone number' },
    stateprovince: { type: 'string', default: null, meaning: 'Combined state and province' },
    website: { type: 'string', default: null, meaning: 'Website URL' },
    image: { type: 'string', default: null, meaning: 'Featured image ID or URL' },
  },
} as const satisfies Resource;

/** The five kinds of record, by the name of their collection in the path. */
export const resources = {
  events: event,
  venues: venue,
  organizers: organizer,
  categories: category,
  tags: tag,
} as const satisfies Record<Collection, Resource>;

/** The five collections, in the order of the interface. */
export const collections = Object.keys(resources) as readonly Collection[];

/** The body fields of an event that hold ids of other records, and the collection they point to. */
export const eventRelations = {
  categories: 'categories',
  tags: 'tags',
  venue: 'venues',
  organizer: 'organizers',
} as const satisfies Record<string, Collection>;

/** A body field of an event that links other records. */
export type Relation = keyof typeof eventRelations;

/** The four relations of an event, in the order of the interface. */
export const relations = Object.keys(eventRelations) as readonly Relation[];

/** The resource of a collection as the general type, for code that treats all five alike. */
export const resourceOf = (collection: Collection): Resource => resources[collection];

/** Fields that are declared as strings and that mean yes or no: which words they take is not stated. */
export const textFlags: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  venues: ['show_map', 'show_map_link'],
};
