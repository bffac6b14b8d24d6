import { someOf, toCount } from '../../wire/wording.js';
import { type Setting, wrap } from './layout.js';
import { type Progress, type SuiteProgress, toTally } from './progress.js';

/** Times in ms: since the start, and since the first requirement. */
interface Times {
  readonly ms: number;
  readonly judgingMs: number;
}

/**
 * The lines that are redrawn on a terminal during a run: its suites, its progress, and what is being judged. No line is
 * as wide as the terminal, so that none is broken by it.
 */
export function toViewLines(progress: Progress, times: Times, { palette, width }: Setting): readonly string[] {
  const room = width - 1;
  const fit = (line: string): string => line.slice(0, room);
  return [
    ...toSuiteLines(progress.suites, room).map((line) => palette.quiet(fit(line))),
    ...toCountLines(progress, times, room).map(fit),
    palette.quiet(fit(toDoing(progress.doing, room))),
  ];
}

/** More would push the failures out of a small window. */
const MOST_LINES = 4;

/** Makes a suite one word to `wrap`. */
const GLUE = '\u00a0';

function toSuiteLines(suites: readonly SuiteProgress[], room: number): readonly string[] {
  if (suites.length < 2) return [];
  const open = suites.filter(({ judged, planned }) => judged < planned);
  // Finished suites are omitted first.
  const shown = [suites, open].map((some) => toLines(some, room)).find((lines) => lines.length <= MOST_LINES);
  return shown ?? toLines(open, room).slice(0, MOST_LINES);
}

const toLines = (suites: readonly SuiteProgress[], room: number): readonly string[] =>
  suites.length === 0
    ? []
    : wrap(suites.map(toSuite).join('  '), room).map((line) => line.trim().replaceAll(GLUE, ' '));

function toSuite({ suite, planned, judged, failed, inconclusive }: SuiteProgress): string {
  const marks = [failed > 0 && `✗${failed}`, inconclusive > 0 && `?${inconclusive}`, judged === planned && '✓'];
  const mark = marks.find((one) => one !== false);
  return [suite, `${judged}/${planned}`, ...(mark === undefined ? [] : [mark])].join(GLUE);
}

const BAR = 16;

/** In less room the counts are worth more than the bar. */
const ROOM_FOR_BAR = 60;

function toCountLines(progress: Progress, { ms, judgingMs }: Times, room: number): readonly string[] {
  const { planned, judged } = progress;
  const left = toLeft(progress, judgingMs);
  const tally = [...toTally(progress, ms), ...(left === undefined ? [] : [left])].join(', ');
  if (planned === 0) return wrap(tally, room);
  const filled = Math.floor((judged / planned) * BAR);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
  const count = `${toCount(judged)}/${toCount(planned)}`;
  const whole = `${bar} ${count}  ${tally}`;
  return whole.length <= room ? [whole] : wrap(room < ROOM_FOR_BAR ? `${count}  ${tally}` : whole, room);
}

/** An earlier estimate would be a guess. */
const ENOUGH = { done: 0.05, ms: 2000 } as const;

function toLeft({ done }: Progress, judgingMs: number): string | undefined {
  if (done < ENOUGH.done || done >= 1 || judgingMs < ENOUGH.ms) return undefined;
  const seconds = Math.max(1, Math.round(((judgingMs / done) * (1 - done)) / 1000));
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`;
}

function toDoing(doing: readonly string[], room: number): string {
  const most = [...doing.keys()].reverse().find((count) => someOf(doing, count + 1).length <= room);
  return someOf(doing, (most ?? 0) + 1);
}
