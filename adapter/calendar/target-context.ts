import type { WorldFile } from '../../contract/world-file.js';
import type { Scope } from '../../kernel/scope.js';
import type { Outage } from '../../wire/client/outage.js';
import type { Canaries } from '../ownership/canaries.js';
import type { Guard, SendFor } from '../ownership/guard.js';
import type { Marker } from '../ownership/marker.js';
import type { MadeJournal, Registry } from '../ownership/registry.js';
import type { PinnedFacts } from '../profile/pinned-facts.js';
import type { Site, TargetProfile } from '../profile/target-profile.js';
import type { Bindings } from './bindings.js';
import type { Calendar } from './calendar.js';
import { type CalendarOptions, createCalendar } from './create-calendar.js';

/** What it takes to open a target: where it is, how to send to it, and what the run may do there. */
export interface OpenOptions {
  readonly site: Site;
  readonly send: SendFor;
  /** Requests sent so far. */
  readonly sent: () => number;
  /** The outages so far. */
  readonly outages?: readonly Outage[];
  readonly journal: MadeJournal;
  readonly mode: 'readonly' | 'sandbox';
  readonly seed: number;
  readonly now: Date;
  /** A random number in [0, 1) for the run's marker. */
  readonly random: number;
  /** Whether events around today may be made. */
  readonly near: boolean;
  readonly worldFile?: WorldFile;
  /** The names of the identities besides the default one. */
  readonly identities?: readonly string[];
  /** The facts that a file pins. */
  readonly pinned?: PinnedFacts;
  /** The needs of the selected requirements: only these are probed for; everything when omitted. */
  readonly needs?: ReadonlySet<string>;
  /** Whether a wrong login may be sent, to see what it is answered. Default true. */
  readonly failedLogin?: boolean;
  /** Whether the default identity logs in with a password, and the identity MISTAKEN with another. Default false. */
  readonly passwordLogin?: boolean;
  /** How to log in, as an instruction for people. */
  readonly login?: string;
  /** The most requests that one execution of a requirement may send. */
  readonly executionQuota: number;
}

/** The state of one opened target, from its first request to its last. */
export interface TargetContext {
  readonly options: OpenOptions;
  readonly marker: Marker;
  readonly registry: Registry;
  readonly guard: Guard;
  /** The scope of probes and world. */
  readonly scope: Scope;
  readonly bindings: Bindings;
  readonly canaries: Canaries;
}

/** The calendar of an opened target for a scope, optionally as another identity or in a language. */
export const calendarFor = (
  { marker, registry, guard, bindings }: Omit<TargetContext, 'options' | 'scope' | 'canaries'>,
  profile: TargetProfile,
  scope: Scope,
  who: Pick<CalendarOptions, 'as' | 'observe' | 'deleted' | 'via'> = {},
): Calendar => createCalendar({ profile, marker, scope, registry, guard, idOf: bindings.idOf, ...who });
