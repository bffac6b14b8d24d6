import { stripVTControlCharacters } from 'node:util';
import { groupByCause } from '../../kernel/run/group-by-cause.js';
import type { Judged, RunEvent } from '../../kernel/run-event.js';
import { redactJudged } from '../../reports/redacted-run.js';
import { causeOf } from '../../reports/standing.js';
import type { Setting } from '../../reports/terminal/layout.js';
import { toViewLines } from '../../reports/terminal/live-view.js';
import { followProgress, noProgress, toMilestone } from '../../reports/terminal/progress.js';
import type { Clock } from '../../wire/clock.js';
import { toPrintableLine } from '../../wire/printable.js';
import type { Redaction } from '../../wire/redaction.js';
import { type Output, WIDEST } from '../input/environment.js';

/** Lines at the end of a terminal that are redrawn. */
interface DrawnLines {
  draw(lines: readonly string[]): void;
  /** Erases them, so that other lines can be written. */
  clear(): void;
}

/** Draws lines on a terminal; its width may change at any time. */
function createDrawnLines(output: Output): DrawnLines {
  let drawn: readonly string[] = [];
  const clear = (): void => {
    if (drawn.length > 0) output.write(toErasure(drawn, output.columns));
    drawn = [];
  };
  return {
    clear,
    draw(lines) {
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      const erasure = drawn.length > 0 ? toErasure(drawn, output.columns) : '';
      output.write(`${erasure}${lines.join('\n')}`);
      drawn = lines;
    },
  };
}

/**
 * A window that became narrower has broken the lines in it. They are erased one by one, because some terminals keep the
 * text of a screen that is erased at once.
 */
function toErasure(lines: readonly string[], columns: number | undefined): string {
  const rowsOf = (line: string): number =>
    Math.max(1, Math.ceil(stripVTControlCharacters(line).length / (columns ?? Number.POSITIVE_INFINITY)));
  const up = lines.reduce((sum, line) => sum + rowsOf(line), 0) - 1;
  return `\r\u001b[2K${'\u001b[1A\u001b[2K'.repeat(up)}\u001b[J`;
}

/** What the console of a run draws on, and what it omits. */
interface LiveConsoleOptions {
  readonly output: Output;
  /** Whether the output can be drawn on. */
  readonly draws: boolean;
  readonly setting: Setting;
  readonly clock: Clock;
  /** In ms since the epoch. */
  readonly startedAt: number;
  readonly redaction: Redaction;
  /** Prints failures only. */
  readonly quiet: boolean;
}

/** Shows a run while it goes on. */
export interface LiveConsole {
  /** Writes lines above the view. */
  say(lines: readonly string[]): void;
  on(event: RunEvent): void;
  /** Erases the view and stops drawing. */
  close(): void;
}

const REDRAW_MS = 100;

/**
 * On a terminal a view of the run that is redrawn, elsewhere a plain line now and then; each failure at once, except for
 * those that an earlier one explains.
 */
export function createLiveConsole(options: LiveConsoleOptions): LiveConsole {
  const { output, clock, startedAt, quiet, draws } = options;
  const drawn = draws && !quiet ? createDrawnLines(output) : undefined;
  const follow = followProgress();
  let progress = noProgress;
  let judgedFrom: number | undefined;
  const isNew = followFailures();
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
      const cause = event.type === 'judged' && isNew(event) ? event : undefined;
      progress = follow(event, cause !== undefined);
      if (event.type === 'started') judgedFrom = clock.now();
      const failed = cause ? [toFailedLine(cause, options)] : [];
      const milestone = !draws && !quiet ? toMilestone(before, progress, elapsed()) : undefined;
      say(milestone === undefined ? failed : [...failed, milestone]);
    },
    close() {
      clearInterval(timer);
      drawn?.clear();
    },
  };
}

/** With the present width of the window. */
const styleOf = ({ setting, output }: LiveConsoleOptions): Setting => ({
  ...setting,
  width: Math.min(output.columns ?? setting.width, WIDEST),
});

/** Whether a verdict is a failure that no earlier failure explains. */
function followFailures(): (one: Judged) => boolean {
  const judged: Judged[] = [];
  return (one) => {
    // A failure that a baseline knows is not shown in full, so it explains nothing.
    if (one.known) return true;
    judged.push(one);
    if (one.verdict.outcome !== 'failed') return false;
    const last = groupByCause(judged).at(-1);
    return last === undefined || causeOf(last) === undefined;
  };
}

/** The fewest characters of what was observed that are worth showing. */
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
