import { type JsonObject, valueAt } from '../../wire/json.js';
import { toText } from '../notation/shown-values.js';
import { findField } from './shape-discovery.js';

const words: readonly string[] = ['trash', 'trashed', 'deleted', 'removed'];
const flags: readonly string[] = ['deleted', 'is_deleted', 'trashed', 'is_trashed'];
const times: readonly string[] = ['deleted_at', 'trashed_at'];

/** Whether a record says that it was deleted, as one does that is kept in a trash. */
export const isInTrash = (record: JsonObject): boolean =>
  words.includes(textAt(record, 'status')) ||
  flags.some((flag) => yes.includes(textAt(record, flag))) ||
  // Some databases write a time that is not set in zeros.
  times.some((time) => /[1-9]/.test(textAt(record, time)));

/** Whether a record says that it is not in use. Some that were never deleted may say so too: drafts, or what is over. */
const isPutAside = (record: JsonObject): boolean =>
  textAt(record, 'status') === 'archived' || ['active', 'is_active'].some((flag) => no.includes(textAt(record, flag)));

const yes: readonly string[] = ['true', '1', 'yes'];
const no: readonly string[] = ['false', '0', 'no'];

/** Whether a record that is read after its DELETE is marked as deleted. It is not by what it showed before already. */
export const isMarkedDeleted = (after: JsonObject, before: JsonObject = {}): boolean =>
  [isInTrash, isPutAside].some((isMarked) => isMarked(after) && !isMarked(before));

function textAt(record: JsonObject, field: string): string {
  const path = findField(record, field);
  return path ? toText(valueAt(record, path)).toLowerCase() : '';
}

/** The statuses under which lists may hide a record, whatever status was asked for. */
export const hidingStatuses: readonly string[] = ['draft', 'pending', 'private', 'future'];
