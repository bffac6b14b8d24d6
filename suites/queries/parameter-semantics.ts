import { type ParameterOf, parametersOfList, queryOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';

/** What `false` selects: all that `true` does not, everything, or the one or the other by a reading. */
type Off =
  | 'complement'
  | 'whole'
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
const semantics: { readonly [C in Collection]: Readonly<Record<ParameterOf<C>, Semantics>> } = {
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
    featured: { kind: 'flag', off: 'complement' },
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
};

/** The semantics of one parameter. */
export function semanticsOf<C extends Collection>(collection: C, name: ParameterOf<C>): Semantics {
  const ofList: Readonly<Record<string, Semantics>> = semantics[collection];
  const found = ofList[name];
  if (!found) throw new Error(`the list of ${collection} takes no ${name}`);
  return found;
}

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
export const drawable = <C extends Collection>(
  collection: C,
  ...kinds: readonly Semantics['kind'][]
): readonly ParameterOf<C>[] =>
  parametersOfList(collection)
    .map(([name]) => name)
    .filter((name) => kinds.includes(semanticsOf(collection, name).kind) && !isProvisioned(collection, name));

/** When an event starts or ends. */
export const timeFields = { starts: 'start_date', ends: 'end_date' } as const;

/** What a date parameter compares: when events start or end, and on which side of the time given; `on` is its day. */
export interface DateComparison {
  readonly verb: keyof typeof timeFields;
  readonly side: 'after' | 'before' | 'on';
}

/** What a date parameter of the event list compares. @throws when it is none. */
export function dateComparisonOf(name: ParameterOf<'events'>): DateComparison {
  const semantics = semanticsOf('events', name);
  if (semantics.kind === 'bound') return semantics;
  if (semantics.kind === 'day') return { verb: semantics.verb, side: 'on' };
  throw new Error(`${name} is no date parameter`);
}

/** Whether a parameter is declared as a date-time, which has its seconds also where a whole day is meant. */
export const isDateTime = (parameter: ParameterOf<'events'>): boolean =>
  queryOf('events')[parameter]?.type === 'date-time';
