import type { Variant } from '../../variant.js';
import { passwordReadings } from './access.js';
import { addressReadings } from './addresses.js';
import { boundReadings } from './bounds.js';
import { dateReadings } from './dates.js';
import { eventFilterReadings } from './event-filters.js';
import { fieldReadings } from './fields.js';
import { knownIdsOnly } from './known-ids.js';
import { venueAndOrganizerReadings } from './places.js';
import { searchReadings } from './search.js';
import { termReadings } from './terms.js';
import { writeReadings } from './writes.js';

/** Other readings than the reference server's, each supported by the words of the interface. */
export const readings: readonly Variant[] = [
  ...boundReadings,
  ...dateReadings,
  ...eventFilterReadings,
  knownIdsOnly,
  ...venueAndOrganizerReadings,
  ...searchReadings,
  ...termReadings,
  ...writeReadings,
  ...fieldReadings,
  ...addressReadings,
  ...passwordReadings,
];
