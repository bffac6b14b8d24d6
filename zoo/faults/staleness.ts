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
      const asked = lens.asked(request);
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
      const asked = lens.asked(request);
      if (asked?.operation.id !== 'organizers.by-slug.read') return next(request);
      const outcome = kept.get(request.target) ?? (await next(request));
      if (isGranted(outcome)) kept.set(request.target, outcome);
      return outcome;
    };
  },
};

/** Answers that were true a moment ago. */
export const staleness: readonly Fault[] = [staleList, staleBySlug];
