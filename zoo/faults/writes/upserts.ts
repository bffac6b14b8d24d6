import { toText } from '../../../adapter/notation/shown-values.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { findAll } from '../../intercept/record-lookup.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { withStatus } from '../../intercept/response-edit.js';

/** A create that takes what is there for what it is to make. */
interface Upsert extends Pick<Fault, 'id' | 'clause' | 'neighbours' | 'statement'> {
  readonly on: readonly Collection[];
  /** The field that it goes by. */
  readonly key: 'label' | 'slug';
  /** Whether it writes what it is sent. */
  readonly writes: boolean;
}

const all: readonly Upsert[] = [
  {
    id: 'posts.create.upsert-by-name',
    clause: 'event.create',
    neighbours: ['venue.create', 'organizer.create', 'address.slug', 'coherence.other-records'],
    statement: 'A create of an event, a venue or an organizer writes over the one of that name and returns 201.',
    on: ['events', 'venues', 'organizers'],
    key: 'label',
    writes: true,
  },
  {
    id: 'terms.create.upsert-by-name',
    clause: 'category.create',
    neighbours: ['tag.create', 'coherence.other-records', 'coherence.kept-write'],
    statement: 'A create of a category or a tag returns 201 with the unchanged one of that name.',
    on: ['categories', 'tags'],
    key: 'label',
    writes: false,
  },
  {
    id: 'records.create.upsert-by-slug',
    clause: 'event.field.slug',
    neighbours: ['category.field.slug', 'tag.field.slug', 'coherence.other-records'],
    statement: 'A create of an event, a category or a tag writes over the one of that slug and returns 201.',
    on: ['events', 'categories', 'tags'],
    key: 'slug',
    writes: true,
  },
];

/** There is one record for each name, so that importing twice makes none twice. */
export const upserts: readonly Fault[] = all.map(({ on, key, writes, ...said }) => ({
  ...said,
  create: (_, view) =>
    interceptOperations(view, inEach(on, { kind: 'create' }), async (call, next) => {
      const { request, collection, at } = call;
      const field = key === 'label' ? resourceOf(collection).label : key;
      const sent = toText(bodyOf(request)?.[field]);
      const found = sent === '' ? [] : await findAll({ view, call, next }, collection);
      const same = found.find((one) => view.text(collection, one, field) === sent);
      if (!same) return next(request);
      const target = at(`/${collection}/${view.id(collection, same)}`);
      const outcome = await next(
        writes ? { ...request, method: 'PATCH', target } : { method: 'GET', target, headers: [] },
      );
      return withStatus(outcome, 201);
    }),
}));
