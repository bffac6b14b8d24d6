import { headerValue, type Outcome } from '../exchange.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { clockWarnings } from './trouble-catalogue.js';

/** When a request was sent and when its response was there, by our clock, in ms since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Clocks that are set by the network differ by less than a second; a cache may be a little older than it says. */
const TOLERANCE_MS = 5 * 60_000;

/** Warns of a target's clock that differs from ours; undefined when they agree or it sends no Date. */
export function warnOfClock(outcome: Outcome, { from, to }: Span): Diagnosis | undefined {
  const theirs = outcome.kind === 'response' ? timeOf(outcome.response.headers) : undefined;
  if (theirs === undefined) return undefined;
  if (theirs - to > TOLERANCE_MS) return diagnosisOf(clockWarnings.ahead, { skew: toWords(theirs - to) });
  if (from - theirs > TOLERANCE_MS) return diagnosisOf(clockWarnings.behind, { skew: toWords(from - theirs) });
  return undefined;
}

/** When a response was created: its Date, plus its Age in caches (RFC 9111 section 5.1). */
function timeOf(headers: Parameters<typeof headerValue>[0]): number | undefined {
  const date = Date.parse(headerValue(headers, 'date') ?? '');
  const age = /^\d{1,9}$/.exec(headerValue(headers, 'age') ?? '')?.[0] ?? '0';
  return Number.isNaN(date) ? undefined : date + Number(age) * 1_000;
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** A duration in its two largest units, such as `2 hours 3 minutes`. */
function toWords(ms: number): string {
  let rest = Math.round(ms / 60_000) * 60_000;
  const parts = UNITS.map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return [count, `${count} ${unit}${count === 1 ? '' : 's'}`] as const;
  });
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .flatMap(([count, text]) => (count > 0 ? [text] : []))
    .join(' ');
}
