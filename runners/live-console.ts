import type { Clock } from '../harness/clock.js';
import { redactJudged } from '../harness/reports/redaction.js';
import { groupByCause } from '../harness/fold.js';
import { causeOf } from '../harness/reports/causes.js';
import { toViewLines } from '../harness/reports/live-view.js';
import { followProgress, noProgress, toMilestone } from '../harness/reports/progress.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import type { Setting } from '../harness/reports/palette.js';
import type { Redaction } from '../harness/redact.js';
import type { Judged, RunEvent } from '../harness/run-event.js';
import { createDrawnLines } from './drawn-lines.js';
import type { Output } from './environment.js';
import { WIDEST } from './setting.js';

/** What the console of a run draws on, and what it leaves out. */
export interface LiveConsoleOptions {
  readonly output: Output;
  /** Whether the output can be drawn on. */
  readonly draws: boolean;
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
  /** Writes lines above the view. */
  say(lines: readonly string[]): void;
  on(event: RunEvent): void;
  /** Takes the view away; nothing is drawn any more. */
  close(): void;
}

const REDRAW_MS = 100;

/**
 * On a terminal a view of the run that is drawn anew, elsewhere a plain line now and then; each failure at once, but for
 * those that follow from one that was told.
 */
export function createLiveConsole(options: LiveConsoleOptions): LiveConsole {
  const { output, clock, startedAt, quiet, draws } = options;
  const drawn = draws && !quiet ? createDrawnLines(output) : undefined;
  const follow = followProgress();
  let progress = noProgress;
  let judgedFrom: number | undefined;
  const news = followFailures();
  const elapsed = (): number => clock.now() - startedAt;
  const draw = (): void => {
    const judgingMs = judgedFrom === undefined ? 0 : clock.now() - judgedFrom;
    drawn?.draw(toViewLines(progress, { ms: elapsed(), judgingMs }, styleOf(options)));
  };
  const say = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    drawn?.clear();
    output.write(`${lines.join('\n')}\n`);
  };
  const timer = drawn && setInterval(draw, REDRAW_MS);
  draw();
  return {
    say,
    on(event) {
      const before = progress;
      progress = follow(event);
      if (event.type === 'started') judgedFrom = clock.now();
      const failed = event.type === 'judged' && news(event) ? [toFailedLine(event, options)] : [];
      const milestone = !draws && !quiet ? toMilestone(before, progress, elapsed()) : undefined;
      say(milestone === undefined ? failed : [...failed, milestone]);
    },
    close() {
      clearInterval(timer);
      drawn?.clear();
    },
  };
}

/** As wide as the window is now. */
const styleOf = ({ setting, output }: LiveConsoleOptions): Setting => ({
  ...setting,
  width: Math.min(output.columns ?? setting.width, WIDEST),
});

/** Tells of each verdict whether it is a failure of its own: none that another one explains, as far as is known now. */
function followFailures(): (one: Judged) => boolean {
  const judged: Judged[] = [];
  return (one) => {
    // A failure that a baseline knows is not told at length, so it explains nothing.
    if (one.known) return true;
    judged.push(one);
    if (one.verdict.outcome !== 'failed') return false;
    const last = groupByCause(judged).at(-1);
    return last === undefined || causeOf(last) === undefined;
  };
}

/** Fewer characters of what was observed say nothing. */
const LEAST = 8;

function toFailedLine(judged: Judged, options: LiveConsoleOptions): string {
  const { setting, redaction } = options;
  const { requirement, verdict } = redactJudged(judged, redaction);
  const observed = verdict.outcome === 'failed' ? verdict.counterexample.deviation.observed : '';
  const { known } = judged;
  if (known) return toPrintableLine(`~ ${requirement.id}  known until ${known.expires}`);
  const mark = requirement.level === 'MUST' ? setting.palette.failed('✗') : setting.palette.doubtful('!');
  const room = styleOf(options).width - requirement.id.length - 5;
  const seen = room < LEAST ? '' : `  ${setting.palette.quiet(toPrintableLine(observed).slice(0, room))}`;
  return `${mark} ${requirement.id}${seen}`;
}
