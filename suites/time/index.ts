import type { CalendarRequirement } from '../../target/subject.js';
import { keepsAllDays } from './all-day.js';
import { tellsChangeInUtc } from './clock-change.js';
import { tellsPublicationInUtc } from './publication.js';
import { followsTimezone, movesUtcAlong } from './updates.js';
import { tellsTimesInUtc } from './world.js';
import { kindsOfZone, tellsZoneInUtc } from './zones.js';

/** What is required of times: the clocks that an event is shown by agree, in every zone and across every change. */
export const timeRequirements: readonly CalendarRequirement[] = [
  tellsTimesInUtc,
  movesUtcAlong,
  tellsPublicationInUtc,
  ...kindsOfZone.map(tellsZoneInUtc),
  tellsChangeInUtc,
  followsTimezone,
  keepsAllDays,
];
