import type { BaselineEntry, EntryUse } from '../baseline/entry.js';
import type { Judged, RunEnd } from '../run-event.js';
import type { Counterexample, Verdict } from '../verdict.js';
import { fromExchangeJson } from './exchange-json.js';
import { toInfo } from './run-report.js';
import type { ReportedCounterexample, ReportedRequirement, ReportedUse, ReportedVerdict, RunReport } from './model.js';

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
