import { suiteOf } from '../../kernel/requirement.js';
import { plural } from '../../wire/wording.js';
import { toRerunCommand } from '../rerun-command.js';
import type { ReportedVerdict } from '../run-report-schema.js';
import { toCopyable } from '../html/copyable-command.js';
import { readPageAssets, toPage } from '../html/html-page.js';
import { type Content, type Html, html, note, said } from '../html/html-template.js';
import { toFilterable, toFilters, toKeys } from '../html/page-filters.js';
import { toAnchor } from '../html/requirement-list.js';
import { type Board, type BoardRow, type BoardRun, outcomesOf, toBoard, unlikeIn } from './run-board.js';
import { marks, type OutcomeId, toHeadline, toMark } from '../html/verdict-band.js';

/** Requirements by runs; the reason of an outcome can be opened in its cell. */
const toBoardTable = (
  rows: readonly BoardRow[],
  runs: readonly BoardRun[],
): Html => html`<div class="scroll" tabindex="0"><table class="board">
<thead><tr><th scope="col">Requirement</th>${runs.map(toHead)}</tr></thead>
<tbody>
${rows.map(toRow)}</tbody></table></div>
`;

function toHead({ name, report }: BoardRun): Html {
  const { sign, outcome } = toHeadline(report.exitCode);
  return html`<th scope="col"><span class="mark ${outcome}" aria-hidden="true">${sign}</span> ${said(name, 40)}</th>`;
}

function toRow(row: BoardRow): Html {
  const { requirement, verdicts } = row;
  const { id, level, statement } = requirement;
  const outcomes = outcomesOf(row);
  const style = outcomes.includes('failed') ? 'has-failure' : 'no-failure';
  return html`<tr id="${toAnchor(id)}" tabindex="-1" class="${style}" ${toFilterable(requirement, outcomes)}>
<th scope="row"><code>${id}</code> <b class="level">${level}</b><br><span class="quiet">${statement}</span></th>
${verdicts.map(toCell)}</tr>
`;
}

function toCell(verdict: ReportedVerdict | undefined): Html {
  if (!verdict) return html`<td><span class="quiet">not in this run</span></td>`;
  const { outcome } = verdict;
  const head = html`${toMark(outcome)} ${marks[outcome].word}`;
  const why = toWhy(verdict);
  return html`<td class="${outcome}">${why ? html`<details><summary>${head}</summary>${why}</details>` : html`<span>${head}</span>`}</td>`;
}

function toWhy(verdict: ReportedVerdict): Html | undefined {
  if (verdict.outcome === 'passed') return undefined;
  if ('reason' in verdict) return html`<p>${said(verdict.reason, 300)}</p>`;
  const { expected, observed } = verdict.counterexample.deviation;
  return html`<p><b>Expected</b> ${said(expected, 300)}</p><p><b>Observed</b> ${said(observed, 300)}</p>`;
}

/** Several runs side by side as one HTML page: requirement by target, what differs first. */
export function toBoardPage(runs: readonly BoardRun[]): string {
  const board = toBoard(runs);
  return toPage({
    ...readPageAssets(),
    title: `calproof: ${plural(runs.length, 'run')} side by side`,
    body: toBody(board),
  });
}

function toBody(board: Board): Html {
  const { runs, different, same, uncompared } = board;
  const rows = [...different, ...same, ...uncompared];
  const orders = [
    ['id', 'by ID'],
    ...runs.map(({ name }, at) => [String(at), `failures of ${name} first`] as const),
  ] as const;
  const suites = [...new Set(rows.map(({ requirement }) => suiteOf(requirement.id)))].sort();
  const parts: readonly (readonly [id: string, title: string, rows: readonly BoardRow[]])[] = [
    ['different', 'Where they differ', different],
    ['same', 'Where they agree', same],
    ['uncompared', 'Judged in fewer than two runs', uncompared],
  ];
  return html`<a class="skip" href="#different">To the differences</a>
${toBand(board)}
<main>
${toFilters({ outcomes: countOutcomes(rows), suites, orders })}
${parts.map(
  ([
    id,
    title,
    some,
  ]) => html`<section id="${id}" class="part" data-group><h2>${title} <span class="count">${plural(some.length, 'requirement')}</span></h2>
${some.length === 0 ? html`<p>${note('nowhere')}</p>` : toBoardTable(some, runs)}</section>
`,
)}${toRerunPart(runs)}</main>
${toKeys()}`;
}

const toRerunPart = (runs: readonly BoardRun[]): Html => html`<section id="again" class="part"><h2>Run again</h2>
${runs.map(({ name, report, again = toRerunCommand(report) }) => toCopyable(name, again))}</section>
`;

/** How many rows hold an outcome. */
function countOutcomes(rows: readonly BoardRow[]): Partial<Record<OutcomeId, number>> {
  const counts: Partial<Record<OutcomeId, number>> = {};
  for (const outcome of rows.flatMap(outcomesOf)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function toBand({ runs, different, same, uncompared }: Board): Html {
  const unlike = unlikeIn(runs);
  return html`<header class="band known">
<p class="kicker">Conformance reports</p>
<h1>${plural(runs.length, 'run')} side by side</h1>
<p class="conclusion">${plural(different.length, 'requirement')} ${different.length === 1 ? 'differs' : 'differ'}, ${same.length} ${same.length === 1 ? 'is' : 'are'} the same everywhere${uncompared.length === 0 ? '' : `; ${uncompared.length} ${uncompared.length === 1 ? 'was' : 'were'} judged in fewer than two runs and ${uncompared.length === 1 ? 'is' : 'are'} not compared`}.</p>
${unlike.length === 0 ? undefined : html`<p>${note(`These runs differ in ${unlike.join(', ')}, which may explain differences between verdicts.`)}</p>`}
<div class="scroll" tabindex="0"><table class="runs">
<thead><tr>${['Run', 'Target', 'Verdict', 'Judged'].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${runs.map(toRun)}</tbody></table></div>
</header>
`;
}

function toRun({ name, report }: BoardRun): Content {
  const { sign, words, outcome } = toHeadline(report.exitCode);
  return html`<tr><th scope="row">${said(name, 80)}</th>
<td><code>${said(`${report.url}/${report.namespace}`, 200)}</code></td>
<td><span class="mark ${outcome}" aria-hidden="true">${sign}</span> <b>${words}</b>. ${said(report.conclusion, 300)}</td>
<td>${report.now.slice(0, 10)}, ${report.effort}, calproof ${report.version}</td></tr>
`;
}
