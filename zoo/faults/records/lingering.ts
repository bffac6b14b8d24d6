import { statusOf, toJsonResponse } from '../../edit-answer.js';
import { withJson } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, interceptOperations } from '../../on.js';
import { type Deleted, rememberDeleted } from './remember-deleted.js';

const posts = ['events', 'venues', 'organizers'] as const;

/** Lists are read from an index that knows of no deletions. */
const stillListed: Fault = {
  id: 'records.delete.still-listed',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'organizer.delete', 'coherence.kept-write', 'http.freshness'],
  statement: 'An event, a venue or an organizer that was deleted still stands in lists.',
  create: (_, lens) => {
    const deleted = new Map<string, Deleted>();
    const list = interceptOperations(lens, inEach(posts, { kind: 'list' }), async ({ request, collection }, next) => {
      const ghosts = [...deleted].filter(([key]) => key.startsWith(collection)).map(([, { record }]) => record);
      return lens.editItems(collection, await next(request), (items) => [...items, ...ghosts]);
    });
    return inTurn(list, rememberDeleted(lens, posts, deleted));
  },
};

/** The index of slugs knows of no deletions. */
const slugKept: Fault = {
  id: 'records.delete.slug-kept',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'address.slug', 'coherence.siblings'],
  statement: 'An event or a venue that was deleted is still found by its slug.',
  create: (_, lens) => {
    const deleted = new Map<string, Deleted>();
    const some = ['events', 'venues'] as const;
    const read = interceptOperations(lens, inEach(some, { kind: 'read', addressing: 'slug' }), async (asked, next) => {
      const { request, collection, address } = asked;
      const outcome = await next(request);
      const found = [...deleted.values()].find(({ record }) => lens.text(collection, record, 'slug') === address);
      return statusOf(outcome) === 404 && found ? found.answer : outcome;
    });
    return inTurn(read, rememberDeleted(lens, some, deleted));
  },
};

const restorable = [...posts, 'categories'] as const;

/** DELETE moves into the trash and out of it. */
const twiceRestores: Fault = {
  id: 'records.delete.twice-restores',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'organizer.delete', 'category.delete', 'http.idempotence'],
  statement: 'A second DELETE of a record that is not a tag brings it back.',
  create: (_, lens) => {
    const deleted = new Map<string, Deleted>();
    const restored = new Map<string, Deleted>();
    const act = interceptOperations(lens, inEach(restorable, { addressing: 'id' }), async (asked, next) => {
      const { request, operation, collection, address } = asked;
      const key = `${collection}/${address}`;
      const one = deleted.get(key);
      if (!one) return next(request);
      if (operation.kind === 'read') return restored.get(key)?.answer ?? next(request);
      if (operation.kind === 'delete') restored.set(key, one);
      return operation.kind === 'delete' ? one.answer : next(request);
    });
    return inTurn(act, rememberDeleted(lens, restorable, deleted));
  },
};

/** By slug, DELETE only withdraws. */
const drafted: Fault = {
  id: 'records.by-slug.delete.drafted',
  clause: 'event.delete',
  neighbours: ['organizer.delete', 'coherence.siblings', 'address.slug'],
  statement: 'A DELETE of an event or an organizer by its slug makes a draft of it.',
  create: (_, lens) =>
    interceptOperations(
      lens,
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
  statement: 'A DELETE of a record that is not an event and was never there is answered with success.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(granting, { kind: 'delete' }), async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, { deleted: true }) : outcome;
    }),
};

/** Deleted records that are not gone everywhere. */
export const lingering: readonly Fault[] = [stillListed, slugKept, twiceRestores, drafted, unknownGranted];
