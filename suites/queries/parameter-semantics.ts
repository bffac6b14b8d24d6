import { type queries, queryOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';

/** What `false` selects: all that `true` does not, everything, or the one or the other by a reading. */
type Off =
  | 'complement'
  | 'whole'
  | { readonly reading: 'list.featured.false'; readonly complement: 'not-featured' }
  | { readonly reading: 'list.has-events.false'; readonly complement: 'without-events' };

/** How a list parameter acts on a list: all that relations between lists rest on, and not what the parameter means. */
export type Semantics =
  /** A list of values, of which any will do. `slugs`: they may stand for the ids. */
  | { readonly kind: 'union'; readonly slugs?: true }
  /** One value, which a record has or has not. */
  | { readonly kind: 'choice' }
  /** Another name of a parameter. */
  | { readonly kind: 'alias'; readonly of: 'post' }
  /** One value, in place of which a list without the parameter takes one of its own: leaving it out widens nothing. */
  | { readonly kind: 'view' }
  | { readonly kind: 'flag'; readonly off: Off }
  | { readonly kind: 'text' }
  /** One side of the time that an event starts or ends. */
  | { readonly kind: 'bound'; readonly verb: 'starts' | 'ends'; readonly side: 'after' | 'before' }
  /** The day that an event starts or ends, or a bound by a reading. */
  | { readonly kind: 'day'; readonly verb: 'starts' | 'ends' }
  /** Whether bounds and days are taken to the second. */
  | { readonly kind: 'precision' }
  /** One number of two, which say something together. */
  | { readonly kind: 'coordinate' }
  /** The records themselves, and the kinds of filters that it lifts. */
  | { readonly kind: 'identity'; readonly lifts: readonly ('bound' | 'day')[] }
  /** The records not wanted. */
  | { readonly kind: 'exclusion'; readonly of: 'include' }
  | { readonly kind: 'paging' }
  | { readonly kind: 'order' };

const paging = {
  page: { kind: 'paging' },
  per_page: { kind: 'paging' },
} as const;

const venuesAndOrganizers = {
  ...paging,
  search: { kind: 'text' },
  event: { kind: 'choice' },
  has_events: { kind: 'flag', off: { reading: 'list.has-events.false', complement: 'without-events' } },
  only_with_upcoming: { kind: 'flag', off: 'whole' },
  status: { kind: 'view' },
} as const;

const terms = {
  ...paging,
  search: { kind: 'text' },
  exclude: { kind: 'exclusion', of: 'include' },
  include: { kind: 'identity', lifts: [] },
  order: { kind: 'order' },
  orderby: { kind: 'order' },
  hide_empty: { kind: 'flag', off: 'whole' },
  post: { kind: 'choice' },
  event: { kind: 'alias', of: 'post' },
  slug: { kind: 'choice' },
} as const;

/** The semantics of every list parameter, by collection. */
const semantics = {
  events: {
    ...paging,
    start_date: { kind: 'day', verb: 'starts' },
    end_date: { kind: 'day', verb: 'ends' },
    starts_before: { kind: 'bound', verb: 'starts', side: 'before' },
    starts_after: { kind: 'bound', verb: 'starts', side: 'after' },
    ends_before: { kind: 'bound', verb: 'ends', side: 'before' },
    ends_after: { kind: 'bound', verb: 'ends', side: 'after' },
    strict_dates: { kind: 'precision' },
    search: { kind: 'text' },
    categories: { kind: 'union', slugs: true },
    tags: { kind: 'union', slugs: true },
    venue: { kind: 'union' },
    organizer: { kind: 'union' },
    featured: { kind: 'flag', off: { reading: 'list.featured.false', complement: 'not-featured' } },
    status: { kind: 'view' },
    geoloc: { kind: 'flag', off: 'complement' },
    geoloc_lat: { kind: 'coordinate' },
    geoloc_lng: { kind: 'coordinate' },
    include: { kind: 'identity', lifts: ['bound', 'day'] },
    post_parent: { kind: 'choice' },
    ticketed: { kind: 'flag', off: 'complement' },
  },
  venues: venuesAndOrganizers,
  organizers: venuesAndOrganizers,
  categories: { ...terms, parent: { kind: 'choice' } },
  tags: terms,
} as const satisfies { readonly [C in Collection]: Readonly<Record<keyof (typeof queries)[C], Semantics>> };

/** The semantics of the parameters of one collection, as the general type. */
export const semanticsOf = (collection: Collection): Readonly<Record<string, Semantics>> => semantics[collection];

/** The parameters of a collection that are of one of some kinds. */
const parametersOf = (collection: Collection, ...kinds: readonly Semantics['kind'][]): readonly string[] =>
  Object.entries(semanticsOf(collection)).flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : []));

/** What filters: all kinds but those that say how, or in which pages and order. */
export const filtering = [
  'union',
  'choice',
  'alias',
  'view',
  'flag',
  'text',
  'bound',
  'day',
  'identity',
  'exclusion',
] as const;

/** Parameters of which no client can set the data: an extension or a world file provides it. */
const isProvisioned = (collection: Collection, name: string): boolean =>
  name === 'post_parent' || queryOf(collection)[name]?.extension !== undefined;

/** The parameters of some kinds for which a world may offer values. */
export const drawable = (collection: Collection, ...kinds: readonly Semantics['kind'][]): readonly string[] =>
  parametersOf(collection, ...kinds).filter((name) => !isProvisioned(collection, name));

/** Bounds and days are of one kind here: how they meet, intervals tell. */
const kindOf = (collection: Collection, name: string): string => {
  const kind = semanticsOf(collection)[name]?.kind ?? '';
  return kind === 'day' ? 'bound' : kind;
};

/** Whether each of the parameters is of another kind. */
export const areOfOwnKinds =
  (collection: Collection) =>
  (names: readonly string[]): boolean =>
    new Set(names.map((name) => kindOf(collection, name))).size === names.length;
