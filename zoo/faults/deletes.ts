import { resourceOf } from '../../contract/resources.js';
import { isGranted, statusOf, toAnswer } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { on } from '../on.js';

/** DELETE says that it did, and did not. */
const kept: Fault = {
  id: 'tags.delete.kept',
  clause: 'tag.delete',
  neighbours: ['coherence.kept-write'],
  statement: 'A DELETE of a tag is answered with success and the tag is still there.',
  create: (_, lens) => on(lens, { id: 'tags.delete' }, ({ request }, next) => next({ ...request, method: 'GET' })),
};

/** By slug, DELETE deletes nothing. */
const keptBySlug: Fault = {
  id: 'venues.by-slug.delete.kept',
  clause: 'venue.delete',
  neighbours: ['coherence.siblings', 'address.slug'],
  statement: 'A DELETE of a venue by its slug is answered with success and the venue is still there.',
  create: (_, lens) =>
    on(lens, { id: 'venues.by-slug.delete' }, async ({ request }, next) => {
      const outcome = await next({ ...request, method: 'GET' });
      return isGranted(outcome) ? toAnswer(200, { deleted: true }) : outcome;
    }),
};

/** DELETE goes by name: whoever is called alike goes too. */
const namesakeToo: Fault = {
  id: 'organizers.delete.namesake-too',
  clause: 'coherence.other-records',
  neighbours: ['organizer.delete'],
  statement: 'A DELETE of an organizer deletes another one of the same name as well.',
  create: (_, lens) =>
    on(lens, { id: 'organizers.delete' }, async ({ request, address, at }, next) => {
      const { label } = resourceOf('organizers');
      const record = lens.record('organizers', await next({ method: 'GET', target: request.target, headers: [] }));
      const name = record && lens.field('organizers', record, label);
      const list = await next({ method: 'GET', target: at('/organizers?per_page=100'), headers: [] });
      const namesake = lens
        .items('organizers', list)
        .find((one) => lens.field('organizers', one, label) === name && lens.id('organizers', one) !== address);
      if (namesake) await next({ ...request, target: at(`/organizers/${lens.id('organizers', namesake)}`) });
      return next(request);
    }),
};

/** What was deleted is still listed. */
const stillListed: Fault = {
  id: 'categories.delete.still-listed',
  clause: 'category.delete',
  neighbours: ['coherence.kept-write', 'category.list', 'http.freshness', 'coherence.relations'],
  statement: 'A category that was deleted is gone by its id and still stands in lists.',
  create: (_, lens) => {
    const deleted = new Map<string, ReturnType<typeof lens.record>>();
    const remember = on(lens, { id: 'categories.delete' }, async ({ request, address }, next) => {
      const record = lens.record('categories', await next({ method: 'GET', target: request.target, headers: [] }));
      const outcome = await next(request);
      if (isGranted(outcome)) deleted.set(address, record);
      return outcome;
    });
    return (request, next) => {
      const asked = lens.asked(request);
      if (asked?.operation.id !== 'categories.list') return remember(request, next);
      const ghosts = [...deleted.values()].filter((record) => record !== undefined);
      return next(request).then((outcome) => lens.editItems('categories', outcome, (items) => [...items, ...ghosts]));
    };
  },
};

/** Deleting a venue takes its events along. */
const takesEventsAlong: Fault = {
  id: 'venues.delete.takes-events-along',
  clause: 'coherence.other-records',
  neighbours: ['venue.delete', 'coherence.relations'],
  statement: 'A DELETE of a venue deletes the events that take place there.',
  create: (_, lens) =>
    on(lens, { id: 'venues.delete' }, async ({ request, address, at }, next) => {
      const query = `venue=${address}&starts_after=2000-01-01&per_page=100`;
      const list = await next({ method: 'GET', target: at(`/events?${query}`), headers: [] });
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const event of lens.items('events', list)) {
        await next({ method: 'DELETE', target: at(`/events/${lens.id('events', event)}`), headers: [] });
      }
      return outcome;
    }),
};

/** Deleting what is not there succeeds. */
const unknownDeleted: Fault = {
  id: 'events.delete.unknown-granted',
  clause: 'event.delete',
  neighbours: ['address.id', 'events.delete'],
  statement: 'A DELETE of an event that was never there is answered with success.',
  create: (_, lens) =>
    on(lens, { id: 'events.delete' }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toAnswer(200, { deleted: true }) : outcome;
    }),
};

/** Deletes that keep the record, or take others along. */
export const deletes: readonly Fault[] = [kept, keptBySlug, namesakeToo, stillListed, takesEventsAlong, unknownDeleted];
