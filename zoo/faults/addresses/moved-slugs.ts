import type { Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { bodyOf } from '../../intercept/request-edit.js';

/** The page that is kept for a slug moves along when the slug changes, as it was before the change. */
const movedAlong: Fault = {
  id: 'events.by-slug.read.stale-after-rename',
  clause: 'coherence.shown-everywhere',
  neighbours: ['http.freshness', 'coherence.siblings', 'address.slug', 'event.update'],
  statement: 'After a change of its slug, an event is shown by the new slug as it was before.',
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    const reading = interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const outcome = kept.get(address) ?? (await next(request));
      if (isGranted(outcome)) kept.set(address, outcome);
      return outcome;
    });
    const writing = interceptOperation(view, { kind: 'update', collection: 'events' }, async (call, next) => {
      const record = await recordNow(view, call, next);
      const outcome = await next(call.request);
      const [before, after] = [record ? view.text('events', record, 'slug') : '', bodyOf(call.request)?.slug];
      const page = kept.get(before);
      if (!isGranted(outcome)) return outcome;
      kept.delete(before);
      if (page && typeof after === 'string') kept.set(after, page);
      return outcome;
    });
    const deleting = interceptOperation(view, { kind: 'delete', collection: 'events' }, (call, next) => {
      kept.clear();
      return next(call.request);
    });
    return inTurn(reading, writing, deleting);
  },
};

/** A page is kept by its slug, and dropped by the slug that the event has after an update. */
const keptByOldSlug: Fault = {
  id: 'events.by-slug.read.old-slug-cached',
  clause: 'event.field.slug',
  neighbours: ['address.slug', 'http.freshness', 'coherence.siblings'],
  statement: 'A slug that an event had is still answered with the event as it was, where it was read by that slug.',
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    const reading = interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      if (isGranted(outcome)) kept.set(address, outcome);
      return kept.get(address) ?? outcome;
    });
    const writing = interceptOperation(view, { kind: 'update', collection: 'events' }, async (call, next) => {
      const outcome = await next(call.request);
      const record = await recordNow(view, call, next);
      if (record) kept.delete(view.text('events', record, 'slug'));
      return outcome;
    });
    const deleting = interceptOperation(view, { kind: 'delete', collection: 'events' }, async (call, next) => {
      const record = await recordNow(view, call, next);
      if (record) kept.delete(view.text('events', record, 'slug'));
      return next(call.request);
    });
    return inTurn(reading, writing, deleting);
  },
};

/** An index of slugs, into which updates only put more. */
const oldSlugKept: Fault = {
  id: 'events.by-slug.read.old-slug-kept',
  clause: 'address.slug',
  neighbours: ['event.field.slug', 'coherence.siblings'],
  level: 'SHOULD',
  statement: 'A slug that an event had before an update still returns that event as it is now.',
  create: (_, view) => {
    const former = new Map<string, string>();
    const writing = interceptOperation(view, { kind: 'update', collection: 'events' }, async (call, next) => {
      const record = await recordNow(view, call, next);
      const outcome = await next(call.request);
      if (record && isGranted(outcome)) former.set(view.text('events', record, 'slug'), view.id('events', record));
      return outcome;
    });
    const reading = interceptOperation(view, { id: 'events.by-slug.read' }, async (call, next) => {
      const outcome = await next(call.request);
      const id = former.get(call.address);
      const isFound = isGranted(outcome) || id === undefined;
      return isFound ? outcome : next({ ...call.request, target: call.at(`/events/${id}`) });
    });
    return inTurn(writing, reading);
  },
};

/** Writes by a slug go to the event that had it first. */
const toFirstHolder =
  (...kinds: readonly ('update' | 'delete')[]): Fault['create'] =>
  (_, view) => {
    const holders = new Map<string, string>();
    const creating = interceptOperation(view, { id: 'events.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const record = view.record('events', outcome);
      const slug = record ? view.text('events', record, 'slug') : '';
      if (record && !holders.has(slug)) holders.set(slug, view.id('events', record));
      return outcome;
    });
    const choices = kinds.map((kind) => ({ kind, collection: 'events', addressing: 'slug' }) as const);
    const writing = interceptOperations(view, choices, ({ request, address, at }, next) => {
      const id = holders.get(address);
      return next(id === undefined ? request : { ...request, target: at(`/events/${id}`) });
    });
    return inTurn(creating, writing);
  };

