import type { WorldRecord } from '../../adapter/world/world.js';
import {
  type Condition,
  type Context,
  decide,
  every,
  judgeAll,
  type Judgement,
  negate,
  refsIn,
  sameRef,
  under,
} from './judgement.js';
import { hasEvents, hasUpcoming, isAssigned, isBelow, isOfEvent } from './link-conditions.js';
import { containsText } from './search-condition.js';
import { hasStatus, isListed } from './status-condition.js';

/** The parameters of the lists of venues and organizers that filter. `relation` is that of events to them. */
const venueOrOrganizerConditions = (relation: string): Readonly<Record<string, Condition>> => ({
  search: containsText,
  event: isOfEvent(relation),
  has_events: hasEvents,
  only_with_upcoming: hasUpcoming,
  status: hasStatus,
});

/** What each parameter of the lists of venues and organizers says by itself. */
export const venueAndOrganizerConditions = {
  venues: venueOrOrganizerConditions('venue'),
  organizers: venueOrOrganizerConditions('organizer'),
};

/** Whether a query of the list of venues or organizers selects a record. */
export const judgeVenueOrOrganizer = (
  place: WorldRecord,
  context: Context,
  collection: 'venues' | 'organizers',
): Judgement =>
  every([
    judgeAll(venueAndOrganizerConditions[collection], place, context),
    'status' in context.query ? 'in' : isListed(place, '', context),
  ]);

const isAmong: Condition = ({ ref }, value) => decide(refsIn(value).some((one) => sameRef(one, ref)));

const isIncluded: Condition = (term, value, context) =>
  under(context.pool, 'terms.include-exclude', (wins) =>
    wins === 'exclude-wins' && 'exclude' in context.query ? 'in' : isAmong(term, value, context),
  );

const isNotExcluded: Condition = (term, value, context) =>
  under(context.pool, 'terms.include-exclude', (wins) =>
    wins === 'include-wins' && 'include' in context.query ? 'in' : negate(isAmong(term, value, context)),
  );

/** `post`, and `event` as its alias: beside each other, either may win. */
const isOfPost =
  (relation: string, name: 'post' | 'event'): Condition =>
  (term, value, context) => {
    const other = name === 'post' ? 'event' : 'post';
    return under(context.pool, 'terms.post-event', (wins) =>
      wins === `${other}-wins` && other in context.query ? 'in' : isOfEvent(relation)(term, value, context),
    );
  };

const hasSlug: Condition = ({ slug }, value) => (slug === undefined ? 'open' : decide(slug === value));

/** The parameters of term lists that filter, `hide_empty` apart. */
const conditionsOfTerms = (relation: string): Readonly<Record<string, Condition>> => ({
  search: containsText,
  include: isIncluded,
  exclude: isNotExcluded,
  post: isOfPost(relation, 'post'),
  event: isOfPost(relation, 'event'),
  parent: isBelow,
  slug: hasSlug,
});

/** What each parameter of term lists says by itself, `hide_empty` apart. */
export const termConditions = { categories: conditionsOfTerms('categories'), tags: conditionsOfTerms('tags') };

/** `hide_empty`, on unless sent otherwise: whether it hides what other parameters name is a reading. */
function isNotEmpty(term: WorldRecord, { pool, query }: Context): Judgement {
  if (query.hide_empty === false) return 'in';
  const assigned = isAssigned(term, pool);
  const asIncluded = under(pool, 'terms.include-hide-empty', (wins) =>
    wins === 'include-wins' && 'include' in query ? 'in' : assigned,
  );
  return under(pool, 'terms.post-hide-empty', (wins) =>
    wins === 'post-wins' && ('post' in query || 'event' in query) ? 'in' : asIncluded,
  );
}

/** Whether a query of the list of categories or tags selects a term. */
export const judgeTerm = (term: WorldRecord, context: Context, collection: 'categories' | 'tags'): Judgement =>
  every([judgeAll(termConditions[collection], term, context), isNotEmpty(term, context)]);
