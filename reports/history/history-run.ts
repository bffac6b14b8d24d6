import type { RunReport } from '../run-report-schema.js';
import { type Finding, findingOf } from '../standing.js';
import type { HistoryEntry } from './history-entry.js';

/** A run of a history, its verdicts by the ids of requirements. */
export interface HistoryRun {
  readonly entry: HistoryEntry;
  readonly findings: ReadonlyMap<string, Finding>;
  readonly counts: RunReport['counts'];
}

/** A run as it was kept, its ids joined again. */
export function toHistoryRun(entry: HistoryEntry): HistoryRun {
  const counts = { passed: 0, failed: 0, known: 0, cantTell: 0, inapplicable: 0, untested: 0 };
  const outcomes = Object.keys(counts) as (keyof typeof counts)[];
  const findings = new Map<string, Finding>();
  for (const outcome of outcomes) {
    const finding = findingOf(outcome);
    const ids = idsIn(entry.verdicts[outcome] ?? {});
    counts[outcome] = ids.length;
    if (finding) for (const id of ids) findings.set(id, finding);
  }
  return { entry, findings, counts };
}

const idsIn = (groups: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(groups).flatMap(([group, names]) =>
    names.split(' ').map((name) => (group === '' ? name : `${group}.${name}`)),
  );
