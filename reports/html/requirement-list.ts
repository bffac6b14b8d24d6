import { suiteOf } from '../../kernel/requirement.js';
import { plural } from '../../wire/wording.js';
import type { ReportedRequirement, ReportedVerdict } from '../run-report-schema.js';
import { groupBy } from '../reason-groups.js';
import { type Html, html, said } from './html-template.js';
import { toFilterable } from './page-filters.js';
import { toMark } from './verdict-band.js';

/**
 * The anchor of a requirement: its id, with signs escaped that an anchor may not have. The page's own parts have anchors
 * without a dot.
 */
export function toAnchor(id: string): string {
  const name = id.replace(/[^\w.-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`);
  return name.includes('.') ? name : `${name}.`;
}

interface RowView {
  /** Whether links to the requirement point here: a failure is shown in full elsewhere. */
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
  const link = anchored ? undefined : html`<p><a href="#${toAnchor(id)}">Show the failure</a></p>`;
  return html`<p>${toCameTo(verdict)}</p>
<blockquote>${clauseText ?? clause}${clauseText === undefined ? undefined : html` <cite>${clause}</cite>`}</blockquote>
<p class="quiet"><b class="level">${level}</b> ${profile}; on ${operations.join(', ')}</p>${link}`;
}

function toCameTo(verdict: ReportedVerdict): Html {
  const spent = plural(verdict.requests, 'request');
  if (verdict.outcome === 'passed' && verdict.requests === 0)
    return html`Passed on what ${plural(verdict.runs, 'execution')} sent, without a request of its own.`;
  if (verdict.outcome === 'passed') return html`Passed with ${plural(verdict.runs, 'generated input')} and ${spent}.`;
  if ('reason' in verdict) return said(verdict.reason);
  const { expected, observed } = verdict.counterexample.deviation;
  return html`Expected ${said(expected, 200)}; observed ${said(observed, 200)}.`;
}

/** Every requirement in a line, suite by suite; the line of a failure links to the failure in full. */
export function toRequirementList(all: readonly ReportedRequirement[]): Html {
  const suites = [...groupBy(all, ({ id }) => suiteOf(id))];
  return html`${suites.map(
    ([
      suite,
      group,
    ]) => html`<section class="suite" data-group><h3>${suite} <span class="count">${plural(group.length, 'requirement')}</span></h3>
${group.map((one) => toRow(one, { anchored: !('counterexample' in one.verdict) }))}</section>
`,
  )}`;
}
