import { toRequirement, type Requirement, type RequirementDefinition } from '../harness/requirement.js';
import type { Calendar } from './calendar.js';
import type { World } from './world/world.js';

/** What a requirement's `arrange` and `check` work with. */
export interface Subject {
  readonly calendar: Calendar;
  readonly world: World;
}

export type CalendarRequirement = Requirement<Subject, World>;

/** Declares a requirement on a calendar. */
export const requirement = <Value, Arranged = undefined>(
  definition: RequirementDefinition<Subject, World, Value, Arranged>,
): CalendarRequirement => toRequirement(definition);
