import { toText } from '../../../adapter/notation/shown-values.js';
import { idsIn } from '../../../adapter/reading/agreement.js';
import { type Collection, eventRelations, type Relation, resources } from '../../../contract/resources.js';
import { isJsonArray, type JsonValue } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import {
  type Choice,
  inEach,
  interceptOperation,
  interceptOperations,
  inTurn,
} from '../../intercept/intercept-operation.js';
import { bodyOf, editBody, valuesOf } from '../../intercept/request-edit.js';
import { places, terms } from '../../list-fault.js';
import { type Deleted, rememberDeleted } from './graveyard.js';

/** An update that undoes a DELETE. */
interface Revival extends Pick<Fault, 'id' | 'neighbours' | 'statement'> {
  readonly on: readonly [Collection, ...Collection[]];
  readonly by: Choice;
}

const revivals: readonly Revival[] = [
  {
    id: 'places.update.revives-deleted',
    statement: 'A refused update of a deleted venue or organizer restores it.',
    on: places,
    by: { kind: 'update' },
  },
  {
    id: 'terms.update.put.revives-deleted',
    statement: 'A refused PUT of a deleted category or tag restores it.',
    on: terms,
    by: { kind: 'update', method: 'PUT' },
  },
  {
    id: 'events.by-slug.update.revives-deleted',
    statement: 'A refused update of a deleted event by its slug restores it.',
    on: ['events'],
    by: { kind: 'update', addressing: 'slug' },
  },
];

const toFault = ({ on, by, ...said }: Revival): Fault => ({
  ...said,
  clause: `${resources[on[0]].singular}.delete`,
  neighbours: ['coherence.kept-write', ...on.map((collection) => `${resources[collection].singular}.delete` as const)],
  create: (_, view) => {
    const deleted = new Map<string, Deleted>();
    const back = new Map<string, Deleted>();
    const slugOf = (collection: Collection, { record }: Deleted): string => view.text(collection, record, 'slug');
    const updating = interceptOperations(view, inEach(on, by), ({ request, collection, address }, next) => {
      for (const [key, one] of deleted)
        if (key === `${collection}/${address}` || slugOf(collection, one) === address) back.set(key, one);
      return next(request);
    });
    const reading = interceptOperations(
      view,
      inEach(on, { kind: 'read', addressing: 'id' }),
      async ({ request, collection, address }, next) => back.get(`${collection}/${address}`)?.answer ?? next(request),
    );
    const deleting = interceptOperations(
      view,
      inEach(on, { kind: 'delete' }),
      ({ request, collection, address }, next) => {
        back.delete(`${collection}/${address}`);
        return next(request);
      },
    );
    return inTurn(updating, reading, deleting, rememberDeleted(view, on, deleted));
  },
});

const posts = ['events', 'venues', 'organizers'] as const;

/** That a record is in the trash is a status of its own, which a filter by another replaces. */
const listedByStatus: Fault = {
  id: 'records.list.status.deleted',
  clause: 'event.delete',
  neighbours: ['venue.delete', 'organizer.delete'],
  statement: 'Lists of events, venues and organizers with a status contain deleted records.',
  create: (_, view) => {
    const deleted = new Map<string, Deleted>();
    const listing = interceptOperations(view, inEach(posts, { kind: 'list' }), async (call, next) => {
      const { request, collection, query } = call;
      const outcome = await next(request);
      if (!query.has('status')) return outcome;
      const included = valuesOf(query, 'include');
      const isAsked = (key: string): boolean => included.length === 0 || included.some((id) => key.endsWith(`/${id}`));
      const ghosts = [...deleted].filter(([key]) => key.startsWith(collection) && isAsked(key));
      return view.editItems(collection, outcome, (items) => [...items, ...ghosts.map(([, { record }]) => record)]);
    });
    return inTurn(listing, rememberDeleted(view, posts, deleted));
  },
};

interface Relinking extends Pick<Fault, 'id' | 'statement'> {
  readonly relation: Relation;
  readonly by: Choice;
}

const relinkings: readonly Relinking[] = [
  {
    id: 'events.update.deleted-venue-linked',
    statement: 'A PATCH that names a deleted venue links the event to it.',
    relation: 'venue',
    by: { kind: 'update', method: 'PATCH' },
  },
  {
    id: 'events.create.deleted-tag-linked',
    statement: 'A create that names a deleted tag links the event to it.',
    relation: 'tags',
    by: { kind: 'create' },
  },
];

/** The row of what was deleted is still there to be referred to. */
const toRelinking = ({ relation, by, ...said }: Relinking): Fault => {
  const collection = eventRelations[relation];
  return {
    ...said,
    clause: 'coherence.relations',
    neighbours: [`${resources[collection].singular}.delete`],
    create: (_, view) => {
      const deleted = new Map<string, Deleted>();
      const links = new Map<string, readonly Deleted[]>();
      const writing = interceptOperation(view, { ...by, collection: 'events' }, async ({ request }, next) => {
        const named = idsIn(bodyOf(request)?.[relation]);
        const dead = named.flatMap((id) => deleted.get(`${collection}/${id}`) ?? []);
        const isAlive = (id: JsonValue): boolean => !deleted.has(`${collection}/${toText(id)}`);
        const outcome = await next(
          editBody(request, (body) => {
            const sent = body[relation];
            return isJsonArray(sent) ? { ...body, [relation]: sent.filter(isAlive) } : body;
          }),
        );
        const event = view.record('events', outcome);
        if (event && named.length > 0) links.set(view.id('events', event), dead);
        return outcome;
      });
      const reading = interceptOperation(view, { kind: 'read', collection: 'events' }, async ({ request }, next) =>
        view.editRecord('events', await next(request), (event) => {
          const dead = links.get(view.id('events', event)) ?? [];
          const alive = view.field('events', event, relation);
          const all = [...(isJsonArray(alive) ? alive : []), ...dead.map(({ record }) => record)];
          return dead.length > 0 ? view.withField('events', event, relation, all) : event;
        }),
      );
      return inTurn(reading, writing, rememberDeleted(view, [collection], deleted));
    },
  };
};

/** What was deleted comes back: by an update, in a list, through a link. */
export const revived: readonly Fault[] = [...revivals.map(toFault), listedByStatus, ...relinkings.map(toRelinking)];
