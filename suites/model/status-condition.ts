import { hidingStatuses } from '../../adapter/reading/record-status.js';
import type { WorldRecord } from '../../adapter/world/world.js';
import { type Condition, decide, every, type Judgement, type Pool, under } from './judgement.js';

/** The statuses that the target shows of records for which none was sent, or that lists without one show. */
const usualStatuses = (pool: Pool, { ref }: WorldRecord): readonly string[] =>
  pool
    .of(ref.ref)
    .filter((one) => (one.listed ? isListedAsUsual(one, pool) : one.complete && one.payload.status === undefined))
    .flatMap(({ status }) => status ?? []);

/** Of what a list without status showed, all is published that is of one status; a target may list drafts, too. */
function isListedAsUsual({ ref, status }: WorldRecord, pool: Pool): boolean {
  const listed = pool.of(ref.ref).filter((one) => one.listed === true);
  return status === undefined || status === 'publish' || listed.every((one) => one.status === status);
}

/** Whether a record came out as a draft though no status was sent: so it goes where nothing may be published. */
export const isDrafted = ({ payload, status }: WorldRecord): boolean =>
  payload.status === undefined && status !== undefined && hidingStatuses.includes(status);

/** Whether a record holds more than it shows: what lists and other records reveal of it is open. */
export const isRedacted = ({ redacted, payload }: WorldRecord): boolean =>
  redacted === true || payload.password !== undefined;

/** Whether a record is known not to be protected: an event that was found and shows no description may be. */
export const isUnprotected = (record: WorldRecord): boolean =>
  !isRedacted(record) && (record.complete || record.ref.ref !== 'events' || record.payload.description !== undefined);

/**
 * Whether a record is published, so that everybody may see it: one that was sent without a status is, and one that a
 * list without status showed.
 */
export function isPublished(record: WorldRecord, pool: Pool): Judgement {
  if (record.redacted === true) return 'open';
  if (record.payload.status === undefined) return isDrafted(record) ? 'open' : 'in';
  if (record.listed === true) return isListedAsUsual(record, pool) ? 'in' : 'open';
  if (record.status === undefined) return 'open';
  return decide(usualStatuses(pool, record).includes(record.status));
}

/** Whether an event counts as one of its venue, organizer or terms that is published. */
export const countsAsPublished = (event: WorldRecord, pool: Pool): Judgement =>
  every([isPublished(event, pool), event.payload.hide_from_listings === true ? 'open' : 'in']);

/** `status`: of each record, the status that the target shows; where it shows none, nothing is known. */
export const hasStatus: Condition = ({ status }, value) => (status === undefined ? 'open' : decide(status === value));

/** A list without `status`. */
export const isListed: Condition = (record, _, { pool }) => {
  const published = isPublished(record, pool);
  return under(pool, 'list.status.default', (shows) => (shows === 'visible' ? 'in' : published));
};

/** `hide_from_listings`: whether REST lists heed it at all is a reading. What a list showed, lists do not hide. */
export const isNotHidden: Condition = ({ payload, complete, listed }, _, { pool }) => {
  if (payload.hide_from_listings === undefined) return complete || listed === true ? 'in' : 'open';
  if (payload.hide_from_listings === false) return 'in';
  return under(pool, 'list.hide-from-listings', (effect) => decide(effect === 'no-effect'));
};
