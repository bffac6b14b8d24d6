import type { History } from '../history/history.js';
import { expired, type Headline, type Instead, toHeadline } from '../html/verdict-band.js';
import type { BoardRun } from './run-board.js';

/** When results expire. Times are in ms, the present since the epoch. */
export interface Expiry {
  readonly now: number;
  /** How long after the begin of its run a result counts for nothing. */
  readonly after: number;
}

/** A target of a site. */
export interface SiteTarget extends BoardRun {
  /** The name of its folder, which holds its pages. */
  readonly folder: string;
  /** Undefined where nobody keeps one. */
  readonly history: History | undefined;
  readonly standing: TargetStanding;
}

/** What the result of a target counts for. */
export interface TargetStanding {
  readonly headline: Headline;
  readonly isExpired: boolean;
  /** Days, such as 2026-11-30, in UTC. */
  readonly judged: string;
  readonly expires: string;
}

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What a result counts for at a time: nothing once it is expired, whatever it was. */
export function standingOfTarget({ report }: BoardRun, { now, after }: Expiry): TargetStanding {
  const judgedAt = Date.parse(report.started ?? report.now);
  const isExpired = judgedAt + after <= now;
  const headline = isExpired ? expired : toHeadline(report.exitCode);
  return { headline, isExpired, judged: toDay(judgedAt), expires: toDay(judgedAt + after) };
}

/** What the page of a target says instead of what its run came to; undefined while that counts. */
export function toInstead({ report, standing }: Pick<SiteTarget, 'report' | 'standing'>): Instead | undefined {
  const { headline, isExpired, judged, expires } = standing;
  if (!isExpired) return undefined;
  const conclusion = `The result of ${judged} expired on ${expires} and counts for nothing. It was: ${report.conclusion}`;
  return { headline, conclusion };
}
