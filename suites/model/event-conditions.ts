import type { WorldRecord } from '../../adapter/world/world.js';
import type { Payload } from '../../generators/wire-value.js';
import { dateConditions, isOutsideDefaults } from './date-conditions.js';
import {
  agreed,
  type Condition,
  type Context,
  decide,
  every,
  judgeAll,
  type Judgement,
  linksOf,
  negate,
  type Pool,
  recordOf,
  refsIn,
  sameRef,
  some,
  under,
} from './judgement.js';
import { hasCategory, hasLink, hasTag } from './link-conditions.js';
import { containsText } from './search-condition.js';
import { hasStatus, isListed, isNotHidden, isRedacted } from './status-condition.js';

/** What holds for each venue of an event; open for one that is not known. */
const judgeVenues = (event: WorldRecord, pool: Pool, judge: (venue: Payload) => Judgement): readonly Judgement[] =>
  (linksOf(event, 'venue') ?? []).map((ref) => {
    const venue = recordOf(pool, ref);
    return venue ? judge(venue.payload) : 'open';
  });

const isLocated = ({ geo_lat: lat, geo_lng: lng }: Payload): Judgement =>
  decide(typeof lat === 'number' && typeof lng === 'number');

/** `geoloc`: a located venue in whatever position, or none. Without it, an event with no venue may be either. */
export const hasGeoloc: Condition = (event, value, { pool }) => {
  const located = judgeVenues(event, pool, isLocated);
  return value === true ? some(located) : agreed(located.map(negate));
};

/** Degrees: how near is near enough is open between these. */
const FAR = 5;

const nearness = (coordinate: unknown, value: number): Judgement => {
  if (typeof coordinate !== 'number') return 'out';
  if (coordinate === value) return 'in';
  return Math.abs(coordinate - value) >= FAR ? 'out' : 'open';
};

/** `geoloc_lat` with `geoloc_lng`: a venue at that very place must be found, one far away must not. */
export const isNear: Condition = (event, _, { pool, query: { geoloc_lat: lat, geoloc_lng: lng } }) => {
  if (typeof lat !== 'number' || typeof lng !== 'number') return 'open';
  return some(judgeVenues(event, pool, (venue) => every([nearness(venue.geo_lat, lat), nearness(venue.geo_lng, lng)])));
};

/** `ticketed`. */
const isTicketed: Condition = ({ payload }, value) =>
  typeof payload.ticketed === 'boolean' ? decide(payload.ticketed === value) : 'open';

/** `post_parent`, by the id of the parent. */
const isChildOf: Condition = ({ payload, complete }, value) => {
  if (payload.post_parent === undefined) return complete ? 'out' : 'open';
  return decide(payload.post_parent === value);
};

/** `featured`: an event of which nothing is known of it may be either. */
const isFeatured: Condition = ({ payload }, value) =>
  typeof payload.featured === 'boolean' ? decide(payload.featured === value) : 'open';

const isIncluded: Condition = ({ ref }, value) => decide(refsIn(value).some((one) => sameRef(one, ref)));

/** The parameters of the event list that filter, dates and include apart. */
const conditions = {
  search: containsText,
  categories: hasCategory,
  tags: hasTag,
  venue: hasLink('venue'),
  organizer: hasLink('organizer'),
  featured: isFeatured,
  status: hasStatus,
  geoloc: hasGeoloc,
  geoloc_lat: isNear,
  geoloc_lng: isNear,
  post_parent: isChildOf,
  ticketed: isTicketed,
} as const satisfies Readonly<Record<string, Condition>>;

/** What each parameter of the event list says by itself. */
export const eventConditions: Readonly<Record<string, Condition>> = {
  ...conditions,
  ...dateConditions,
  include: isIncluded,
};

/** What holds without being asked for: published and not hidden. What a protected event reveals of itself is open. */
const isShown = (event: WorldRecord, context: Context): Judgement =>
  every([
    'status' in context.query ? 'in' : isListed(event, '', context),
    isNotHidden(event, '', context),
    isRedacted(event) ? 'open' : 'in',
  ]);

/** Whether a query of the event list selects an event. */
export function judgeEvent(event: WorldRecord, context: Context): Judgement {
  const { pool, query } = context;
  const filtered = judgeAll(conditions, event, context);
  const shown = isShown(event, context);
  if (query.include === undefined) {
    return every([filtered, shown, judgeAll(dateConditions, event, context), isOutsideDefaults(event, context)]);
  }
  // Naming an event that lists do not show by themselves may show it.
  const others = under(pool, 'list.include.other-filters', (wins) => (wins === 'both' ? filtered : 'in'));
  return every([isIncluded(event, query.include, context), others, shown === 'in' ? 'in' : 'open']);
}
