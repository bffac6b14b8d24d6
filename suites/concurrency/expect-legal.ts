import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { isConflict, isRefused } from '../../wire/status.js';
import { isTrashed } from '../expect/expect-deleted.js';
import { wasGranted } from '../expect/expect-handled.js';
import { shows } from '../expect/expect-shown.js';
import { isLeftOut } from '../expect/shown-in.js';
import { findLegalOrder, type RecordAct, recordModel, type Timed } from './legal-order.js';
import type { Done } from './run-clients.js';

/** How a history of one record is observed. */
interface RecordView {
  readonly calendar: Calendar;
  readonly made: Made;
  /** The fields that are written, none of which the others depend on. */
  readonly fields: readonly string[];
}

/** Reads a history of one record from what its requests were answered with. */
function toHistory(view: RecordView, done: readonly Timed<Done>[]): readonly Timed<RecordAct>[] {
  const updates = done.flatMap(({ act }) => (act.kind === 'update' ? [act.written] : []));
  const bodies = [view.made.body, ...updates.map(({ body }) => body)];
  return done.map((one) => {
    const { act } = one;
    if (act.kind === 'remove') return { ...one, act: toRemove(act.exchange) };
    if (act.kind === 'read') return { ...one, act: toRead(view, act.exchange, bodies) };
    const { body, exchange } = act.written;
    const granted = wasGranted(exchange, 'a PATCH');
    return { ...one, act: { kind: 'update', write: bodies.indexOf(body), fields: Object.keys(body), granted } };
  });
}

function toRemove(exchange: Exchange): RecordAct {
  if (wasGranted(exchange, 'a DELETE')) return { kind: 'remove', answer: 'granted' };
  return { kind: 'remove', answer: isConflict(exchange) ? 'conflict' : 'refused' };
}

function toRead({ calendar, made, fields }: RecordView, exchange: Exchange, bodies: readonly JsonObject[]): RecordAct {
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

/** Expects some order of requests that were sent to one record to explain how each was answered. */
export function expectLegal(view: RecordView, done: readonly Timed<Done>[]): readonly Timed<RecordAct>[] {
  const history = toHistory(view, done);
  const last = done.at(-1)?.act;
  expectThat(findLegalOrder(recordModel(view.fields), history) !== undefined, {
    kind: 'state',
    expected: 'responses that some sequential order of the requests explains',
    observed: history
      .toSorted((one, other) => one.begun - other.begun)
      .map(render)
      .join(', '),
    ...(last && last.kind !== 'update' && { exchange: last.exchange }),
  });
  return history;
}

/** An act in words, with the moments of its beginning and its end. */
const render = ({ act, begun, ended }: Timed<RecordAct>): string => `${inWords(act)} [${begun} to ${ended}]`;

function inWords(act: RecordAct): string {
  switch (act.kind) {
    case 'update':
      return `PATCH ${act.write} ${act.granted ? 'granted' : 'refused'}`;
    case 'remove':
      return `DELETE ${act.answer}`;
    case 'read':
      return `GET with ${toSources(act.shows).join(' and ')}`;
    case 'miss':
      return 'GET without a record';
  }
}

/** Where the fields that were shown have their values from. */
function toSources(shows: Readonly<Record<string, readonly number[]>>): readonly string[] {
  const fields = Object.keys(shows);
  const writes = [...new Set(fields.map((field) => shows[field]?.[0]))];
  return writes.map((write) => {
    const names = fields.filter((field) => shows[field]?.[0] === write).join(', ');
    if (write === undefined) return `${names} from no known write`;
    return `${names} from ${write === 0 ? 'the create' : `PATCH ${write}`}`;
  });
}
