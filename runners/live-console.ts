import type { Clock } from '../harness/clock.js';
import { redactJudged } from '../harness/reports/redaction.js';
import { advance, noProgress, type Progress, toMilestone, toProgressLine } from '../harness/reports/progress.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import type { Setting } from '../harness/reports/palette.js';
import type { Redaction } from '../harness/redact.js';
import type { Judged, RunEvent } from '../harness/run.js';
import type { Output } from './environment.js';

export interface LiveConsoleOptions {
  readonly output: Output;
  readonly setting: Setting;
  readonly clock: Clock;
  /** In ms since the epoch. */
  readonly startedAt: number;
  readonly redaction: Redaction;
  /** Tells failures only. */
  readonly quiet: boolean;
}

/** Tells of a run while it goes on. */
export interface LiveConsole {
  /** Writes lines above the progress line. */
  say(lines: readonly string[]): void;
  on(event: RunEvent): void;
  /** Ends the progress line; nothing is drawn any more. */
  close(): void;
}

const REDRAW_MS = 100;
const CLEAR = '\r\u001b[2K';

/** On a terminal a progress line that is rewritten, elsewhere a plain line now and then; each failure at once. */
export function createLiveConsole(options: LiveConsoleOptions): LiveConsole {
  const { output, setting, clock, startedAt, quiet } = options;
  const drawn = output.isTerminal && !quiet;
  let progress = noProgress;
  let closed = false;
  const elapsed = (): number => clock.now() - startedAt;
  const draw = (): void => {
    if (drawn) output.write(`${CLEAR}${toProgressLine(progress, elapsed(), setting)}`);
  };
  const say = (lines: readonly string[]): void => {
    if (lines.length > 0) output.write(`${drawn ? CLEAR : ''}${lines.join('\n')}\n`);
  };
  const timer = drawn ? setInterval(draw, REDRAW_MS) : undefined;
  draw();
  return {
    say,
    on(event) {
      const before = progress;
      progress = advance(progress, event);
      say(toNews(event, { before, after: progress, ms: elapsed() }, options));
    },
    close() {
      clearInterval(timer);
      if (drawn && !closed) output.write(CLEAR);
      closed = true;
    },
  };
}

interface Step {
  readonly before: Progress;
  readonly after: Progress;
  readonly ms: number;
}

function toNews(event: RunEvent, { before, after, ms }: Step, options: LiveConsoleOptions): readonly string[] {
  const failed = event.type === 'judged' && event.verdict.outcome === 'failed' ? [toFailedLine(event, options)] : [];
  const milestone = options.output.isTerminal || options.quiet ? undefined : toMilestone(before, after, ms);
  return milestone === undefined ? failed : [...failed, milestone];
}

function toFailedLine(judged: Judged, { setting, redaction }: LiveConsoleOptions): string {
  const { requirement, verdict } = redactJudged(judged, redaction);
  const observed = verdict.outcome === 'failed' ? verdict.counterexample.deviation.observed : '';
  const { known } = judged;
  if (known) return toPrintableLine(`~ ${requirement.id}  known until ${known.expires}`);
  const mark = requirement.level === 'MUST' ? setting.palette.failed('✗') : setting.palette.doubtful('!');
  const room = Math.max(20, setting.width - requirement.id.length - 5);
  return `${mark} ${requirement.id}  ${setting.palette.quiet(toPrintableLine(observed).slice(0, room))}`;
}
