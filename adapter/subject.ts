import type { Profile } from '../contract/clauses/clause.js';
import type { ClauseId } from '../contract/clauses/clauses.js';
import type { GapId } from '../contract/gaps.js';
import type { OperationId } from '../contract/operations.js';
import { type Requirement, type RequirementDefinition, toRequirement } from '../kernel/requirement.js';
import type { Calendar } from './calendar/calendar.js';
import type { Canaries } from './ownership/canaries.js';
import type { World } from './world/world.js';

/** What a requirement's `arrange` and `check` work with. */
export interface Subject {
  readonly calendar: Calendar;
  readonly world: World;
  /** The calendar as the identity with this name sees it. */
  as(identity: string): Calendar;
  /** What is not meant for some identities. */
  readonly canaries: Canaries;
}

/** A requirement on a calendar, judged over a world. */
export type CalendarRequirement = Requirement<Subject, World>;

/** The names that a requirement on a calendar may cite: those of the contract. */
interface Citations {
  readonly clause: ClauseId | GapId;
  readonly alsoCovers?: readonly ClauseId[];
  readonly operations: readonly OperationId[];
  readonly profile: Profile;
}

/** Declares a requirement on a calendar. */
export const requirement = <Value, Arranged = undefined>(
  definition: RequirementDefinition<Subject, World, Value, Arranged> & Citations,
): CalendarRequirement => toRequirement(definition);

/** The profile of requirements that others write: they promise what their authors say. */
export const CUSTOM = 'custom';

/**
 * Declares a requirement that is not of the interface, such as a rule of one's own house. It is judged as all others are:
 * on inputs drawn from the world, on records of its own, again before it counts as failed, and shrunk. Its clause is any
 * name; its id is one that no other has.
 */
export const customRequirement = <Value, Arranged = undefined>(
  definition: Omit<RequirementDefinition<Subject, World, Value, Arranged>, 'profile'>,
): CalendarRequirement => toRequirement({ ...definition, profile: CUSTOM });
