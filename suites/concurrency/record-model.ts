import type { Model } from './legal-order.js';

/** What was done to one record, and what came of it. Writes are numbered; 0 is what the record was made with. */
export type RecordAct =
  | { readonly kind: 'update'; readonly write: number; readonly fields: readonly string[]; readonly granted: boolean }
  | { readonly kind: 'remove'; readonly answer: 'granted' | 'in conflict' | 'refused' }
  /** For each field the writes whose value was shown. */
  | { readonly kind: 'read'; readonly shows: Readonly<Record<string, readonly number[]>> }
  | { readonly kind: 'miss' };

/** Which write each field has its value from. */
export type RecordState = Readonly<Record<string, number>> | 'gone';

/** What may happen to a record with these fields: an update changes its fields all at once, a DELETE is for good. */
export const recordModel = (fields: readonly string[]): Model<RecordState, RecordAct> => ({
  initial: Object.fromEntries(fields.map((field) => [field, 0])),
  step: (state, act) => (state === 'gone' ? stepGone(act) : stepThere(state, act)),
  keyOf: (state) => JSON.stringify(state),
});

/** What is not granted has no effect, for whatever reason it was refused. */
function stepGone(act: RecordAct): readonly RecordState[] {
  const isLegal = act.kind === 'update' ? !act.granted : act.kind !== 'read';
  return isLegal ? ['gone'] : [];
}

function stepThere(state: Exclude<RecordState, 'gone'>, act: RecordAct): readonly RecordState[] {
  switch (act.kind) {
    case 'update':
      return [act.granted ? { ...state, ...Object.fromEntries(act.fields.map((field) => [field, act.write])) } : state];
    case 'remove':
      // Who locks a record may refuse what comes meanwhile; nobody else refuses to delete what is there.
      return act.answer === 'refused' ? [] : [act.answer === 'granted' ? 'gone' : state];
    case 'read':
      return Object.entries(act.shows).every(([field, writes]) => writes.includes(state[field] ?? 0)) ? [state] : [];
    case 'miss':
      return [];
  }
}
