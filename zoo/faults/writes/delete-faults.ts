import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { withJson } from '../../intercept/request-edit.js';
import { toJsonResponse } from '../../intercept/response-edit.js';
import { type Deleted, rememberDeleted } from './graveyard.js';

/** DELETE says that it did, and did not. */
const kept: Fault = {
  id: 'tags.delete.kept',
  clause: 'tag.delete',
  neighbours: ['coherence.kept-write'],
  statement: 'A DELETE of a tag returns success and deletes nothing.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.delete' }, ({ request }, next) => next({ ...request, method: 'GET' })),
};

/** By slug, DELETE deletes nothing. */
const keptBySlug: Fault = {
  id: 'venues.by-slug.delete.kept',
  clause: 'venue.delete',
  neighbours: ['coherence.siblings', 'address.slug'],
  statement: 'A DELETE of a venue by its slug returns success and deletes nothing.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.by-slug.delete' }, async ({ request }, next) => {
      const outcome = await next({ ...request, method: 'GET' });
      return isGranted(outcome) ? toJsonResponse(200, { deleted: true }) : outcome;
    }),
};

/** What was deleted is still listed. */
const categoryStillListed: Fault = {
  id: 'categories.delete.still-listed',
  clause: 'category.delete',
  neighbours: ['coherence.kept-write', 'category.list', 'http.freshness', 'coherence.relations'],
  statement: 'Lists still contain a deleted category, which is gone by its id.',
  create: (_, view) => {
    const deleted = new Map<string, ReturnType<typeof view.record>>();
    const remember = interceptOperation(view, { id: 'categories.delete' }, async ({ request, address }, next) => {
      const record = view.record('categories', await next({ method: 'GET', target: request.target, headers: [] }));
      const outcome = await next(request);
      if (isGranted(outcome)) deleted.set(address, record);
      return outcome;
    });
    return (request, next) => {
      const call = view.operationCall(request);
      if (call?.operation.id !== 'categories.list') return remember(request, next);
      const ghosts = [...deleted.values()].filter((record) => record !== undefined);
      return next(request).then((outcome) => view.editItems('categories', outcome, (items) => [...items, ...ghosts]));
    };
  },
};

/** Deleting what is not there succeeds. */
const unknownDeleted: Fault = {
  id: 'events.delete.unknown-granted',
  clause: 'event.delete',
  neighbours: ['address.id', 'events.delete'],
  statement: 'A DELETE of an event that never existed returns success.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.delete' }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, { deleted: true }) : outcome;
    }),
};

/** Deletes that keep the record. */
export const deletes: readonly Fault[] = [kept, keptBySlug, categoryStillListed, unknownDeleted];

const posts = ['events', 'venues', 'organizers'] as const;

/** Lists are read from an index that knows of no deletions. */
const stillListed: Fault = {
  id: 'records.delete.still-listed',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'organizer.delete', 'coherence.kept-write', 'http.freshness'],
  statement: 'Lists still contain deleted events, venues and organizers.',
  create: (_, view) => {
    const deleted = new Map<string, Deleted>();
    const list = interceptOperations(view, inEach(posts, { kind: 'list' }), async ({ request, collection }, next) => {
      const ghosts = [...deleted].filter(([key]) => key.startsWith(collection)).map(([, { record }]) => record);
      return view.editItems(collection, await next(request), (items) => [...items, ...ghosts]);
    });
    return inTurn(list, rememberDeleted(view, posts, deleted));
  },
};

/** The index of slugs knows of no deletions. */
const slugKept: Fault = {
  id: 'records.delete.slug-kept',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'address.slug', 'coherence.siblings'],
  statement: 'A GET by slug still returns a deleted event or venue.',
  create: (_, view) => {
    const deleted = new Map<string, Deleted>();
    const some = ['events', 'venues'] as const;
    const read = interceptOperations(view, inEach(some, { kind: 'read', addressing: 'slug' }), async (call, next) => {
      const { request, collection, address } = call;
      const outcome = await next(request);
      const found = [...deleted.values()].find(({ record }) => view.text(collection, record, 'slug') === address);
      return statusOf(outcome) === 404 && found ? found.answer : outcome;
    });
    return inTurn(read, rememberDeleted(view, some, deleted));
  },
};

const restorable = [...posts, 'categories'] as const;

/** DELETE moves into the trash and out of it. */
const twiceRestores: Fault = {
  id: 'records.delete.twice-restores',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'organizer.delete', 'category.delete', 'http.idempotence'],
  statement: 'A second DELETE restores a record that is not a tag.',
  create: (_, view) => {
    const deleted = new Map<string, Deleted>();
    const restored = new Map<string, Deleted>();
    const act = interceptOperations(view, inEach(restorable, { addressing: 'id' }), async (call, next) => {
      const { request, operation, collection, address } = call;
      const key = `${collection}/${address}`;
      const one = deleted.get(key);
      if (!one) return next(request);
      if (operation.kind === 'read') return restored.get(key)?.answer ?? next(request);
      if (operation.kind === 'delete') restored.set(key, one);
      return operation.kind === 'delete' ? one.answer : next(request);
    });
    return inTurn(act, rememberDeleted(view, restorable, deleted));
  },
};

/** By slug, DELETE only withdraws. */
const drafted: Fault = {
  id: 'records.by-slug.delete.drafted',
  clause: 'event.delete',
  neighbours: ['organizer.delete', 'coherence.siblings', 'address.slug'],
  statement: 'A DELETE of an event or an organizer by its slug only makes it a draft.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'organizers'], { kind: 'delete', addressing: 'slug' }),
      ({ request }, next) => next(withJson({ ...request, method: 'PATCH' }, { status: 'draft' })),
    ),
};

const granting = ['venues', 'organizers', 'categories', 'tags'] as const;

/** Nothing is there afterwards, so all went well. */
const unknownGranted: Fault = {
  id: 'records.delete.unknown-granted',
  clause: 'venue.delete',
  neighbours: ['organizer.delete', 'category.delete', 'tag.delete', 'address.id'],
  statement: 'A DELETE of a venue, organizer or term that never existed returns success.',
  create: (_, view) =>
    interceptOperations(view, inEach(granting, { kind: 'delete' }), async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, { deleted: true }) : outcome;
    }),
};

/** Deleted records that are not gone everywhere. */
export const lingering: readonly Fault[] = [stillListed, slugKept, twiceRestores, drafted, unknownGranted];
