import { toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { toBold, toCodeSpan, toDetails, toFence, toSummaryText } from '../formats/markup.js';
import { marks, toHeadline } from '../html/verdict-band.js';
import type { ReportedVerdict } from '../run-report-schema.js';
import { type Board, type BoardRow, changeOf, unlikeIn } from './run-board.js';

/** The most rows of the table, and the most failures in full: the page has all. */
const MOST = 40;

/** A board as Markdown, for a comment or the summary of a job: the last run against the first one. */
export function toBoardMarkdown(board: Board): string {
  const { runs, different, same } = board;
  const broken = different.filter((row) => changeOf(row) === 'broken');
  const failing = same.filter(({ verdicts }) => verdicts.some((one) => one?.outcome === 'failed'));
  const known = [...different, ...same].filter(({ verdicts }) => verdicts.at(-1)?.outcome === 'known');
  const parts = [
    `## ${toMark(board)} calproof: ${runs.map(({ name }) => toCodeSpan(name)).join(' and ')}`,
    toBold(toChangeSentence(board)),
    ...toUnlike(board),
    ...toTable(different, board),
    ...broken.slice(0, MOST).map(toFailure),
    ...toList('Failing in all runs', failing),
    ...toList('Known deviations', known),
  ];
  return `${parts.join('\n\n').trimEnd()}\n`;
}

const toMark = ({ runs }: Board): string => toHeadline(runs.at(-1)?.report.exitCode ?? 3).sign;

/** What the last run changed: `2 requirements newly failed, 1 fixed; both runs judged 712.` */
function toChangeSentence({ runs, different, same }: Board): string {
  const changes = different.map(changeOf);
  const [broken, mended] = (['broken', 'mended'] as const).map(
    (one) => changes.filter((other) => other === one).length,
  );
  const parts = [
    ...(broken ? [`${plural(broken, 'requirement')} newly failed`] : []),
    ...(mended ? [`${plural(mended, 'requirement')} fixed`] : []),
  ];
  const compared = toCount(different.length + same.length);
  const judged = runs.length === 2 ? `both runs judged ${compared}` : `at least two runs judged ${compared}`;
  return `${parts.length === 0 ? 'No verdict changed' : parts.join(', ')}; ${judged}.`;
}

function toUnlike({ runs }: Board): readonly string[] {
  const unlike = unlikeIn(runs);
  return unlike.length === 0
    ? []
    : [`The runs differ in ${unlike.join(', ')}, which may explain differences between verdicts.`];
}

function toTable(rows: readonly BoardRow[], { runs }: Board): readonly string[] {
  if (rows.length === 0) return [];
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const names = runs.map(({ name }) => toCodeSpan(name.replaceAll('|', '/')));
  const lines = rows
    .slice(0, MOST)
    .map(({ requirement: { id, level }, verdicts }) => toRow([`${toCodeSpan(id)} ${level}`, ...verdicts.map(toCell)]));
  const more = rows.length > MOST ? [`\n${toCount(rows.length - MOST)} more are on the page.`] : [];
  return [[toRow(['requirement', ...names]), toRow(['---', ...names.map(() => '---')]), ...lines, ...more].join('\n')];
}

const toCell = (verdict: ReportedVerdict | undefined): string =>
  verdict ? `${marks[verdict.outcome].sign} ${marks[verdict.outcome].word}` : 'not in this run';

function toFailure({ requirement: { id, level, statement }, verdicts }: BoardRow): string {
  const last = verdicts.at(-1);
  const summary = `${level} <code>${toSummaryText(id)}</code> ${toSummaryText(statement)}`;
  return toDetails(summary, toFence(last && 'counterexample' in last ? toContrast(last) : '')).trimEnd();
}

const toContrast = ({ counterexample }: Extract<ReportedVerdict, { readonly counterexample: unknown }>): string =>
  [`Expected ${counterexample.deviation.expected}`, `Observed ${counterexample.deviation.observed}`]
    .map(toPrintableLine)
    .join('\n');

function toList(title: string, rows: readonly BoardRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const ids = rows.map(({ requirement: { id, level } }) => `${id} ${level}`).join('\n');
  return [toDetails(`${title}: ${toCount(rows.length)}`, toFence(ids)).trimEnd()];
}
