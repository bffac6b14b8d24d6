import type { CalendarRequirement } from '../../adapter/subject.js';
import { eventRelations } from '../../contract/resources.js';
import { expectFields } from '../expect/expect-shown.js';
import { lifecycle } from './action-histories.js';
import { type Action, type Name, relationsIn } from './action.js';
import { readRecord, toIds } from './history-context.js';
import { anyCreate, anyDelete, anyLink, creation, deletesOf, often, updatesOf } from './drawn-actions.js';
import { follow, type ObservedState } from './invariant.js';
import { changed, eventsOf, expectListed, findAmong, findIn, isLinked, movesLinks, ofEvent } from './linked-by.js';
import { isThere } from './state-model.js';

const venueAndOrganizer: readonly Name[] = ['venues/1', 'organizers/1'];
const linkedEvent: Name = 'events/1';
const successors: readonly Name[] = ['events/2', 'events/3'];
const events: readonly Name[] = [linkedEvent, ...successors];

/** Expects `has_events` to follow from links, and `event` for the event that was touched last. */
async function isListedByLinks(observed: ObservedState, name: Name): Promise<void> {
  const { context, progress, action } = observed;
  const due = eventsOf(progress.states[0], name).length > 0;
  const found = await findAmong(context, name, { has_events: true }, due);
  follow(progress, (state) =>
    expectListed({ name, due: eventsOf(state, name).length > 0, found, list: 'the list with has_events=true' }),
  );
  if (action) await isListedByEvent(observed, name, action);
}

/** What a deleted event selects is open. */
async function isListedByEvent(
  { context, progress }: ObservedState,
  name: Name,
  { name: event }: Action,
): Promise<void> {
  if (!isThere(progress.states[0], event)) return;
  const found = await findIn(context, name, ofEvent(context, 'event', event));
  follow(progress, (state) =>
    expectListed({ name, due: isLinked(state, event, name), found, list: `the list by ${event}` }),
  );
}

const LISTED_REQUESTS = 10;

/** What lists say of places and their events, through linking, unlinking and deleting events. */
export const followsLinks: CalendarRequirement = lifecycle(
  {
    id: 'places.lifecycle.links',
    clause: 'coherence.relations',
    alsoCovers: ['venue.list.event', 'venue.list.has_events', 'organizer.list.event', 'organizer.list.has_events'],
    operations: ['venues.list', 'organizers.list', ...updatesOf('events'), ...deletesOf('events')],
    profile: 'coherence',
    needs: ['events.create', 'venues.create', 'organizers.create', 'venues.list', 'organizers.list', 'lists.created'],
    statement:
      'After any links, unlinks and deletes, lists filtered by event and has_events reflect the current links.',
    cost: LISTED_REQUESTS + 4,
  },
  {
    initial: [...venueAndOrganizer.map((name) => creation(name)), creation(linkedEvent, venueAndOrganizer)],
    actions: [
      ...often(anyLink(events, venueAndOrganizer), 2),
      anyDelete(events),
      anyCreate(successors, venueAndOrganizer),
    ],
    isAbout: movesLinks,
    requests: LISTED_REQUESTS,
    dearest: 5,
    affected: (_, before, after) => changed(before, after, venueAndOrganizer),
    observe: isListedByLinks,
    concluded: () => venueAndOrganizer,
  },
);

const relatedEvent: Name = 'events/1';
/** Some that the event is linked to in the beginning, and some that it can be linked to instead. */
const first: readonly Name[] = ['venues/1', 'organizers/1', 'organizers/2', 'categories/1', 'tags/1'];
const linked: readonly Name[] = [...first, 'venues/2', 'tags/2'];

/** Expects an event to show the links that were set last, as far as their records are still there. */
async function showsLinks({ context, progress }: ObservedState, name: Name): Promise<void> {
  const { exchange, ...shown } = await readRecord(context, name);
  follow(progress, (state) => {
    const links = state.get(name)?.links ?? {};
    const body = Object.fromEntries(relationsIn(links).map(([relation]) => [relation, idsOf(relation)]));
    expectFields(context.calendar, body, { shown, where: name, exchange });

    function idsOf(relation: keyof typeof links) {
      return [toIds(context, links)[relation] ?? []].flat().map(String);
    }
  });
}

const RELATION_REQUESTS = 9;
const collections = Object.values(eventRelations);

/** Links and the linked records, through linking, unlinking, relinking and deleting. */
export const neverDangles: CalendarRequirement = lifecycle(
  {
    id: 'events.lifecycle.relations',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.kept-write'],
    operations: [...updatesOf('events'), ...deletesOf(...collections)],
    profile: 'coherence',
    needs: [
      'events.create',
      'events.read',
      ...updatesOf('events'),
      ...collections.map((one) => `${one}.create` as const),
    ],
    statement: 'After any links, unlinks and deletes, an event shows its latest links to records that still exist.',
    cost: RELATION_REQUESTS + 8,
  },
  {
    initial: [...linked.map((name) => creation(name)), creation(relatedEvent, first)],
    actions: [...often(anyLink([relatedEvent], linked), 2), anyDelete(linked)],
    isAbout: movesLinks,
    requests: RELATION_REQUESTS,
    dearest: 2,
    affected: () => [relatedEvent],
    observe: showsLinks,
    concluded: () => [relatedEvent],
  },
);