/** Which event a slug means is remembered for ever, where it is written to. */
const meansTheFirst: Fault = {
  id: 'events.by-slug.update.first-holder',
  clause: 'address.slug',
  neighbours: ['event.update', 'coherence.siblings', 'coherence.other-records', 'events.lifecycle'],
  statement: 'An update or DELETE by slug goes to the first event that had the slug, even if another has it now.',
  create: toFirstHolder('update', 'delete'),
};

/** A DELETE takes the first row that has the slug, whatever its language. */
const deletesTheFirst: Fault = {
  id: 'events.by-slug.delete.first-holder',
  clause: 'language.parameter',
  neighbours: ['address.slug', 'event.delete', 'coherence.siblings', 'coherence.other-records'],
  statement: 'A DELETE by a slug that exists in two languages deletes the older event.',
  create: toFirstHolder('delete'),
};

/** A row that was marked as deleted is found by its slug again once another row has the slug. */
const foundAgain: Fault = {
  id: 'events.delete.found-by-successor',
  clause: 'event.delete',
  neighbours: ['address.slug', 'coherence.kept-write'],
  statement: 'The slug of a deleted event returns that event again once another event is created with it.',
  create: (_, view) => {
    const deleted = new Map<string, JsonObject>();
    const returned = new Set<string>();
    const deleting = interceptOperation(view, { kind: 'delete', collection: 'events' }, async (call, next) => {
      const record = await recordNow(view, call, next);
      const outcome = await next(call.request);
      if (record && isGranted(outcome)) deleted.set(view.text('events', record, 'slug'), record);
      return outcome;
    });
    const creating = interceptOperation(view, { id: 'events.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const record = view.record('events', outcome);
      const slug = record ? view.text('events', record, 'slug') : '';
      if (isGranted(outcome) && deleted.has(slug)) returned.add(slug);
      return outcome;
    });
    const reading = interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const record = returned.has(address) ? deleted.get(address) : undefined;
      const outcome = await next(request);
      return record ? view.editRecord('events', outcome, () => record) : outcome;
    });
    return inTurn(deleting, creating, reading);
  },
};

/** A PUT puts the new slug into an index, and leaves the old one there. */
const leftByPut: Fault = {
  id: 'events.by-slug.read.first-after-put',
  clause: 'address.slug',
  neighbours: ['event.field.slug', 'event.update', 'coherence.siblings'],
  statement: 'A slug that an event had before a PUT returns that event, even if another has it now.',
  create: (_, view) => {
    const former = new Map<string, string>();
    const writing = interceptOperation(
      view,
      { kind: 'update', collection: 'events', method: 'PUT' },
      async (call, next) => {
        const record = await recordNow(view, call, next);
        const outcome = await next(call.request);
        const slug = record && isGranted(outcome) ? view.text('events', record, 'slug') : undefined;
        const isMoved = slug !== undefined && slug !== bodyOf(call.request)?.slug;
        if (record && isMoved) former.set(slug, view.id('events', record));
        return outcome;
      },
    );
    const reading = interceptOperation(view, { id: 'events.by-slug.read' }, async (call, next) => {
      const outcome = await next(call.request);
      const id = isGranted(outcome) ? former.get(call.address) : undefined;
      return id === undefined ? outcome : next({ ...call.request, target: call.at(`/events/${id}`) });
    });
    return inTurn(writing, reading);
  },
};

/** Slugs that still return what they returned before. */
export const movedSlugs: readonly Fault[] = [meansTheFirst, foundAgain];

/** Slugs that an event had and that a cache or an index still knows, and what is kept under the new one. */
export const formerSlugs: readonly Fault[] = [keptByOldSlug, oldSlugKept, movedAlong, leftByPut];

/** Slugs that events of two languages share. */
export const sharedSlugs: readonly Fault[] = [deletesTheFirst];
