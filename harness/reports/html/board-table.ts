import type { ReportedVerdict } from '../model.js';
import { toAnchor } from './anchor.js';
import { type BoardRow, type BoardRun, outcomesOf } from './board.js';
import { toFilterable } from './filterable.js';
import { type Html, html } from './html.js';
import { marks, toMark } from './marks.js';
import { said } from './said.js';
import { toHeadline } from './verdict-band.js';

/** Requirements by runs; what is to be said of an outcome can be opened in its cell. */
export const toBoardTable = (
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
  const look = outcomes.includes('failed') ? 'has-failure' : 'no-failure';
  return html`<tr id="${toAnchor(id)}" tabindex="-1" class="${look}" ${toFilterable(requirement, outcomes)}>
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
