import type { CalendarRequirement } from '../../target/subject.js';
import type { Action, Name } from './action.js';
import { anyCreate, anyDelete, anyLink, creation, often } from './draw.js';
import { expectListed } from './expect-listed.js';
import type { Scene } from './law.js';
import { lifecycle } from './lifecycle.js';
import { changed, eventsOf, findAmong, findIn, isLinked, movesLinks, ofEvent } from './linked-by.js';
import { deletesOf, updatesOf } from './operations.js';
import { follow } from './situation.js';
import { isThere } from './state.js';

const venueAndOrganizer: readonly Name[] = ['venues/1', 'organizers/1'];
const linkedEvent: Name = 'events/1';
const successors: readonly Name[] = ['events/2', 'events/3'];
const events: readonly Name[] = [linkedEvent, ...successors];

/** Expects `has_events` to follow from links, and `event` for the event that was touched last. */
async function isListedByLinks(scene: Scene, name: Name): Promise<void> {
  const { context, situation, action } = scene;
  const due = eventsOf(situation.states[0], name).length > 0;
  const found = await findAmong(context, name, { has_events: true }, due);
  follow(situation, (state) =>
    expectListed({ name, due: eventsOf(state, name).length > 0, found, list: 'the list of those with events' }),
  );
  if (action) await isListedByEvent(scene, name, action);
}

/** What a deleted event selects is open. */
async function isListedByEvent({ context, situation }: Scene, name: Name, { name: event }: Action): Promise<void> {
  if (!isThere(situation.states[0], event)) return;
  const found = await findIn(context, name, ofEvent(context, 'event', event));
  follow(situation, (state) =>
    expectListed({ name, due: isLinked(state, event, name), found, list: `the list by ${event}` }),
  );
}

const LISTED_REQUESTS = 16;

/** What lists say of places and their events, through linking, unlinking and deleting events. */
export const followsLinks: CalendarRequirement = lifecycle(
  {
    id: 'places.lifecycle.links',
    clause: 'coherence.relations',
    alsoCovers: ['venue.list.event', 'venue.list.has_events', 'organizer.list.event', 'organizer.list.has_events'],
    operations: ['venues.list', 'organizers.list', ...updatesOf('events'), ...deletesOf('events')],
    profile: 'coherence',
    needs: ['events.create', 'venues.create', 'organizers.create', 'venues.list', 'organizers.list', 'lists.created'],
    statement: 'Whatever is linked, unlinked and deleted, lists by event and has_events hold the places linked now.',
    cost: LISTED_REQUESTS + 2 * (venueAndOrganizer.length + 1) + 4,
  },
  {
    cast: [...venueAndOrganizer.map((name) => creation(name)), creation(linkedEvent, venueAndOrganizer)],
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
