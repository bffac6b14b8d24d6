/** The five kinds of record, by the name of their collection. */
export const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Kind = (typeof kinds)[number];

export const isKind = (name: string | undefined): name is Kind => kinds.some((kind) => kind === name);

/** The field that names a record: the one that is required. */
export const nameFields: Readonly<Record<Kind, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

/** The fields of an event that refer to other records, and to which. */
export const relations = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
} as const satisfies Readonly<Record<string, Kind>>;
type Relation = keyof typeof relations;

export const isRelation = (field: string): field is Relation => field in relations;

/** The field of an event that refers to records of a kind. */
export const relationTo = (kind: Kind): string | undefined =>
  Object.entries(relations).find(([, linked]) => linked === kind)?.[0];

/** Records of these kinds are also addressed by slug, and have a status and a publication date. */
export const isPost = (kind: Kind): boolean => kind !== 'categories' && kind !== 'tags';
