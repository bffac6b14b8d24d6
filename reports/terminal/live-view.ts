import { someOf, toCount } from '../../wire/wording.js';
import { type Setting, wrap } from './layout.js';
import { type Progress, type SuiteProgress, toTally } from './progress.js';

/** Times in ms: since the start, and since the first requirement. */
interface Times {
  readonly ms: number;
  readonly judgingMs: number;
}

/**
 * The lines that are drawn anew on a terminal while a run goes on: its suites, how far it has come, and what is being
 * tried. No line is as wide as the terminal, so that none is broken by it.
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

/** More would push what was told out of a small window. */
const MOST_LINES = 4;

/** A suite is a word to `wrap`; its parts are not to be parted. */
const GLUE = '\u00a0';

function toSuiteLines(suites: readonly SuiteProgress[], room: number): readonly string[] {
  if (suites.length < 2) return [];
  const open = suites.filter(({ judged, planned }) => judged < planned);
  // What is done needs to be seen least.
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

function toCountLines(progress: Progress, { ms, judgingMs }: Times, room: number): readonly string[] {
  const { planned, judged } = progress;
  const left = toLeft(progress, judgingMs);
  const tally = [...toTally(progress, ms), ...(left === undefined ? [] : [left])].join(', ');
  if (planned === 0) return wrap(tally, room);
  const filled = Math.floor((judged / planned) * BAR);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
  const count = `${toCount(judged)}/${toCount(planned)}`;
  const whole = `${bar} ${count}  ${tally}`;
  return whole.length <= room ? [whole] : wrap(`${count}  ${tally}`, room);
}

/** What is known too early would be a guess. */
const ENOUGH = { share: 0.05, ms: 2000 } as const;

/** Reading comes first and is quick, so this grows when writing begins; it is told in round numbers. */
function toLeft({ share }: Progress, judgingMs: number): string | undefined {
  if (share < ENOUGH.share || share >= 1 || judgingMs < ENOUGH.ms) return undefined;
  const seconds = Math.ceil(((judgingMs / share) * (1 - share)) / 1000);
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`;
}

function toDoing(doing: readonly string[], room: number): string {
  const most = [...doing.keys()].reverse().find((count) => someOf(doing, count + 1).length <= room);
  return someOf(doing, (most ?? 0) + 1);
}
