import type { OperationId } from '../../contract/operation.js';
import type { Outcome } from '../../harness/exchange.js';
import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';

/** A list is kept for a while and does not know of writes. */
const staleList: Fault = {
  id: 'events.list.stale-after-write',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'event.create', 'event.delete'],
  statement: 'A list of events that was asked for before a write is shown once more as it was, whatever no-cache says.',
  create: (_, lens) => {
    const kept = new Map<string, Outcome>();
    const stale = new Set<string>();
    return async (request, next) => {
      const asked = lens.operationCall(request);
      if (asked?.operation.id === 'events.list') {
        const cached = stale.delete(request.target) ? kept.get(request.target) : undefined;
        if (cached) return cached;
        const outcome = await next(request);
        kept.set(request.target, outcome);
        return outcome;
      }
      if (asked && asked.operation.kind !== 'read') for (const target of kept.keys()) stale.add(target);
      return next(request);
    };
  },
};

/** An organizer by its slug is kept for a while and does not know of updates by id. */
const staleBySlug: Fault = {
  id: 'organizers.by-slug.read.stale-after-update',
  clause: 'http.freshness',
  neighbours: ['coherence.kept-write', 'coherence.shown-everywhere', 'coherence.siblings', 'organizer.update'],
  statement: 'An organizer that was read by its slug before is shown there as it was, however it was updated since.',
  create: (_, lens) => {
    const kept = new Map<string, Outcome>();
    return async (request, next) => {
      const asked = lens.operationCall(request);
      if (asked?.operation.id !== 'organizers.by-slug.read') return next(request);
      const outcome = kept.get(request.target) ?? (await next(request));
      if (isGranted(outcome)) kept.set(request.target, outcome);
      return outcome;
    };
  },
};

/** Lists are kept until something is written: but one way of writing is not known to do so. */
const keptOver = ({
  id,
  statement,
  write,
}: Pick<Fault, 'id' | 'statement'> & { readonly write: OperationId }): Fault => ({
  id,
  clause: 'coherence.kept-write',
  neighbours: ['http.freshness'],
  statement,
  create: (_, lens) => {
    const kept = new Map<string, Outcome>();
    return async (request, next) => {
      const asked = lens.operationCall(request);
      if (asked?.operation.kind === 'list') {
        const outcome = kept.get(request.target) ?? (await next(request));
        kept.set(request.target, outcome);
        return outcome;
      }
      if (asked && asked.operation.kind !== 'read' && asked.operation.id !== write) kept.clear();
      return next(request);
    };
  },
});

const deletedBySlug = keptOver({
  id: 'events.list.kept-over-delete-by-slug',
  statement: 'A list that was asked for before an event was deleted by its slug still holds it.',
  write: 'events.by-slug.delete',
});

const putBySlug = keptOver({
  id: 'organizers.list.kept-over-put-by-slug',
  statement: 'A list that was asked for before an organizer was updated by PUT by its slug shows it as it was.',
  write: 'organizers.by-slug.update.put',
});

/** Answers that were true a moment ago. */
export const staleness: readonly Fault[] = [staleList, staleBySlug, deletedBySlug, putBySlug];
