import { CannotTell } from '../../harness/errors.js';
import { wallClock } from '../../target/agreement.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { asUtc } from './zone-offset.js';

/** A local time as shown, and by how many seconds it is ahead of the time in UTC beside it. */
export interface Lead {
  readonly local: string;
  readonly seconds: number;
}

/** Reads a local field and its twin in UTC. @throws CannotTell when the target does not show both as times. */
export function leadOf({ lens }: Calendar, shown: Shown, local: string, utc: string): Lead {
  const [here, there] = [local, utc].map((field) => wallClock(lens.field(shown, field)));
  const seconds = (asUtc(here ?? '') - asUtc(there ?? '')) / 1000;
  if (here === undefined || Number.isNaN(seconds)) throw new CannotTell(`${local} and ${utc} are not shown as times`);
  return { local: here, seconds };
}

/** The leads of an event's start and end. */
export const leadsOf = (calendar: Calendar, shown: Shown): readonly Lead[] => [
  leadOf(calendar, shown, 'start_date', 'utc_start_date'),
  leadOf(calendar, shown, 'end_date', 'utc_end_date'),
];
