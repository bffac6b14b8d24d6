import type { WorldFile } from '../contract/world-file.js';
import type { Exchange, Phase, WireRequest } from '../harness/exchange.js';
import type { Scope } from '../harness/scope.js';
import { type Calendar, createCalendar } from './calendar.js';
import type { Marker } from './marker.js';
import type { Site, TargetProfile } from './profile.js';
import type { MadeJournal, Registry } from './registry.js';
import type { Bindings } from './world/bindings.js';

/** Sends for a phase and records; the journal is kept behind it. */
export type SendFor = (
  request: WireRequest,
  options: { readonly phase: Phase; readonly claim?: unknown },
) => Promise<Exchange>;

export interface OpenOptions {
  readonly site: Site;
  readonly send: SendFor;
  /** Requests sent so far. */
  readonly sent: () => number;
  readonly journal: MadeJournal;
  readonly mode: 'readonly' | 'sandbox';
  readonly seed: number;
  readonly now: Date;
  /** A random number in [0, 1) for the run's marker. */
  readonly random: number;
  /** Whether events around today may be made. */
  readonly near: boolean;
  readonly worldFile?: WorldFile;
  /** The needs of all that is to be judged: what none of it needs is not looked for. Everything is, when not given. */
  readonly needs?: ReadonlySet<string>;
  /** How to log in, in words that a person can act on. */
  readonly login?: string;
  /** The most requests that one execution of a requirement may send. */
  readonly executionQuota: number;
}

/** What belongs to one opened target from its first request to its last. */
export interface Setting {
  readonly options: OpenOptions;
  readonly marker: Marker;
  readonly registry: Registry;
  /** That of probes and world. */
  readonly scope: Scope;
  readonly bindings: Bindings;
}

/** The calendar of a setting as a scope sees it. */
export const calendarFor = (
  { marker, registry, bindings }: Omit<Setting, 'options' | 'scope'>,
  profile: TargetProfile,
  scope: Scope,
): Calendar => createCalendar({ profile, marker, scope, registry, idOf: bindings.idOf });
