import { suiteOf } from '../../kernel/requirement.js';
import type { ReportedRequirement } from '../run-report-schema.js';
import { countOutcomes, isApplicable, levels } from '../standing.js';
import type { Palette, Setting } from './layout.js';

const HEAD = [...levels, 'no verdict', 'not applicable', 'known'];
/** In a window that is too narrow for the other one. */
const SHORT_HEAD = [...levels, '?', 'n/a', 'known'];

type Paint = (text: string) => string;

/** A cell of the table, and how it is painted. */
interface Cell {
  readonly text: string;
  readonly paint: Paint;
}

/** The table of suites, its columns under each other. */
export const toSuiteTable = (judged: readonly ReportedRequirement[], setting: Setting): readonly string[] =>
  toLines(toSuiteRows(judged, setting.palette), setting);

/** The same of profiles, where there is more than one. */
export function toProfileTable(judged: readonly ReportedRequirement[], setting: Setting): readonly string[] {
  const rows = toRows(judged, { of: 'Profile', by: ({ profile }) => profile, palette: setting.palette });
  // A head, one profile, and no sum of it.
  return rows.length <= 2 ? [] : ['', ...toLines(rows.slice(0, -1), setting)];
}

/**
 * A head, and one row a suite, which is the first segment of an id: how many passed of those that apply, level by level.
 * Known deviations have a column where there are any.
 */
export const toSuiteRows = (judged: readonly ReportedRequirement[], palette: Palette): readonly (readonly Cell[])[] =>
  toRows(judged, { of: 'Suite', by: ({ id }) => suiteOf(id), palette });

interface Grouping {
  readonly of: string;
  readonly by: (one: ReportedRequirement) => string;
  readonly palette: Palette;
}

function toRows(judged: readonly ReportedRequirement[], { of, by, palette }: Grouping): readonly (readonly Cell[])[] {
  const names = [...new Set(judged.map(by))].sort();
  const ofName = (name: string) => judged.filter((one) => by(one) === name);
  const rows = names.map((name) => toRow(name, ofName(name), palette));
  const all = names.length > 1 ? [toRow('all', judged, palette)] : [];
  const columns = HEAD.length + (countOutcomes(judged).known > 0 ? 1 : 0);
  return [toHead([of, ...HEAD], palette), ...rows, ...all].map((row) => row.slice(0, columns));
}

const toHead = (texts: readonly string[], palette: Palette): readonly Cell[] =>
  texts.map((text): Cell => ({ text, paint: palette.quiet }));

/** Wide apart with whole words, or close together with short ones. */
function toLines([head = [], ...rows]: readonly (readonly Cell[])[], { palette, width }: Setting): readonly string[] {
  const wide = align([head, ...rows], '   ');
  if (widthOf([head, ...rows], '   ') <= width) return wide;
  const short = toHead([head[0]?.text ?? '', ...SHORT_HEAD], palette).slice(0, head.length);
  return align([short, ...rows], '  ');
}

function toRow(name: string, judged: readonly ReportedRequirement[], palette: Palette): readonly Cell[] {
  const { cantTell, untested, inapplicable, known } = countOutcomes(judged);
  const ratios = levels.map((level) =>
    toPassRatio(
      judged.filter((one) => one.level === level),
      palette,
    ),
  );
  return [
    { text: name, paint: plain },
    ...ratios,
    toNumber(cantTell + untested, palette.doubtful),
    toNumber(inapplicable, plain),
    toNumber(known, palette.doubtful),
  ];
}

const plain: Paint = (text) => text;
const NONE: Cell = { text: '-', paint: plain };

const toNumber = (count: number, paint: Paint): Cell => (count === 0 ? NONE : { text: String(count), paint });

function toPassRatio(judged: readonly ReportedRequirement[], palette: Palette): Cell {
  const applicable = judged.filter(isApplicable);
  const { passed, failed } = countOutcomes(applicable);
  if (applicable.length === 0) return NONE;
  const paint = failed > 0 ? palette.failed : passed < applicable.length ? palette.doubtful : palette.passed;
  // A mark, because not everybody sees red beside yellow.
  return { text: `${failed > 0 ? '✗ ' : ''}${passed}/${applicable.length}`, paint };
}

const widthsOf = (rows: readonly (readonly Cell[])[]): readonly number[] =>
  (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.text.length ?? 0)));

const widthOf = (rows: readonly (readonly Cell[])[], gap: string): number =>
  widthsOf(rows).reduce((sum, width) => sum + width + gap.length, -gap.length);

/** Sets columns under each other: the first to the left, the others to the right. */
function align(rows: readonly (readonly Cell[])[], gap: string): readonly string[] {
  const widths = widthsOf(rows);
  const pad = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? text.padEnd(width) : text.padStart(width);
  };
  return rows.map((row) => row.map(({ text, paint }, column) => paint(pad(text, column))).join(gap));
}
