import type { JsonObject } from '../../harness/json.js';
import { addSeconds } from '../../target/world/wall-clock.js';
import type { Fault } from '../fault.js';
import type { WireLens } from '../wire-lens.js';
import { inTurn, on } from '../on.js';

const HOUR = 3600;

const hourLater = (lens: WireLens, record: JsonObject): JsonObject => {
  const shown = lens.field('events', record, 'utc_start_date');
  if (typeof shown !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(shown)) return record;
  return lens.withField('events', record, 'utc_start_date', addSeconds(shown, HOUR));
};

/** The offset of the zone is an hour off. */
const utcHourOff: Fault = {
  id: 'events.read.utc-hour-off',
  clause: 'coherence.utc',
  neighbours: ['event.field.timezone'],
  statement: 'The start of an event in UTC is an hour later than its local start in its zone.',
  create: (_, lens) =>
    inTurn(
      ...(['read', 'create', 'update'] as const).map((kind) =>
        on(lens, { kind, collection: 'events' }, async ({ request }, next) =>
          lens.editRecord('events', await next(request), (record) => hourLater(lens, record)),
        ),
      ),
    ),
};

/** Times that contradict one another. */
export const times: readonly Fault[] = [utcHourOff];
