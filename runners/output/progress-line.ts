import { cut } from '../../reports/terminal/layout.js';
import { plural, toCount, toDuration } from '../../wire/wording.js';
import { type Environment, WIDEST } from '../input/environment.js';

/** How far a long command is. */
export interface Advance {
  readonly done: number;
  /** Undefined where nobody knows yet. */
  readonly expected: number | undefined;
  /** What is counted, in the singular. */
  readonly unit: string;
  /** What else is worth knowing, such as `2 missed`. */
  readonly also?: readonly string[];
}

/** Shows the progress of a long command on standard error. */
interface ProgressLine {
  show(advance: Advance): void;
  /** Erases it, so that something else can be written; what is shown next is drawn at once. */
  clear(): void;
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
  let isDrawn = false;
  return {
    show(advance) {
      const now = clock.now();
      if (quiet || now - shownAt < (stderr.isTerminal ? ON_TERMINAL_MS : ELSEWHERE_MS)) return;
      shownAt = now;
      isDrawn = stderr.isTerminal;
      const line = cut(toProgressLine(advance, now - startedAt), (stderr.columns ?? WIDEST) - 1);
      stderr.write(isDrawn ? `${CLEAR}${line}` : `${line}\n`);
    },
    clear() {
      if (!isDrawn) return;
      stderr.write(CLEAR);
      isDrawn = false;
      shownAt = startedAt - ON_TERMINAL_MS;
    },
  };
}

function toProgressLine({ done, expected, unit, also = [] }: Advance, ms: number): string {
  if (expected === undefined || done === 0) return [plural(done, unit), ...also].join(', ');
  const left = Math.max(0, ms / done) * Math.max(0, expected - done);
  return [`${toCount(done)} of ${plural(expected, unit)}`, ...also, `about ${toDuration(left)} left`].join(', ');
}
