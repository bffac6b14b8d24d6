import type { BaselineEntry, EntryUse } from '../../kernel/baseline-entry.js';
import type { Judged, RunEnd } from '../../kernel/run-event.js';
import type { Counterexample, Verdict } from '../../kernel/verdict.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import { fromExchangeJson } from '../exchange-json.js';
import type {
  ReportedCounterexample,
  ReportedRequirement,
  ReportedUse,
  ReportedVerdict,
  RunReport,
} from '../run-report-model.js';
import { toInfo } from '../run-report.js';
import { toCauses } from '../standing.js';
import { type FailureSetting, toFailureLines } from './failure-lines.js';
import type { Setting } from './layout.js';
import { toSummaryLines } from './summary.js';

/**
 * The end of the run that a report tells of, so that what is made of a run can be made of its report. What a requirement
 * costs is not in a report: here it is 0.
 */
export function toRestoredRun({ requirements, requests, ms, end, left, baseline, ...report }: RunReport): RunEnd {
  const uses = baseline?.map(toUse);
  const entries = new Map(uses?.map(({ entry }) => [entry.requirement, entry]));
  const judged = requirements.map((one) => toJudged(one, entries));
  const { deleted, trashed, outages } = report;
  return {
    judged,
    requests,
    ms,
    end,
    left,
    ...(deleted !== undefined && { deleted }),
    ...(trashed && { trashed }),
    ...(outages && { outages }),
    ...(uses && { baseline: uses }),
  };
}

const toUse = ({ state, why, ...entry }: ReportedUse): EntryUse => ({ entry, state, why });

function toJudged(reported: ReportedRequirement, entries: ReadonlyMap<string, BaselineEntry>): Judged {
  const { id, verdict, ms } = reported;
  const known = verdict.outcome === 'known' ? (entries.get(id) ?? toBlank(id)) : undefined;
  const { alsoTells: _asWritten, ...info } = toInfo({ ...reported, cost: 0 });
  return {
    requirement: { ...info, alsoCovers: reported.alsoTells, cost: 0 },
    verdict: toVerdict(verdict),
    ...(ms !== undefined && { ms }),
    ...(known && { known }),
  };
}

/** A report holds an entry for each known failure, unless somebody took it out. */
const toBlank = (requirement: string): BaselineEntry => ({
  requirement,
  reason: '',
  owner: '',
  link: '',
  expires: '',
});

function toVerdict(verdict: ReportedVerdict): Verdict {
  if (!('counterexample' in verdict)) return verdict;
  return { ...verdict, outcome: 'failed', counterexample: toCounterexample(verdict.counterexample) };
}

function toCounterexample(found: ReportedCounterexample): Counterexample {
  const exchanges = found.exchanges.map(fromExchangeJson);
  const { exchange: number, ...deviation } = found.deviation;
  const exchange = exchanges.find((one) => one.number === number);
  return { ...found, exchanges, deviation: { ...deviation, ...(exchange && { exchange }) } };
}

/** A run as a person reads it, failures and summary, made of its report. */
export function toRunLines(report: RunReport, setting: Setting): readonly string[] {
  const { exitCode: code, conclusion: sentence, seed } = report;
  const end = toRestoredRun(report);
  const causes = toCauses(end.judged);
  const title = causes.length === 0 ? [] : [setting.palette.strong(plural(causes.length, 'failure')), ''];
  const known = new Map(report.requirements.map((one) => [one.id, one]));
  return [
    ...title,
    ...causes.flatMap((cause) => toFailureLines(cause, toFailureSetting(known.get(cause.requirement.id), setting))),
    ...toSummaryLines(end, { ...setting, seed, conclusion: { code, sentence } }),
  ];
}

/** Clause and curl lines are told as the report has them. */
function toFailureSetting(reported: ReportedRequirement | undefined, setting: Setting): FailureSetting {
  const verdict = reported?.verdict;
  const exchanges = verdict && 'counterexample' in verdict ? verdict.counterexample.exchanges : [];
  return {
    ...setting,
    clauseText: () => reported?.clauseText,
    toCurl: ({ number }) => toPrintableLine(exchanges.find((one) => one.number === number)?.curl ?? ''),
  };
}
