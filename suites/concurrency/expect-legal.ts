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
      .map(tell)
      .join(', '),
    ...(last && last.kind !== 'update' && { exchange: last.exchange }),
  });
  return history;
}

/** An act in words, with the moments of its beginning and its end. */
const tell = ({ act, begun, ended }: Timed<RecordAct>): string => `${inWords(act)} [${begun} to ${ended}]`;

function inWords(act: RecordAct): string {
  switch (act.kind) {
    case 'update':
      return `PATCH ${act.write} of ${act.fields.join(' and ')} ${act.granted ? 'granted' : 'refused'}`;
    case 'remove':
      return `DELETE ${act.answer}`;
    case 'read':
      return `GET with ${Object.entries(act.shows).map(toSource).join(' and ')}`;
    case 'miss':
      return 'GET without a record';
  }
}

/** Where a field that was shown has its value from. */
function toSource([field, [write]]: readonly [string, readonly number[]]): string {
  if (write === undefined) return `a ${field} that nobody wrote`;
  return `the ${field} of ${write === 0 ? 'the create' : `PATCH ${write}`}`;
}
