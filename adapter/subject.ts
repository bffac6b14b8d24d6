import type { Profile } from '../contract/clauses/clause.js';
import type { ClauseId } from '../contract/clauses/clauses.js';
import type { GapId } from '../contract/gaps.js';
import type { OperationId } from '../contract/operations.js';
import type { Language } from '../contract/queries.js';
import { plainFirst } from '../generators/plain-first.js';
import {
  toMonitoringRequirement,
  type Requirement,
  type RequirementDefinition,
  toRequirement,
} from '../kernel/requirement.js';
import type { Calendar } from './calendar/calendar.js';
import type { Canaries } from './ownership/canaries.js';
import { fromSymbolic, toSymbolic } from './world/world-symbols.js';
import type { World } from './world/world.js';

/** What `arrange` and `check` of a requirement work with. */
export interface Subject {
  readonly calendar: Calendar;
  readonly world: World;
  /** The calendar as the identity with this name sees it. */
  as(identity: string): Calendar;
  /** The calendar in a language: that of all requests which name none. */
  in(language: Language): Calendar;
  /** The texts that some identities must not see. */
  readonly canaries: Canaries;
}

/** A requirement on a calendar, judged over a world. */
export type CalendarRequirement = Requirement<Subject, World>;

/** What a requirement on a calendar may cite of the contract. */
interface Citations {
  readonly clause: ClauseId | GapId;
  readonly alsoCovers?: readonly ClauseId[];
  readonly operations: readonly OperationId[];
  readonly profile: Profile;
}

/** A requirement on a calendar as its author writes it. */
export type Definition<Value, Arranged> = RequirementDefinition<Subject, World, Value, Arranged> & Citations;

/** The same, with inputs that shrink to plain texts first and hold symbols, where the texts of a run stand. */
const toPortable = <Value, Arranged>({
  arrange,
  ...definition
}: RequirementDefinition<Subject, World, Value, Arranged>): RequirementDefinition<Subject, World, Value, Arranged> => ({
  ...definition,
  given: (world, draw) => plainFirst(definition.given(world, draw)).map((value) => toSymbolic(world, value)),
  ...(arrange && { arrange: async (subject, value) => arrange(subject, fromSymbolic(subject.world, value)) }),
  check: async (subject, value, arranged) => definition.check(subject, fromSymbolic(subject.world, value), arranged),
});

/** Declares a requirement on a calendar. */
export const requirement = <Value, Arranged = undefined>(
  definition: Definition<Value, Arranged>,
): CalendarRequirement => toRequirement(toPortable(definition));

/** Declares a requirement that monitors nominate for. */
export const monitoringRequirement = (
  info: Parameters<typeof toMonitoringRequirement>[0] & Citations,
): CalendarRequirement => toMonitoringRequirement(info);

/** The profile of custom requirements. */
export const CUSTOM = 'custom';

/**
 * Declares a requirement that is not of the interface, such as a house rule. It is judged like all others: with inputs
 * drawn from the world, on records of its own, repeated before it counts as failed, and shrunk. Its clause may be any
 * name; its id must be unique.
 */
export const customRequirement = <Value, Arranged = undefined>(
  definition: Omit<RequirementDefinition<Subject, World, Value, Arranged>, 'profile'>,
): CalendarRequirement => toRequirement(toPortable({ ...definition, profile: CUSTOM }));
