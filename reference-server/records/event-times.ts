import type { Clock } from '../site/site-clock.js';
import type { StoredEvent } from '../store/stored-record.js';

/** The zone of an event, by default that of the site, and its times in UTC. */
export function eventTimes(event: StoredEvent, { zone, zones }: Clock) {
  const timezone = String(event.values['timezone'] ?? zone);
  return {
    timezone,
    utc_start_date: zones.toUtc(event.start, timezone),
    utc_end_date: zones.toUtc(event.end, timezone),
  };
}
