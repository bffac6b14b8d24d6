import { addSeconds, isWallClock } from '../../../target/world/wall-clock.js';
import { bodyOf } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, interceptOperations } from '../../on.js';

const posts = ['events', 'venues', 'organizers'] as const;

/** One way from UTC to the clock of the site knows of the last change of clocks, the other does not. */
const localHourOff: Fault = {
  id: 'records.read.date-hour-off',
  clause: 'coherence.utc',
  statement: 'What was sent with its publication date in UTC shows a local one that is an hour late.',
  create: (_, lens) => {
    const sent = new Set<string>();
    const create = interceptOperations(
      lens,
      inEach(posts, { kind: 'create' }),
      async ({ request, collection }, next) => {
        const outcome = await next(request);
        const record = lens.record(collection, outcome);
        if (record && bodyOf(request)?.date_utc) sent.add(`${collection}/${lens.id(collection, record)}`);
        return outcome;
      },
    );
    const read = interceptOperations(lens, inEach(posts, { kind: 'read' }), async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => {
        const date = lens.text(collection, record, 'date');
        const isOff = isWallClock(date) && sent.has(`${collection}/${lens.id(collection, record)}`);
        return isOff ? lens.withField(collection, record, 'date', addSeconds(date, 3600)) : record;
      }),
    );
    return inTurn(create, read);
  },
};

/** Publication dates that are not what is sent for them. */
export const publications: readonly Fault[] = [localHourOff];
