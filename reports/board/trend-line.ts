import { plural } from '../../wire/wording.js';
import { type Html, html } from '../html/html-template.js';
import { type OutcomeId, toHeadline } from '../html/verdict-band.js';
import type { HistoryRun } from '../history/history-run.js';
import { toTime } from '../history/history-words.js';

/** How a trend line is drawn, in the unit of the picture. */
interface TrendSize {
  readonly width: number;
  readonly height: number;
  /** The most runs, the last ones. */
  readonly most: number;
  /** Whether each run has a dot with its date, or the last one alone has one. */
  readonly dots: 'all' | 'last';
}

/** In a row of a table, and on a page of its own. */
export const trendSizes = {
  row: { width: 120, height: 28, most: 30, dots: 'last' },
  page: { width: 720, height: 96, most: 120, dots: 'all' },
} as const satisfies Readonly<Record<string, TrendSize>>;

/** A run as a point: how much failed, undefined where it was not judged. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly failures: number | undefined;
  readonly outcome: OutcomeId;
  readonly run: HistoryRun;
}

/** Room for a dot at the edges. */
const EDGE = 5;

/**
 * How many requirements failed, run by run: less is lower. A run that was not judged is a dot at the foot, and a gap in the
 * line. Undefined for fewer than two runs.
 */
export function toTrendLine(runs: readonly HistoryRun[], size: TrendSize): Html | undefined {
  const points = toPoints(runs.slice(-size.most), size);
  if (points.length < 2) return undefined;
  const shown = size.dots === 'all' ? points : points.slice(-1);
  return html`<svg class="trend" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${toTrendWords(runs)}"><path d="${toPath(points)}"/>${shown.map((one) => toDot(one, size.dots))}</svg>`;
}

function toPoints(runs: readonly HistoryRun[], { width, height }: TrendSize): readonly Point[] {
  const failures = runs.map(failuresOf);
  const most = Math.max(1, ...failures.map((one) => one ?? 0));
  const step = (width - 2 * EDGE) / Math.max(1, runs.length - 1);
  return runs.map((run, at) => ({
    run,
    failures: failures[at],
    outcome: toHeadline(run.entry.conclusion.exitCode).outcome,
    x: round(EDGE + at * step),
    y: round(height - EDGE - ((failures[at] ?? 0) / most) * (height - 2 * EDGE)),
  }));
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What a baseline knows fails as well. */
const failuresOf = ({ entry, counts }: HistoryRun): number | undefined =>
  entry.conclusion.exitCode > 1 ? undefined : counts.failed + counts.known;

/** A line from each judged run to the next one, where none in between was not judged. */
const toPath = (points: readonly Point[]): string =>
  points
    .flatMap(({ x, y, failures }, at) => {
      if (failures === undefined) return [];
      const joins = at > 0 && points[at - 1]?.failures !== undefined;
      return [`${joins ? 'L' : 'M'}${x} ${y}`];
    })
    .join('');

const toDot = ({ x, y, outcome, run }: Point, dots: TrendSize['dots']): Html =>
  html`<circle class="${outcome}" cx="${x}" cy="${y}" r="3">${dots === 'all' ? html`<title>${toTime(run)}: ${toRunWords(run)}</title>` : undefined}</circle>`;

function toRunWords(run: HistoryRun): string {
  const failures = failuresOf(run);
  return failures === undefined
    ? toHeadline(run.entry.conclusion.exitCode).words.toLowerCase()
    : plural(failures, 'failure');
}

/** The line in words: `12 runs since 2026-09-01: 3 failures at first, 0 failures at last, at most 5 failures`. */
export function toTrendWords(runs: readonly HistoryRun[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return '';
  const most = Math.max(...runs.map((run) => failuresOf(run) ?? 0));
  const parts = [`${toRunWords(first)} at first`, `${toRunWords(last)} at last`, `at most ${plural(most, 'failure')}`];
  return `${plural(runs.length, 'run')} since ${toTime(first).slice(0, 10)}: ${parts.join(', ')}`;
}
