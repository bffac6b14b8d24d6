import { toText } from '../../../adapter/notation/shown-values.js';
import { type Collection, resources } from '../../../contract/resources.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { type Choice, inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';

/** A write that goes where its body says. */
interface Astray extends Pick<Fault, 'id' | 'statement'> {
  readonly on: readonly [Collection, ...Collection[]];
  readonly by: Choice;
  /** What the body holds of another record. */
  readonly key: 'id' | 'slug';
}

const all: readonly Astray[] = [
  {
    id: 'records.update.id-of-body',
    statement: 'An update of an event or a category by its id writes to the record of the id in its body.',
    on: ['events', 'categories'],
    by: { kind: 'update', addressing: 'id' },
    key: 'id',
  },
  {
    id: 'tags.update.put.id-of-body',
    statement: 'A PUT of a tag writes to the tag of the id in its body.',
    on: ['tags'],
    by: { kind: 'update', method: 'PUT' },
    key: 'id',
  },
  {
    id: 'places.by-slug.update.slug-of-body',
    statement: 'An update of a venue or an organizer by its slug writes to the record of the slug in its body.',
    on: ['venues', 'organizers'],
    by: { kind: 'update', addressing: 'slug' },
    key: 'slug',
  },
  {
    id: 'events.by-slug.update.patch.slug-of-body',
    statement: 'A PATCH of an event by its slug writes to the event that has the slug in its body.',
    on: ['events'],
    by: { kind: 'update', addressing: 'slug', method: 'PATCH' },
    key: 'slug',
  },
  {
    id: 'organizers.by-slug.delete.id-of-body',
    statement: 'A DELETE of an organizer by its slug deletes the organizer of the id in its body.',
    on: ['organizers'],
    by: { kind: 'delete', addressing: 'slug' },
    key: 'id',
  },
  {
    id: 'tags.delete.id-of-body',
    statement: 'A DELETE of a tag deletes the tag of the id in its body.',
    on: ['tags'],
    by: { kind: 'delete' },
    key: 'id',
  },
];

/** The parameters of a request are one bag, in which the body covers up the path. */
export const bodyAddresses: readonly Fault[] = all.map(({ id, statement, on, by, key }) => ({
  id,
  clause: 'coherence.other-records',
  neighbours: on.map((collection) => `${resources[collection].singular}.update` as const),
  statement,
  create: (_, view) =>
    interceptOperations(view, inEach(on, by), async ({ request, collection, at }, next) => {
      const named = encodeURIComponent(toText(bodyOf(request)?.[key]));
      const target = at(`/${collection}/${key === 'slug' ? `by-slug/${named}` : named}`);
      const isThere = named !== '' && isGranted(await next({ method: 'GET', target, headers: [] }));
      return next(isThere ? { ...request, target } : request);
    }),
}));
