import { plural, toCount } from '../../wire/wording.js';
import type { HistoryRun } from './history-run.js';
import type { FlakyVerdict, History, LastingFailure, RunChange } from './history.js';

/** When a run began and what it judged: `2026-11-25 13:44:45, version 1.4.2`. */
export const toRunName = (run: HistoryRun): string => [toTime(run), ...toVersion(run.entry.target.version)].join(', ');

/** When a run began, in UTC. */
export const toTime = ({ entry }: HistoryRun): string =>
  new Date(entry.run.started).toISOString().slice(0, 19).replace('T', ' ');

const toVersion = (version: string | undefined): readonly string[] =>
  version === undefined ? [] : [`version ${version}`];

/** `137 passed, 1 failed, 0 inconclusive`, and what else there is. */
export function toCountWords({ counts }: Pick<HistoryRun, 'counts'>): string {
  const { passed, failed, cantTell, known, untested, inapplicable } = counts;
  const others = [
    known === 0 ? [] : [plural(known, 'known deviation')],
    untested === 0 ? [] : [`${toCount(untested)} not run`],
    inapplicable === 0 ? [] : [`${toCount(inapplicable)} not applicable`],
  ];
  const all = [`${toCount(passed)} passed`, `${toCount(failed)} failed`, `${toCount(cantTell)} inconclusive`];
  return [...all, ...others.flat()].join(', ');
}

/** Since when a failure is there, and where it was not. */
export function toSinceWords({ since, passed, last }: LastingFailure, { runs }: History): string {
  const before = passed ? `passed last in ${toRunName(passed)}` : 'passed in no run before';
  const after = last === runs.at(-1) ? [] : [`not judged since ${toRunName(last)}`];
  return [`since ${toRunName(since)}`, before, ...after].join('; ');
}

/** How many verdicts changed between two runs. */
export function toChangeWords({ broken, mended, compared }: RunChange): string {
  const parts = [
    ...(broken.length === 0 ? [] : [`${plural(broken.length, 'requirement')} newly failed`]),
    ...(mended.length === 0 ? [] : [`${plural(mended.length, 'requirement')} fixed`]),
  ];
  return `${parts.length === 0 ? 'no verdict changed' : parts.join(', ')}; both runs judged ${toCount(compared)}`;
}

const signs = { passing: '✓', failing: '✗' } as const;

/** How a verdict went back and forth. A target of no stated version may have changed, too. */
export function toFlakyWords({ version, findings }: FlakyVerdict): string {
  const where =
    version === undefined ? 'no target version is stated, so the target may have changed' : `version ${version}`;
  return `${findings.map((finding) => signs[finding]).join(' ')} (${where})`;
}

/** What a history says in one sentence. */
export function toHistorySentence({ runs, failures, flaky }: History): string {
  const parts = [plural(failures.length, 'open failure'), plural(flaky.length, 'flaky verdict')];
  return `${plural(runs.length, 'run')}: ${parts.join(', ')}.`;
}
