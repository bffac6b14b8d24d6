import type { OperationId } from '../../../contract/operations.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { credentialsOf, recordNow } from '../../intercept/record-lookup.js';
import { joinedLists, respondWith } from '../../intercept/list-walk.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

const writes = ['create', 'update'] as const;

/** One index of slugs for several kinds of record: a slug of one of these is not looked for among the others. */
const hiding = (view: WireView, hider: 'events' | 'venues', hidden: readonly OperationId[]): Interceptor => {
  const slugs = new Map<string, string>();
  const writing = interceptOperations(
    view,
    writes.map((kind) => ({ kind, collection: hider })),
    async ({ request }, next) => {
      const outcome = await next(request);
      const record = isGranted(outcome) ? view.record(hider, outcome) : undefined;
      if (record) slugs.set(view.id(hider, record), view.text(hider, record, 'slug'));
      return outcome;
    },
  );
  const deleting = interceptOperation(view, { kind: 'delete', collection: hider }, async (call, next) => {
    const record = await recordNow(view, call, next);
    const outcome = await next(call.request);
    if (record && isGranted(outcome)) slugs.delete(view.id(hider, record));
    return outcome;
  });
  const reading = interceptOperations(
    view,
    hidden.map((id) => ({ id })),
    async ({ request, address }, next) => ([...slugs.values()].includes(address) ? toRefusal(404) : next(request)),
  );
  return inTurn(writing, deleting, reading);
};

const hiddenByEvent: Fault = {
  id: 'places.by-slug.read.hidden-by-event',
  clause: 'address.slug',
  neighbours: ['coherence.siblings'],
  statement: 'A venue or an organizer is not found by its slug while an event has that slug.',
  create: (_, view) => hiding(view, 'events', ['venues.by-slug.read', 'organizers.by-slug.read']),
};

const hiddenByVenue: Fault = {
  id: 'organizers.by-slug.read.hidden-by-venue',
  clause: 'address.slug',
  neighbours: ['coherence.siblings'],
  statement: 'An organizer is not found by its slug while a venue has that slug.',
  create: (_, view) => hiding(view, 'venues', ['organizers.by-slug.read']),
};

const takesVenue: Fault = {
  id: 'organizers.by-slug.delete.takes-venue',
  clause: 'address.slug',
  neighbours: ['coherence.siblings'],
  statement: 'A DELETE of an organizer by its slug deletes a venue of that slug instead.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.by-slug.delete' }, async (call, next) => {
      const venue = call.at(`/venues/by-slug/${call.address}`);
      const read = await next({ method: 'GET', target: venue, headers: credentialsOf(call.request) });
      return next(isGranted(read) ? { ...call.request, target: venue } : call.request);
    }),
};

const terms = { categories: 'tags', tags: 'categories' } as const;

/** One table of terms, of which the kind is not asked for. */
const anyTerm: Fault = {
  id: 'events.list.terms-of-any-kind',
  clause: 'event.list.categories',
  neighbours: ['event.list.tags'],
  statement:
    'A list of events by the slug of a category also holds those with a tag of that slug, and the other way round.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const asked = (['categories', 'tags'] as const).find((name) => /[^\d,]/.test(call.query.get(name) ?? ''));
      if (asked === undefined) return next(call.request);
      const listing = { view, call, next };
      const slug = call.query.get(asked) ?? '';
      const other = withParameter(withoutParameter(call.request, asked), terms[asked], slug);
      return respondWith(listing, await joinedLists(listing, [call.request, other]));
    }),
};

/** What is wrong with a slug that records of several kinds have. */
export const slugsAcrossKinds: readonly Fault[] = [hiddenByEvent, hiddenByVenue, takesVenue, anyTerm];
