import type { HarmBudget } from '../../wire/client/harm-limit.js';
import { plural, toCount } from '../../wire/wording.js';

/** What a run will cost its target: estimates, in requests. */
export interface RunCost {
  readonly requests: number;
  readonly writes: number;
  /** What each cause of failures may add on average. */
  readonly failure: number;
  /** How long a request takes, in ms, requests side by side counted; undefined if nothing was measured. */
  readonly msPerRequest?: number | undefined;
  /** Whether deleted records are known to stay in a trash. */
  readonly keepsTrash?: boolean;
  /** Whether a wrong login is sent. */
  readonly failsLogin: boolean;
  /** What it may do at most, whatever the target answers. */
  readonly harm: HarmBudget;
}

/** What a run will cost its target, in two sentences: what it sends, and what it leaves there. */
export function toCostLines({ requests, writes, failure, msPerRequest, ...left }: RunCost): readonly string[] {
  const time = msPerRequest === undefined ? '' : `, about ${toDuration(requests * msPerRequest)}`;
  const writing = writes === 0 ? 'no writes' : `about ${toCount(writes)} of them writes`;
  const sent = `At most ${plural(requests, 'request')}, ${writing}${time}; on average up to ${failure} more for each cause of failures.`;
  return [sent, ...toRemains({ writes, ...left })];
}

const MIB = 1_048_576;

/** What a run may do at most, whatever the target answers. */
export const toHarmLine = ({ writes, harm: { records, recordsAtOnce, octets } }: RunCost): string =>
  writes === 0
    ? 'Nothing is created.'
    : `Whatever the target answers, at most ${toCount(records)} records are created, ${toCount(recordsAtOnce)} of them at once, and ${octets / MIB} MiB are sent.`;

type Remains = Pick<RunCost, 'writes' | 'keepsTrash' | 'failsLogin'>;

function toRemains({ writes, keepsTrash = false, failsLogin }: Remains): readonly string[] {
  const trash = 'The target moves deleted records to its trash, with any revisions that it keeps of them.';
  const login = 'A wrong login is sent up to seven times (--no-failed-login omits it).';
  const parts = [...(keepsTrash && writes > 0 ? [trash] : []), ...(failsLogin ? [login] : [])];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

const MINUTE = 60_000;

/** A time in words: whole seconds, from two minutes on whole minutes. */
const toDuration = (ms: number): string =>
  ms < 2 * MINUTE ? plural(Math.max(1, Math.round(ms / 1000)), 'second') : plural(Math.round(ms / MINUTE), 'minute');
