import { plural } from '../layout.js';
import type { ReportedRequirement, ReportedVerdict } from '../model.js';
import { toAnchor } from './anchor.js';
import { toFilterable } from './filterable.js';
import { type Html, html } from './html.js';
import { toMark } from './marks.js';
import { said } from './said.js';

export interface RowView {
  /** Whether links to the requirement lead here: a failure is told elsewhere, at length. */
  readonly anchored: boolean;
}

/** A requirement in a line that can be opened. */
export const toRow = (
  one: ReportedRequirement,
  { anchored }: RowView,
): Html => html`<details class="requirement"${anchored ? html` id="${toAnchor(one.id)}"` : undefined} ${toFilterable(one, [one.verdict.outcome])}>
<summary>${toMark(one.verdict.outcome)} <code>${one.id}</code> <span class="statement">${one.statement}</span></summary>
${toMore(one, anchored)}</details>
`;

function toMore(
  { id, level, profile, clause, clauseText, operations, verdict }: ReportedRequirement,
  anchored: boolean,
): Html {
  const link = anchored ? undefined : html`<p><a href="#${toAnchor(id)}">Where it is told</a></p>`;
  return html`<p>${toCameTo(verdict)}</p>
<blockquote>${clauseText ?? clause}${clauseText === undefined ? undefined : html` <cite>${clause}</cite>`}</blockquote>
<p class="quiet"><b class="level">${level}</b> ${profile}; on ${operations.join(', ')}</p>${link}`;
}

function toCameTo(verdict: ReportedVerdict): Html {
  const spent = plural(verdict.requests, 'request');
  if (verdict.outcome === 'passed') return html`Passed with ${plural(verdict.runs, 'generated input')} and ${spent}.`;
  if ('reason' in verdict) return said(verdict.reason);
  const { expected, observed } = verdict.counterexample.deviation;
  return html`Expected ${said(expected, 200)}; observed ${said(observed, 200)}.`;
}
