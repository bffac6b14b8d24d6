import type { Exchange } from '../../harness/exchange.js';
import { expectSuccess, isRefused } from '../../harness/expectations.js';
import type { JsonObject, JsonValue } from '../../harness/json.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { shows } from '../expect-shown.js';
import { isLeftOut } from '../places.js';
import { isTrashed } from '../records/expect-deleted.js';
import { isConflict, wasGranted } from './granted.js';
import type { Timed } from './legal-order.js';
import type { Done } from './play.js';
import type { RecordAct } from './record-model.js';

/** How a history of one record is looked at. */
export interface Sight {
  readonly calendar: Calendar;
  readonly made: Made;
  /** The fields that are written, none of which the others depend on. */
  readonly fields: readonly string[];
}

/** Reads a history of one record from what its requests were answered with. */
export function toHistory(sight: Sight, done: readonly Timed<Done>[]): readonly Timed<RecordAct>[] {
  const updates = done.flatMap(({ act }) => (act.kind === 'update' ? [act.written] : []));
  const bodies = [sight.made.body, ...updates.map(({ body }) => body)];
  return done.map((one) => {
    const { act } = one;
    if (act.kind === 'remove') return { ...one, act: toRemove(act.exchange) };
    if (act.kind === 'read') return { ...one, act: toRead(sight, act.exchange, bodies) };
    const { body, exchange } = act.written;
    const granted = wasGranted(exchange, 'a PATCH');
    return { ...one, act: { kind: 'update', write: bodies.indexOf(body), fields: Object.keys(body), granted } };
  });
}

function toRemove(exchange: Exchange): RecordAct {
  if (wasGranted(exchange, 'a DELETE')) return { kind: 'remove', answer: 'granted' };
  return { kind: 'remove', answer: isConflict(exchange) ? 'in conflict' : 'refused' };
}

function toRead({ calendar, made, fields }: Sight, exchange: Exchange, bodies: readonly JsonObject[]): RecordAct {
  const { collection } = made;
  if (isRefused(exchange) || isTrashed(calendar, made, exchange)) return { kind: 'miss' };
  expectSuccess(exchange, `a GET of the record ${made.id} of ${collection}`);
  const shown = calendar.lens.record(collection, exchange);
  const writesOf = (field: string): readonly number[] =>
    bodies.flatMap((body, write) => {
      const sent = body[field];
      // What a summary does not show may be anything that was written.
      const mayBe = (value: JsonValue): boolean =>
        isLeftOut(calendar, shown, field) || shows({ calendar, shown, field, sent: value });
      return sent !== undefined && mayBe(sent) ? [write] : [];
    });
  return { kind: 'read', shows: Object.fromEntries(fields.map((field) => [field, writesOf(field)])) };
}
