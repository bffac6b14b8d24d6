import { eventRelations } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { expectFields } from '../expect-shown.js';
import type { Name } from './action.js';
import { anyDelete, anyLink, creation, often } from './draw.js';
import type { Scene } from './law.js';
import { lifecycle } from './lifecycle.js';
import { movesLinks } from './linked-by.js';
import { relationsIn } from './links.js';
import { deletesOf, updatesOf } from './operations.js';
import { follow } from './situation.js';
import { see, toIds } from './stage.js';

const relatedEvent: Name = 'events/1';
/** Some that the event is linked to in the beginning, and some that it can be linked to instead. */
const first: readonly Name[] = ['venues/1', 'organizers/1', 'organizers/2', 'categories/1', 'tags/1'];
const linked: readonly Name[] = [...first, 'venues/2', 'tags/2'];

/** Expects an event to show the links that were set last, as far as their records are still there. */
async function showsLinks({ context, situation }: Scene, name: Name): Promise<void> {
  const { exchange, ...shown } = await see(context, name);
  follow(situation, (state) => {
    const links = state.get(name)?.links ?? {};
    const body = Object.fromEntries(relationsIn(links).map(([relation]) => [relation, idsOf(relation)]));
    expectFields(context.calendar, body, { shown, where: name, exchange });

    function idsOf(relation: keyof typeof links) {
      return [toIds(context, links)[relation] ?? []].flat().map(String);
    }
  });
}

const RELATION_REQUESTS = 11;
const collections = Object.values(eventRelations);

/** Links and what they lead to, through linking, unlinking, relinking and deleting. */
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
    statement: 'Whatever is linked, unlinked and deleted, an event shows the links set last to what is still there.',
    cost: RELATION_REQUESTS + 2 * (linked.length + 1),
  },
  {
    cast: [...linked.map((name) => creation(name)), creation(relatedEvent, first)],
    actions: [...often(anyLink([relatedEvent], linked), 2), anyDelete(linked)],
    isAbout: movesLinks,
    requests: RELATION_REQUESTS,
    dearest: 2,
    affected: () => [relatedEvent],
    observe: showsLinks,
    concluded: () => [relatedEvent],
  },
);
