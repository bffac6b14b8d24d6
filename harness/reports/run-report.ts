import { stringify } from 'fast-check';
import type { Exchange } from '../exchange.js';
import type { JsonObject } from '../json.js';
import type { RequirementInfo } from '../requirement.js';
import type { Judged, RunEnd } from '../run.js';
import type { Counterexample, Verdict } from '../verdict.js';
import type { EntryUse } from '../baseline/entry.js';
import type { Conclusion } from './conclusion.js';
import { countOutcomes } from './counts.js';
import { toExchangeJson } from './exchange-json.js';
import { toJsonValue } from './json-value.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const RUN_REPORT = 'calproof.run/1';

/** What a run was about, as reports state it. Secrets are not in here. */
export interface RunFacts {
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
  /** What was learned of the target. */
  readonly learned: JsonObject;
}

export interface RunReportOptions {
  readonly facts: RunFacts;
  readonly conclusion: Conclusion;
  readonly toCurl: (exchange: Exchange) => string;
}

/** The whole run as JSON, in the format of `runReportSchema`. */
export function toRunReport(end: RunEnd, { facts, conclusion, toCurl }: RunReportOptions): JsonObject {
  return {
    format: RUN_REPORT,
    ...facts,
    end: end.end,
    exitCode: conclusion.code,
    conclusion: conclusion.sentence,
    requests: end.requests,
    ms: Math.round(end.ms),
    left: end.left,
    counts: { ...countOutcomes(end.judged) },
    ...(end.baseline && { baseline: end.baseline.map(toUseJson) }),
    requirements: end.judged.map((one) => toEntry(one, toCurl)),
  };
}

const toUseJson = ({ entry, state, why }: EntryUse): JsonObject => {
  const { requirement, reason, owner, link, expires } = entry;
  return { requirement, state, why, reason, owner, link, expires };
};

/** A failure that the baseline knows has an outcome of its own, so that nobody takes it for a failure or a pass. */
const toEntry = ({ requirement, verdict, known }: Judged, toCurl: RunReportOptions['toCurl']): JsonObject => ({
  ...toInfo(requirement),
  verdict: { ...toVerdictJson(verdict, toCurl), ...(known && { outcome: 'known' }) },
});

/** What a requirement says of itself, without its cost. */
export const toInfo = (requirement: RequirementInfo): JsonObject => ({
  id: requirement.id,
  level: requirement.level,
  clause: requirement.clause,
  alsoTells: requirement.alsoTells ?? [],
  operations: requirement.operations,
  profile: requirement.profile,
  needs: requirement.needs,
  effects: requirement.effects,
  statement: requirement.statement,
});

function toVerdictJson(verdict: Verdict, toCurl: RunReportOptions['toCurl']): JsonObject {
  if (verdict.outcome !== 'failed') return { ...verdict };
  return { ...verdict, counterexample: toCounterexampleJson(verdict.counterexample, toCurl) };
}

function toCounterexampleJson(found: Counterexample, toCurl: RunReportOptions['toCurl']): JsonObject {
  const { deviation, exchanges, value, shrinks, seed, path, replayPath } = found;
  const { kind, expected, observed, exchange } = deviation;
  return {
    value: toJsonValue(value),
    text: stringify(value),
    shrinks,
    seed,
    path,
    ...(replayPath !== undefined && { replayPath }),
    deviation: { kind, expected, observed, ...(exchange && { exchange: exchange.number }) },
    exchanges: exchanges.map((one) => ({ ...toExchangeJson(one), curl: toCurl(one) })),
  };
}
