import { type Finding, levels } from '../standing.js';
import type { HistoryEntry, KeptDeviation } from './history-entry.js';
import { type HistoryRun, toHistoryRun } from './history-run.js';

/** A requirement that failed in the last run that judged it. */
export interface LastingFailure {
  readonly id: string;
  readonly deviation: KeptDeviation | undefined;
  /** The first run of those that it fails in without a break. */
  readonly since: HistoryRun;
  /** The last run before that one in which it passed. */
  readonly passed: HistoryRun | undefined;
  /** The last run that judged it. */
  readonly last: HistoryRun;
}

/** What changed from one run to the next one, of what both judged. */
export interface RunChange {
  readonly from: HistoryRun;
  readonly to: HistoryRun;
  /** How many requirements both judged. */
  readonly compared: number;
  readonly broken: readonly string[];
  readonly mended: readonly string[];
}

/** A verdict that changed back and forth on one version of the target, which may not be known. */
export interface FlakyVerdict {
  readonly id: string;
  readonly version: string | undefined;
  /** What was found, in the order of the runs. */
  readonly findings: readonly Finding[];
}

/** What a history shows; runs from the first to the last one. */
export interface History {
  readonly runs: readonly HistoryRun[];
  readonly failures: readonly LastingFailure[];
  readonly changes: readonly RunChange[];
  readonly flaky: readonly FlakyVerdict[];
}

/** What one requirement came to, in the order of the runs that judged it. */
interface Track {
  readonly id: string;
  readonly seen: readonly { readonly run: HistoryRun; readonly finding: Finding }[];
}

/** Lays the runs of a folder one after the other, in the order in which they began. */
export function toHistory(entries: readonly HistoryEntry[]): History {
  const runs = entries.map(toHistoryRun).toSorted((one, other) => startOf(one) - startOf(other));
  const ids = [...new Set(runs.flatMap(({ findings }) => [...findings.keys()]))].sort();
  const tracks = ids.map((id) => toTrack(id, runs));
  const changes = runs.slice(1).flatMap((to, at) => runs.slice(at, at + 1).map((from) => toChange(from, to)));
  const failures = tracks.flatMap(toFailure).toSorted((one, other) => rankOf(one) - rankOf(other));
  return { runs, failures, changes, flaky: tracks.flatMap(toFlaky) };
}

const startOf = ({ entry }: HistoryRun): number => Date.parse(entry.run.started);

const rankOf = ({ deviation }: LastingFailure): number => (deviation ? levels.indexOf(deviation.level) : levels.length);

function toTrack(id: string, runs: readonly HistoryRun[]): Track {
  const seen = runs.flatMap((run) => {
    const finding = run.findings.get(id);
    return finding ? [{ run, finding }] : [];
  });
  return { id, seen };
}

function toFailure({ id, seen }: Track): readonly LastingFailure[] {
  const last = seen.at(-1);
  const passedAt = seen.findLastIndex(({ finding }) => finding === 'passing');
  const since = seen[passedAt + 1];
  if (!last || !since) return [];
  const deviation = last.run.entry.deviations[id];
  return [{ id, deviation, since: since.run, passed: seen[passedAt]?.run, last: last.run }];
}

function toChange(from: HistoryRun, to: HistoryRun): RunChange {
  const both = [...to.findings].filter(([id]) => from.findings.has(id));
  const changed = both.filter(([id, finding]) => from.findings.get(id) !== finding);
  const idsOf = (wanted: Finding): readonly string[] =>
    changed.flatMap(([id, finding]) => (finding === wanted ? [id] : [])).sort();
  return { from, to, compared: both.length, broken: idsOf('failing'), mended: idsOf('passing') };
}

/** Once there and back is two changes; a single one may be a fix that nobody gave a version. */
function toFlaky({ id, seen }: Track): readonly FlakyVerdict[] {
  const versions = [...new Set(seen.map(({ run }) => versionOf(run)))];
  return versions.flatMap((version) => {
    const findings = seen.filter(({ run }) => versionOf(run) === version).map(({ finding }) => finding);
    const changes = findings.filter((finding, at) => at > 0 && finding !== findings[at - 1]).length;
    return changes < 2 ? [] : [{ id, version, findings }];
  });
}

/** The address does not count: a folder has one service, which may be served on another port each time. */
const versionOf = ({ entry }: HistoryRun): string | undefined => entry.target.version;
