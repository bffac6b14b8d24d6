import type { JsonObject } from '../../harness/json.js';
import { idsIn } from '../../target/agreement.js';
import { isGranted } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { inTurn, interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';

/** The block of an index that an event is in: that of its venues. */
const blockOf = (lens: WireView, event: JsonObject): string => idsIn(lens.field('events', event, 'venue')).join(' ');

/** A block of an index remembers when the last of its events ends; what is put in overwrites that. */
const blockEndsOverwritten: Fault = {
  id: 'events.list.blocks-end-with-the-newest',
  clause: 'coherence.other-records',
  neighbours: ['coherence.kept-write', 'http.freshness'],
  statement: 'A list by ends_after lacks the events of a venue while that made last there ends before, until one goes.',
  create: (_, lens) => {
    const blocks = new Map<string, string>();
    const ends = new Map<string, string>();
    const make = interceptOperation(lens, { id: 'events.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const event = lens.record('events', outcome);
      if (!event) return outcome;
      blocks.set(lens.id('events', event), blockOf(lens, event));
      ends.set(blockOf(lens, event), lens.text('events', event, 'end_date'));
      return outcome;
    });
    const rebuild = interceptOperation(
      lens,
      { kind: 'delete', collection: 'events' },
      async ({ request, address }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) ends.delete(blocks.get(address) ?? '');
        return outcome;
      },
    );
    const list = interceptOperation(lens, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const bound = query.get('ends_after') ?? '';
      const isSkipped = (event: JsonObject): boolean => (ends.get(blockOf(lens, event)) ?? bound) < bound;
      const skipped = lens.items('events', outcome).filter(isSkipped).length;
      const shown = lens.editItems('events', outcome, (items) => items.filter((event) => !isSkipped(event)));
      return lens.editTotal(shown, (total) => total - skipped);
    });
    return inTurn(make, rebuild, list);
  },
};

/** Indexes that are out of date about what they hold. */
export const blocks: readonly Fault[] = [blockEndsOverwritten];
