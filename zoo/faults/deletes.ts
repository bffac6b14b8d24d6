import { isGranted, statusOf, toJsonResponse } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** DELETE says that it did, and did not. */
const kept: Fault = {
  id: 'tags.delete.kept',
  clause: 'tag.delete',
  neighbours: ['coherence.kept-write'],
  statement: 'A DELETE of a tag is answered with success and the tag is still there.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'tags.delete' }, ({ request }, next) => next({ ...request, method: 'GET' })),
};

/** By slug, DELETE deletes nothing. */
const keptBySlug: Fault = {
  id: 'venues.by-slug.delete.kept',
  clause: 'venue.delete',
  neighbours: ['coherence.siblings', 'address.slug'],
  statement: 'A DELETE of a venue by its slug is answered with success and the venue is still there.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.by-slug.delete' }, async ({ request }, next) => {
      const outcome = await next({ ...request, method: 'GET' });
      return isGranted(outcome) ? toJsonResponse(200, { deleted: true }) : outcome;
    }),
};

/** What was deleted is still listed. */
const categoryStillListed: Fault = {
  id: 'categories.delete.still-listed',
  clause: 'category.delete',
  neighbours: ['coherence.kept-write', 'category.list', 'http.freshness', 'coherence.relations'],
  statement: 'A category that was deleted is gone by its id and still stands in lists.',
  create: (_, lens) => {
    const deleted = new Map<string, ReturnType<typeof lens.record>>();
    const remember = interceptOperation(lens, { id: 'categories.delete' }, async ({ request, address }, next) => {
      const record = lens.record('categories', await next({ method: 'GET', target: request.target, headers: [] }));
      const outcome = await next(request);
      if (isGranted(outcome)) deleted.set(address, record);
      return outcome;
    });
    return (request, next) => {
      const asked = lens.operationCall(request);
      if (asked?.operation.id !== 'categories.list') return remember(request, next);
      const ghosts = [...deleted.values()].filter((record) => record !== undefined);
      return next(request).then((outcome) => lens.editItems('categories', outcome, (items) => [...items, ...ghosts]));
    };
  },
};

/** Deleting what is not there succeeds. */
const unknownDeleted: Fault = {
  id: 'events.delete.unknown-granted',
  clause: 'event.delete',
  neighbours: ['address.id', 'events.delete'],
  statement: 'A DELETE of an event that was never there is answered with success.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.delete' }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, { deleted: true }) : outcome;
    }),
};

/** Deletes that keep the record. */
export const deletes: readonly Fault[] = [kept, keptBySlug, categoryStillListed, unknownDeleted];
