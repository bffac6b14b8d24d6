import type { Level } from '../requirement.js';
import type { Judged } from '../run.js';
import { countOutcomes, isApplicable } from './counts.js';
import type { Palette } from './palette.js';

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];
const HEAD = ['Suite', ...levels, 'not told', 'not applicable'];

type Paint = (text: string) => string;
interface Cell {
  readonly text: string;
  readonly paint: Paint;
}

/** One row a suite, which is the first segment of an id: how many passed of those that apply, level by level. Known deviations have a column where there are any. */
export function toSuiteTable(judged: readonly Judged[], palette: Palette): readonly string[] {
  const suites = [...new Set(judged.map(suiteOf))].sort();
  const rows = suites.map((suite) =>
    toRow(
      suite,
      judged.filter((one) => suiteOf(one) === suite),
      palette,
    ),
  );
  const all = suites.length > 1 ? [toRow('all', judged, palette)] : [];
  const head = [...HEAD, 'known'].map((text): Cell => ({ text, paint: palette.quiet }));
  const columns = judged.some(({ known }) => known) ? head.length : HEAD.length;
  return align([head, ...rows, ...all].map((row) => row.slice(0, columns)));
}

const suiteOf = ({ requirement }: Judged): string => requirement.id.split('.')[0] ?? requirement.id;

function toRow(name: string, judged: readonly Judged[], palette: Palette): readonly Cell[] {
  const { cantTell, untested, inapplicable, known } = countOutcomes(judged);
  const shares = levels.map((level) =>
    toShare(
      judged.filter(({ requirement }) => requirement.level === level),
      palette,
    ),
  );
  return [
    { text: name, paint: plain },
    ...shares,
    toNumber(cantTell + untested, palette.doubtful),
    toNumber(inapplicable, plain),
    toNumber(known, palette.doubtful),
  ];
}

const plain: Paint = (text) => text;
const NONE: Cell = { text: '-', paint: plain };

const toNumber = (count: number, paint: Paint): Cell => (count === 0 ? NONE : { text: String(count), paint });

function toShare(judged: readonly Judged[], palette: Palette): Cell {
  const applicable = judged.filter(isApplicable);
  const { passed, failed } = countOutcomes(applicable);
  if (applicable.length === 0) return NONE;
  const paint = failed > 0 ? palette.failed : passed < applicable.length ? palette.doubtful : palette.passed;
  return { text: `${passed}/${applicable.length}`, paint };
}

/** Sets columns under each other: the first to the left, the others to the right. */
function align(rows: readonly (readonly Cell[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.text.length ?? 0)));
  const pad = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? text.padEnd(width) : text.padStart(width);
  };
  return rows.map((row) => row.map(({ text, paint }, column) => paint(pad(text, column))).join('   '));
}
