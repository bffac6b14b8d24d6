import { toCount, toDuration } from '../../wire/wording.js';
import type { Environment } from '../input/environment.js';

/** Prints the progress of a long read on standard error. */
interface ProgressLine {
  show(read: number, expected: number | undefined): void;
  end(): void;
}

const ON_TERMINAL_MS = 200;
const ELSEWHERE_MS = 10_000;
const CLEAR = '\r\u001b[2K';

/** On a terminal a line that is rewritten, elsewhere a line now and then. */
export function createProgressLine(
  { stderr, clock }: Pick<Environment, 'stderr' | 'clock'>,
  quiet: boolean,
): ProgressLine {
  const startedAt = clock.now();
  let shownAt = startedAt;
  return {
    show(read, expected) {
      const now = clock.now();
      if (quiet || now - shownAt < (stderr.isTerminal ? ON_TERMINAL_MS : ELSEWHERE_MS)) return;
      shownAt = now;
      const line = toProgressLine(read, expected, now - startedAt);
      stderr.write(stderr.isTerminal ? `${CLEAR}${line}` : `${line}\n`);
    },
    end() {
      if (stderr.isTerminal && shownAt > startedAt) stderr.write(CLEAR);
    },
  };
}

function toProgressLine(read: number, expected: number | undefined, ms: number): string {
  if (expected === undefined || read === 0) return `${toCount(read)} records`;
  const left = Math.max(0, ms / read) * Math.max(0, expected - read);
  return `${toCount(read)} of ${toCount(expected)} records, about ${toDuration(left)} left`;
}
