import type { CalendarRequirement } from '../../target/subject.js';

/** The requirements of this room, in the order of the catalogue. */
export const serviceRequirements: readonly CalendarRequirement[] = [];
