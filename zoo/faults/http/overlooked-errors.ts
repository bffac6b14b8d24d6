import { utcOffsetsIn } from '../../../adapter/notation/time-zone.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

/** A create of an event that crashes for what it is sent. */
const crashesOn = (fault: Pick<Fault, 'id' | 'statement'>, isFatal: (body: JsonObject) => boolean): Fault => ({
  ...fault,
  clause: 'http.server-error',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, async ({ request }, next) =>
      isFatal(bodyOf(request) ?? {}) ? toRefusal(500) : next(request),
    ),
});

/** The library of times throws for one that does not exist, or exists twice. */
const crashesInClockChange = crashesOn(
  {
    id: 'events.create.500-in-clock-change',
    statement: 'A create of an event with a start that a clock change repeats returns 500.',
  },
  ({ timezone, start_date: start }) =>
    typeof timezone === 'string' && typeof start === 'string' && utcOffsetsIn(timezone, start).length > 1,
);

/** The table of zones has cities alone. */
const crashesOnOffset = crashesOn(
  { id: 'events.create.500-on-fixed-zone', statement: 'A create of an event in a zone of a fixed offset returns 500.' },
  ({ timezone }) => typeof timezone === 'string' && timezone.startsWith('Etc/'),
);

/** Errors of the server where no requirement asks for the status. */
export const overlookedErrors: readonly Fault[] = [crashesInClockChange, crashesOnOffset];
