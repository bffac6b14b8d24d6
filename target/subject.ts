import type { ClauseId } from '../contract/clauses.js';
import type { GapId } from '../contract/gaps.js';
import type { OperationId } from '../contract/operation.js';
import type { Profile } from '../contract/profiles.js';
import { toRequirement, type Requirement, type RequirementDefinition } from '../harness/requirement.js';
import type { Calendar } from './calendar.js';
import type { World } from './world/world.js';

/** What a requirement's `arrange` and `check` work with. */
export interface Subject {
  readonly calendar: Calendar;
  readonly world: World;
}

export type CalendarRequirement = Requirement<Subject, World>;

/** The names that a requirement on a calendar may cite: those of the contract. */
interface Citations {
  readonly clause: ClauseId | GapId;
  readonly alsoTells?: readonly ClauseId[];
  readonly operations: readonly OperationId[];
  readonly profile: Profile;
}

/** Declares a requirement on a calendar. */
export const requirement = <Value, Arranged = undefined>(
  definition: RequirementDefinition<Subject, World, Value, Arranged> & Citations,
): CalendarRequirement => toRequirement(definition);
