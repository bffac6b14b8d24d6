import { type RequirementInfo, suiteOf } from '../../kernel/requirement.js';
import type { RunEvent } from '../../kernel/run-event.js';
import { plural, toCount } from '../../wire/wording.js';
import { noEffort, spend, toDone } from './run-effort.js';

/** The progress of a run. */
export interface Progress {
  readonly planned: number;
  readonly judged: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly requests: number;
  /** The ids that are being judged, in the order of their start, or a phase. */
  readonly doing: readonly string[];
  /** In the order of planning. */
  readonly suites: readonly SuiteProgress[];
  /** The part of the effort, from the first requirement to the end of clean-up, that is spent: from 0 to 1. */
  readonly done: number;
}

/** The progress of a suite. */
export interface SuiteProgress {
  readonly suite: string;
  readonly planned: number;
  readonly judged: number;
  readonly failed: number;
  readonly inconclusive: number;
}

export const noProgress: Progress = {
  planned: 0,
  judged: 0,
  failed: 0,
  inconclusive: 0,
  requests: 0,
  doing: ['learning the target'],
  suites: [],
  done: 0,
};

/** Follows a run: gives the progress after each event, of which it is said whether it is a failure that nothing explains. */
export function followProgress(): (event: RunEvent, isCause?: boolean) => Progress {
  let progress = noProgress;
  let effort = noEffort;
  return (event, isCause = false) => {
    progress = advance(progress, event);
    effort = spend(effort, event, isCause);
    return { ...progress, done: toDone(effort) };
  };
}

function advance(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'started':
      return { ...progress, planned: event.planned.length, suites: toSuites(event.planned), doing: [] };
    case 'judging':
      return { ...progress, requests: event.requests, doing: [...progress.doing, event.id] };
    case 'judged': {
      const step = toStep(event);
      const { id } = event.requirement;
      const suites = progress.suites.map((one) => (one.suite === suiteOf(id) ? add(one, step) : one));
      const doing = progress.doing.filter((other) => other !== id);
      return { ...add(progress, step), requests: event.requests, doing, suites };
    }
    case 'examining':
      return { ...progress, requests: event.requests, doing: [`repeating ${plural(event.ids.length, 'failure')}`] };
    case 'nominated':
      return progress;
    case 'cleaning':
      return { ...progress, doing: ['cleaning up'] };
    case 'ended':
      return { ...progress, requests: event.requests };
  }
}

function toSuites(planned: readonly RequirementInfo[]): readonly SuiteProgress[] {
  const counts = new Map<string, number>();
  for (const { id } of planned) counts.set(suiteOf(id), (counts.get(suiteOf(id)) ?? 0) + 1);
  return [...counts].map(([suite, count]) => ({ suite, planned: count, judged: 0, failed: 0, inconclusive: 0 }));
}

type Step = Pick<SuiteProgress, 'failed' | 'inconclusive'>;

const toStep = ({ verdict, known }: Extract<RunEvent, { type: 'judged' }>): Step => ({
  failed: verdict.outcome === 'failed' && !known ? 1 : 0,
  inconclusive: verdict.outcome === 'cantTell' ? 1 : 0,
});

const add = <Counted extends Step & { readonly judged: number }>(counted: Counted, step: Step): Counted => ({
  ...counted,
  judged: counted.judged + 1,
  failed: counted.failed + step.failed,
  inconclusive: counted.inconclusive + step.inconclusive,
});

/** The counts so far, in words. */
export const toTally = ({ failed, inconclusive, requests }: Progress, ms: number): readonly string[] =>
  [
    failed > 0 && `${toCount(failed)} failed`,
    inconclusive > 0 && `${toCount(inconclusive)} inconclusive`,
    plural(requests, 'request'),
    `${(ms / 1000).toFixed(1)} s`,
  ].filter((part) => part !== false);

/** How many plain lines show the progress where there is no terminal. */
const MILESTONES = 5;

/** A plain line for the first verdict and for each fifth of the run; undefined between them. */
export function toMilestone(before: Progress, after: Progress, ms: number): string | undefined {
  const fifth = ({ judged, planned }: Progress): number =>
    planned === 0 ? 0 : Math.floor((judged * MILESTONES) / planned);
  const isFirst = before.judged === 0 && after.judged > 0;
  if (!isFirst && fifth(after) === fifth(before)) return undefined;
  return `${toCount(after.judged)} of ${toCount(after.planned)} judged, ${toTally(after, ms).join(', ')}`;
}
