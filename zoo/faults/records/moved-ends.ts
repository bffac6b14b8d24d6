import { wallClock } from '../../../target/shown-values.js';
import { addSeconds } from '../../../target/world/wall-clock.js';
import { bodyOf, editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { recordNow } from '../../look-up.js';
import { interceptOperation } from '../../on.js';

const instantOf = (time: string): number => Date.parse(`${wallClock(time).replace(' ', 'T')}Z`);

/** What is dragged in a calendar keeps its length, and so does what is updated. */
export const movedEnds: Fault = {
  id: 'events.update.patch.start-moves-end',
  clause: 'event.update',
  neighbours: ['coherence.kept-write', 'event.fields.optional-on-update', 'event.field.end_date'],
  statement: 'A PATCH of the start of an event moves its end by as much.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'update', method: 'PATCH', collection: 'events' }, async (asked, next) => {
      const { start_date: start, end_date: end } = bodyOf(asked.request) ?? {};
      const event = await recordNow(lens, asked, next);
      if (!event || typeof start !== 'string' || end !== undefined) return next(asked.request);
      const [from, to] = ['start_date', 'end_date'].map((name) => instantOf(lens.text('events', event, name)));
      const moved = addSeconds(start, (Number(to) - Number(from)) / 1000);
      return next(editBody(asked.request, (body) => ({ ...body, end_date: moved })));
    }),
};
