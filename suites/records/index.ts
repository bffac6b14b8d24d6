import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { acceptsRequiredOnly } from './create.js';

/** What is required of creating, reading, updating and deleting records of each kind. */
export const recordsRequirements: readonly CalendarRequirement[] = collections.flatMap((collection) => [
  acceptsRequiredOnly(collection),
]);
