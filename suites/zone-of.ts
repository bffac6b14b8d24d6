import type { JsonValue } from '../harness/json.js';
import { alternativesFor } from '../target/alternatives.js';
import type { Calendar } from '../target/calendar.js';
import type { Shown } from '../target/lens.js';
import { toText } from '../target/shown-values.js';

/** A time of a record, and the zone that the record was sent with, where it was. */
interface TimeSent {
  readonly shown: Shown;
  readonly field: string;
  readonly zone?: JsonValue | undefined;
}

/**
 * The zone on whose clock a time of an event was sent: the one shown beside it, else the one sent. Undefined for times
 * that are, or may be, on the clock of the site (reading `event.times.zone`): nobody said which zone that is in.
 */
export function zoneOf({ lens, profile }: Calendar, { shown, field, zone }: TimeSent): string | undefined {
  const isOwn = field === 'start_date' || field === 'end_date';
  if (!isOwn || alternativesFor(profile, 'event.times.zone').includes('site')) return undefined;
  const told = lens.fact(shown.collection, 'timezone') && lens.field(shown, 'timezone');
  return [told, zone].map(toText).find((name) => name !== '');
}
