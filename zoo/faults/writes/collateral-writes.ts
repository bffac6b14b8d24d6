import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { findAll, namesakes, recordBefore } from '../../intercept/record-lookup.js';
import { withJson } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

/** An update goes by name. */
const namesakesUpdated: Fault = {
  id: 'records.update.namesakes-too',
  clause: 'coherence.other-records',
  neighbours: ['coherence.siblings'],
  statement: 'An update of a record changes all records of its kind with the same name.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'update' }], async (call, next) => {
      const { request, collection, at } = call;
      const others = await namesakes({ view, call, next });
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const one of others) await next({ ...request, target: at(`/${collection}/${view.id(collection, one)}`) });
      return outcome;
    }),
};

const named = ['events', 'venues', 'categories', 'tags'] as const;

/** So does a DELETE. */
const namesakesDeleted: Fault = {
  id: 'records.delete.namesakes-too',
  clause: 'coherence.other-records',
  neighbours: named.map((collection) => `${collection}.delete`),
  statement: 'A DELETE of an event, a venue, a category or a tag deletes all of that kind with the same name.',
  create: (_, view) =>
    interceptOperations(view, inEach(named, { kind: 'delete' }), async (call, next) => {
      const { request, collection, at } = call;
      const others = await namesakes({ view, call, next });
      for (const one of others) await next({ ...request, target: at(`/${collection}/${view.id(collection, one)}`) });
      return next(request);
    }),
};

/** A DELETE goes down the tree. */
const childrenDeleted: Fault = {
  id: 'categories.delete.children-too',
  clause: 'coherence.other-records',
  neighbours: ['category.delete', 'coherence.relations'],
  statement: 'A DELETE of a category deletes its child categories.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.delete' }, async (call, next) => {
      const { request, address, at } = call;
      const children = await findAll({ view, call, next }, 'categories', `parent=${address}`);
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const one of children) await next({ ...request, target: at(`/categories/${view.id('categories', one)}`) });
      return outcome;
    }),
};

/** The whole list is cleared, not one entry of it. */
const listsCleared: Fault = {
  id: 'organizers.delete.lists-cleared',
  clause: 'coherence.relations',
  neighbours: ['organizer.delete', 'coherence.other-records'],
  statement: 'A DELETE of an organizer unlinks all other organizers of its events, too.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'delete', collection: 'organizers' }, async (call, next) => {
      const events = await findAll({ view, call, next }, 'events', `organizer=${call.address}`);
      const outcome = await next(call.request);
      if (!isGranted(outcome)) return outcome;
      for (const event of events) {
        const target = call.at(`/events/${view.id('events', event)}`);
        await next(withJson({ method: 'PATCH', target, headers: [] }, { organizer: [] }));
      }
      return outcome;
    }),
};

/** The index of slugs forgets a slug and its number, and the slug of the first record is the same without it. */
const slugFreed: Fault = {
  id: 'organizers.delete.slug-of-namesake-freed',
  clause: 'coherence.other-records',
  neighbours: ['organizer.delete', 'address.slug'],
  statement: 'After a DELETE of an organizer with a numbered slug, the slug without the number returns 404.',
  create(_, view) {
    const freed = new Set<string>();
    const choices = [{ kind: 'delete', collection: 'organizers' }, { id: 'organizers.by-slug.read' }] as const;
    return interceptOperations(view, choices, async (call, next) => {
      if (call.operation.kind !== 'delete') return freed.has(call.address) ? toRefusal(404) : next(call.request);
      const record = await recordBefore({ view, call, next });
      const outcome = await next(call.request);
      const slug = record ? view.text('organizers', record, 'slug') : '';
      if (isGranted(outcome) && /-\d$/.test(slug)) freed.add(slug.replace(/-\d$/, ''));
      return outcome;
    });
  },
};

/** Writes that reach records which they are not about. */
export const bystanders: readonly Fault[] = [
  namesakesUpdated,
  namesakesDeleted,
  childrenDeleted,
  listsCleared,
  slugFreed,
];

/** DELETE goes by name: whoever is called alike goes too. */
const namesakeToo: Fault = {
  id: 'organizers.delete.namesake-too',
  clause: 'coherence.other-records',
  neighbours: ['organizer.delete'],
  statement: 'A DELETE of an organizer deletes another one with the same name as well.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'delete', collection: 'organizers' }, async ({ request, at }, next) => {
      const { label } = resourceOf('organizers');
      const record = view.record('organizers', await next({ method: 'GET', target: request.target, headers: [] }));
      if (!record) return next(request);
      const [own, name] = [view.id('organizers', record), view.field('organizers', record, label)];
      const list = await next({ method: 'GET', target: at('/organizers?per_page=100'), headers: [] });
      const isNamesake = (one: JsonObject): boolean =>
        view.field('organizers', one, label) === name && view.id('organizers', one) !== own;
      const namesake = view.items('organizers', list).find(isNamesake);
      if (namesake) await next({ ...request, target: at(`/organizers/${view.id('organizers', namesake)}`) });
      return next(request);
    }),
};

/** What a DELETE takes along: the events that are linked to what is deleted. */
const takingEventsAlong =
  (id: 'venues.delete' | 'organizers.by-slug.delete', relation: 'venue' | 'organizer'): Fault['create'] =>
  (_, view) =>
    interceptOperation(view, { id }, async (call, next) => {
      const { request, collection, at } = call;
      const record = await recordBefore({ view, call, next });
      const query = `${relation}=${record ? view.id(collection, record) : 0}&starts_after=2000-01-01&per_page=100`;
      const list = await next({ method: 'GET', target: at(`/events?${query}`), headers: [] });
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const event of view.items('events', list)) {
        await next({ method: 'DELETE', target: at(`/events/${view.id('events', event)}`), headers: [] });
      }
      return outcome;
    });

const takesEventsAlong: readonly Fault[] = [
  {
    id: 'venues.delete.takes-events-along',
    clause: 'coherence.other-records',
    neighbours: ['venue.delete', 'coherence.relations'],
    statement: 'A DELETE of a venue deletes the events that take place there.',
    create: takingEventsAlong('venues.delete', 'venue'),
  },
  {
    id: 'organizers.by-slug.delete.takes-events-along',
    clause: 'coherence.other-records',
    neighbours: ['organizer.delete', 'coherence.relations'],
    statement: 'A DELETE of an organizer by its slug deletes its events.',
    create: takingEventsAlong('organizers.by-slug.delete', 'organizer'),
  },
];

/** Deletes that take others along. */
export const sideEffects: readonly Fault[] = [namesakeToo, ...takesEventsAlong];
