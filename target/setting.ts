import type { WorldFile } from '../contract/world-file.js';
import type { Exchange, Phase, WireRequest } from '../harness/exchange.js';
import type { Scope } from '../harness/scope.js';
import { type Calendar, createCalendar } from './calendar.js';
import { toChoices } from './learn/readings.js';
import type { Marker } from './marker.js';
import type { TargetProfile } from './profile.js';
import type { MadeJournal, Registry } from './registry.js';
import type { Bindings } from './world/build.js';

/** Where the interface is at an origin. `root` is the path of the REST root, without a slash at its end. */
export interface Site {
  readonly root: string;
  readonly namespace: string;
  readonly languageParameter: string;
}

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

/** What is known of a target of which nothing is known but its address. */
export const blankProfile = (site: Site): TargetProfile => ({
  ...site,
  shapes: {},
  choices: toChoices(new Map()),
  accepted: { author: [], image: [], status: [] },
  pageSize: 50,
  lacks: new Map(),
});

/** The calendar of a setting as a scope sees it. */
export const calendarFor = (
  { marker, registry, bindings }: Omit<Setting, 'options' | 'scope'>,
  profile: TargetProfile,
  scope: Scope,
): Calendar => createCalendar({ profile, marker, scope, registry, idOf: bindings.idOf });
