import type { JsonObject } from '../../wire/json.js';
import { toText } from '../notation/shown-values.js';
import { fieldIn } from './shape-discovery.js';

const words: readonly string[] = ['trash', 'trashed', 'deleted', 'removed'];
const flags: readonly string[] = ['deleted', 'is_deleted', 'trashed', 'is_trashed'];
const times: readonly string[] = ['deleted_at', 'trashed_at'];

/** Whether the status of a record is that of a trash: what is deleted for good has none. */
export const hasTrashStatus = (record: JsonObject): boolean => words.includes(textAt(record, 'status'));

/** Whether a record is marked as deleted, as in a trash. */
export const isInTrash = (record: JsonObject): boolean =>
  hasTrashStatus(record) ||
  flags.some((flag) => yes.includes(textAt(record, flag))) ||
  // Some databases write an unset time in zeros.
  times.some((time) => /[1-9]/.test(textAt(record, time)));

/** Whether a record is marked as inactive. Drafts and past events may be too, without having been deleted. */
const isPutAside = (record: JsonObject): boolean =>
  textAt(record, 'status') === 'archived' || ['active', 'is_active'].some((flag) => no.includes(textAt(record, flag)));

const yes: readonly string[] = ['true', '1', 'yes'];
const no: readonly string[] = ['false', '0', 'no'];

/** Whether a record is marked as deleted after its DELETE, by something that it did not show before. */
export const isMarkedDeleted = (after: JsonObject, before: JsonObject = {}): boolean =>
  [isInTrash, isPutAside].some((isMarked) => isMarked(after) && !isMarked(before));

const textAt = (record: JsonObject, field: string): string => toText(fieldIn(record, field)).toLowerCase();

/** The statuses that lists may hide, whatever status is requested. */
export const hidingStatuses: readonly string[] = ['draft', 'pending', 'private', 'future'];
