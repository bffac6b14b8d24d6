import { expectThat } from '../../harness/expectations.js';
import { findLegalOrder, type Timed } from './legal-order.js';
import type { Done } from './play.js';
import { type Sight, toHistory } from './record-history.js';
import { type RecordAct, recordModel } from './record-model.js';

/** Expects some order of requests that were sent to one record to explain how each was answered. */
export function expectLegal(sight: Sight, done: readonly Timed<Done>[]): readonly Timed<RecordAct>[] {
  const history = toHistory(sight, done);
  const last = done.at(-1)?.act;
  expectThat(findLegalOrder(recordModel(sight.fields), history) !== undefined, {
    kind: 'state',
    expected: 'answers that some order of the requests explains',
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
    if (write === undefined) return `${names} that nobody wrote`;
    return `${names} of ${write === 0 ? 'the create' : `PATCH ${write}`}`;
  });
}
