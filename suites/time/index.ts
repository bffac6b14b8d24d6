import type { CalendarRequirement } from '../../adapter/subject.js';
import { movesNoImpossibleDay } from './impossible-days.js';
import { keepsAllDays } from './kept-all-days.js';
import { followsTimezone, movesUtcAlong } from './moved-times.js';
import { showsPublicationInUtc, showsTimesInUtc } from './world-times.js';
import { kindsOfZone, showsChangeInUtc, showsZoneInUtc } from './zones.js';

/** What is required of times: the clocks that an event is shown by agree, in every zone and across every change. */
export const timeRequirements: readonly CalendarRequirement[] = [
  showsTimesInUtc,
  movesUtcAlong,
  showsPublicationInUtc,
  ...kindsOfZone.map(showsZoneInUtc),
  showsChangeInUtc,
  followsTimezone,
  keepsAllDays,
  movesNoImpossibleDay,
];
