import type { Judged } from '../run-event.js';
import type { Verdict } from '../verdict.js';
import type { Reached } from './discard-outage-verdicts.js';

/** One verdict, and when it was reached. */
export type Timed = Judged & Required<Reached>;

/** Whether a MUST failed. */
export const isBreach = ({ requirement, verdict }: Judged): boolean =>
  requirement.level === 'MUST' && verdict.outcome === 'failed';

/** The verdict that a defect of calproof leaves: it costs this one, not those of the whole run. */
export function toDefect(error: unknown): Verdict {
  const message = error instanceof Error ? error.message : String(error);
  return { outcome: 'untested', reason: `calproof itself failed: ${message}`, requests: 0, defect: true };
}
