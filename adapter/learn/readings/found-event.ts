import { isRef, type Ref } from '../../../generators/wire-value.js';
import { isWallClock } from '../../notation/day-times.js';
import type { WorldRecord } from '../../world/world.js';

/** An event that was found on the target and shows when it is, as probes use it. */
export interface FoundEvent {
  readonly key: string;
  readonly ref: Ref;
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly record: WorldRecord;
}

/** The found events that hide nothing and are shown by lists, as they start. */
export function toFoundEvents(records: readonly WorldRecord[]): readonly FoundEvent[] {
  const events = records.flatMap((record) => {
    const { ref, payload, redacted } = record;
    const { start_date: start, end_date: end, timezone, all_day: allDay } = payload;
    const isPlain = ref.ref === 'events' && redacted !== true && allDay !== true && isPublished(record);
    if (!isPlain || !isTime(start) || !isTime(end) || end < start) return [];
    return [{ key: ref.key, ref, start, end, zone: typeof timezone === 'string' ? timezone : '', record }];
  });
  return events.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

const isTime = (time: unknown): time is string => typeof time === 'string' && isWallClock(time);

/** A target may list drafts and hide some of its events: what is certain is shown by others. */
const isPublished = ({ payload: { status, hide_from_listings: hidden } }: WorldRecord): boolean =>
  (status === undefined || status === 'publish') && hidden !== true;

/** The keys of the records that an event is linked to by a relation. */
export const linkedBy = ({ record: { payload } }: FoundEvent, relation: string): readonly string[] =>
  [payload[relation] ?? []].flat().flatMap((one) => (isRef(one) ? [one.key] : []));
