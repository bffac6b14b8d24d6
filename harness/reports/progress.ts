import type { RunEvent } from '../run.js';
import { plural, toCount } from './layout.js';
import type { Setting } from './palette.js';

/** How far a run has come. */
export interface Progress {
  readonly planned: number;
  readonly judged: number;
  readonly failed: number;
  readonly untold: number;
  readonly requests: number;
  /** What is being done: the id judged last begun, or a phase. */
  readonly doing: string;
}

export const noProgress: Progress = {
  planned: 0,
  judged: 0,
  failed: 0,
  untold: 0,
  requests: 0,
  doing: 'getting to know the target',
};

/** The progress after an event. */
export function advance(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'started':
      return { ...progress, planned: event.planned.length };
    case 'judging':
      return { ...progress, requests: event.requests, doing: event.id };
    case 'judged':
      return {
        ...progress,
        judged: progress.judged + 1,
        failed: progress.failed + (event.verdict.outcome === 'failed' && !event.known ? 1 : 0),
        untold: progress.untold + (event.verdict.outcome === 'cantTell' ? 1 : 0),
        requests: event.requests,
      };
    case 'cleaning':
      return { ...progress, doing: 'cleaning up' };
    case 'ended':
      return { ...progress, requests: event.requests };
  }
}

/** The line that is rewritten on a terminal while a run goes on; `ms` since the start. */
export function toProgressLine(progress: Progress, ms: number, { palette, width }: Setting): string {
  const { planned, judged, doing } = progress;
  const share = planned === 0 ? '' : `${toBar(judged, planned)} ${judged}/${planned}  `;
  const text = `${share}${toTally(progress, ms)}  `;
  const room = width - text.length - 1;
  return `${text}${room > 8 ? palette.quiet(doing.slice(0, room)) : ''}`;
}

const BAR = 16;

function toBar(done: number, all: number): string {
  const filled = Math.floor((done / all) * BAR);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
}

const toTally = ({ failed, untold, requests }: Progress, ms: number): string =>
  [
    failed > 0 && `${failed} failed`,
    untold > 0 && `${untold} not told`,
    plural(requests, 'request'),
    `${(ms / 1000).toFixed(1)} s`,
  ]
    .filter((part) => part !== false)
    .join(', ');

/** How many plain lines tell of the progress where there is no terminal. */
const MILESTONES = 5;

/** A plain line for the first verdict and for each fifth of the run that is done; undefined between them. */
export function toMilestone(before: Progress, after: Progress, ms: number): string | undefined {
  const fifth = ({ judged, planned }: Progress): number =>
    planned === 0 ? 0 : Math.floor((judged * MILESTONES) / planned);
  const isFirst = before.judged === 0 && after.judged > 0;
  if (!isFirst && fifth(after) === fifth(before)) return undefined;
  return `${toCount(after.judged)} of ${toCount(after.planned)} judged, ${toTally(after, ms)}`;
}
