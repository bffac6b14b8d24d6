import type { BaselineEntry, EntryUse } from '../kernel/baseline-entry.js';
import type { DeviationDetails } from '../kernel/deviation.js';
import type { RequirementInfo } from '../kernel/requirement.js';
import type { RunEnd } from '../kernel/run-event.js';
import type { Shard } from '../kernel/shard.js';
import type { Verdict } from '../kernel/verdict.js';
import type { Outage } from '../wire/client/outage.js';
import type { Outcome, Phase } from '../wire/exchange.js';
import type { JsonObject, JsonValue } from '../wire/json.js';
import type { ExitCode } from './conclusion.js';
import type { Counts } from './standing.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const RUN_REPORT = 'calproof.run/1';

/** What a run was about, as reports state it. Secrets are not in here. */
export interface RunFacts {
  /** Of calproof. */
  readonly version: string;
  /** The REST root and the namespace under it. */
  readonly url: string;
  readonly namespace: string;
  readonly mode: 'readonly' | 'sandbox';
  readonly effort: string;
  readonly profiles: readonly string[];
  readonly strict: boolean;
  readonly seed: number;
  /** The time that the run took for the present, ISO 8601. */
  readonly now: string;
  /** What should be known before verdicts are read, such as a clock that is off. */
  readonly warnings?: readonly string[];
  /** What was learned of the target. */
  readonly learned: JsonObject;
  /** When the run began, ISO 8601. */
  readonly started?: string;
  /** The SHA-256 of the clauses that targets are held to, in hexadecimal digits. */
  readonly clauseSet?: string;
  /** What was judged, where its address is that of one run alone: an image, or the embedded server. */
  readonly target?: string;
  /** How the target was reached, as options of curl; absent where it takes none. Secrets are not in here. */
  readonly connection?: readonly string[];
  /** Which part of a run this is; absent for a whole one. */
  readonly shard?: ReportedShard;
}

/** A shard, and what must be the same of all shards of a run. */
export interface ReportedShard extends Shard {
  /** The ids of all requirements of the run, in the order of the catalogue. */
  readonly planned: readonly string[];
  /** The most requests of the run, where it was told. */
  readonly maxRequests?: number;
}

/** A run as JSON, in the format of `runReportSchema`: every other report is made from this one. */
export interface RunReport extends RunFacts {
  readonly format: typeof RUN_REPORT;
  readonly end: RunEnd['end'];
  readonly exitCode: ExitCode;
  readonly conclusion: string;
  readonly requests: number;
  readonly ms: number;
  /** Records that could not be deleted, in words. */
  readonly left: readonly string[];
  /** How many records of the run are gone from the target. */
  readonly deleted?: number;
  /** Records that the target put into its trash instead, in words. */
  readonly trashed?: readonly string[];
  /** The times during which the target was away. */
  readonly outages?: readonly Outage[];
  readonly counts: Counts;
  readonly baseline?: readonly ReportedUse[];
  readonly requirements: readonly ReportedRequirement[];
}

/** What became of an entry of the baseline. */
export interface ReportedUse
  extends Pick<EntryUse, 'state' | 'why'>,
    Pick<BaselineEntry, 'requirement' | 'reason' | 'owner' | 'link' | 'expires'> {}

/** A requirement and what it came to. */
export interface ReportedRequirement
  extends Pick<
    RequirementInfo,
    'id' | 'level' | 'clause' | 'operations' | 'profile' | 'needs' | 'establishes' | 'effects' | 'statement'
  > {
  readonly alsoTells: readonly string[];
  /** The clause in words. */
  readonly clauseText?: string;
  /** How long it took to judge. */
  readonly ms?: number;
  readonly verdict: ReportedVerdict;
}

/** As `Verdict`, but that a failure which the baseline knows has an outcome of its own. */
export type ReportedVerdict = Exclude<Verdict, { outcome: 'failed' }> | ReportedFailure;

export interface ReportedFailure extends Omit<Extract<Verdict, { outcome: 'failed' }>, 'outcome' | 'counterexample'> {
  readonly outcome: 'failed' | 'known';
  readonly counterexample: ReportedCounterexample;
}

export interface ReportedCounterexample {
  readonly value: JsonValue;
  /** The value as fast-check writes it. */
  readonly text: string;
  readonly shrinks: number;
  readonly seed: number;
  readonly path: string;
  readonly replayPath?: string;
  /** `exchange` is the number of the one that shows it. */
  readonly deviation: Omit<DeviationDetails, 'exchange'> & { readonly exchange?: number };
  readonly exchanges: readonly ReportedExchange[];
}

export interface ReportedExchange {
  readonly number: number;
  readonly phase: Phase;
  /** The name of who asked, where it was not the default identity. */
  readonly identity?: string;
  /** When it was sent, ISO 8601. */
  readonly sent?: string;
  readonly ms: number;
  readonly request: ReportedMessage & { readonly method: string; readonly target: string };
  readonly outcome: ReportedOutcome;
  /** The request as a line for a shell; secrets are variables in it. */
  readonly curl: string;
}

export type ReportedOutcome =
  | { readonly kind: 'response' | 'truncated'; readonly response: ReportedMessage & { readonly status: number } }
  | {
      readonly kind: Exclude<Outcome['kind'], 'response' | 'truncated'>;
      readonly message: string;
      readonly code?: string;
      readonly unended?: number;
    };

/** Header fields as pairs, in order; a body is `text` where it is UTF-8, else `base64`. */
export interface ReportedMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: { readonly text: string } | { readonly base64: string };
}
