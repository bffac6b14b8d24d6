import type { WorldRecord } from '../../target/world/world.js';
import { dateConditions, isOutsideDefaults } from './dates.js';
import { decide, every, type Judgement, negate, under } from './judgement.js';
import { type Condition, type Context, judgeAll, refsIn, sameRef } from './pool.js';
import { hasGeoloc, isChildOf, isNear, isTicketed } from './premium.js';
import { hasCategory, hasLink, hasTag } from './relations.js';
import { containsText } from './search.js';
import { hasStatus, isListed, isNotHidden } from './status.js';

/** `featured`: an event of which nothing is known of it may be either. */
const isFeatured: Condition = ({ payload }, value, { pool }) => {
  const featured = typeof payload.featured === 'boolean' ? decide(payload.featured) : 'open';
  if (value === true) return featured;
  return under(pool, 'list.featured.false', (effect) => (effect === 'no-filter' ? 'in' : negate(featured)));
};

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
    event.payload.password === undefined ? 'in' : 'open',
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
