import type { CalendarRequirement } from '../../target/subject.js';
import { keepsAllDays } from './all-day.js';
import { showsChangeInUtc } from './clock-change.js';
import { showsPublicationInUtc } from './publication.js';
import { followsTimezone, movesUtcAlong } from './updates.js';
import { showsTimesInUtc } from './world.js';
import { kindsOfZone, showsZoneInUtc } from './zones.js';

/** What is required of times: the clocks that an event is shown by agree, in every zone and across every change. */
export const timeRequirements: readonly CalendarRequirement[] = [
  showsTimesInUtc,
  movesUtcAlong,
  showsPublicationInUtc,
  ...kindsOfZone.map(showsZoneInUtc),
  showsChangeInUtc,
  followsTimezone,
  keepsAllDays,
];
