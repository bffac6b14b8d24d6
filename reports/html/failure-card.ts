import { quote } from '../../wire/curl.js';
import { plural } from '../../wire/wording.js';
import type { ReportedCounterexample, ReportedExchange, RunReport } from '../run-report-model.js';
import { compare, toDiffView } from './body-comparison.js';
import { toCopyable, toCurlLines, toCurlScript } from './copyable-command.js';
import type { Detail } from './detail.js';
import { toExchange, toValue } from './exchange-view.js';
import { type Failed, type FailureGroup, isFailed } from './failure-groups.js';
import { type Html, html, note, said } from './html-template.js';
import { toFilterable } from './page-filters.js';
import { toAnchor, toRow } from './requirement-list.js';
import { toMark } from './verdict-band.js';

export interface FailureView {
  /** The report that the failure stands in. */
  readonly report: RunReport;
  readonly detail: Detail;
  /** Whether input and exchanges are to be seen at once. */
  readonly open: boolean;
}

/** A failure: what was expected and observed side by side, and under it all that is needed to see it again. */
export const toFailure = (
  one: Failed,
  view: FailureView,
): Html => html`<article class="failure ${one.verdict.outcome}" id="${toAnchor(one.id)}" tabindex="-1" ${toFilterable(one, [one.verdict.outcome])}>
${toHead(one)}
${toContrast(one.verdict.counterexample)}
${one.verdict.intermittent ? html`<p>${note('It did not show again when repeated on fresh records: the target is not steady.')}</p>` : undefined}
${toEvidence(one, view)}
</article>
`;

const toHead = ({ id, level, profile, clause, clauseText, statement, verdict }: Failed): Html => html`<header>
<h3>${toMark(verdict.outcome)}<span>${statement}</span></h3>
<p class="about"><a class="id" href="#${toAnchor(id)}"><code>${id}</code></a> <b class="level">${level}</b> <span>${profile}</span></p>
<blockquote>${clauseText ?? clause}${clauseText === undefined ? undefined : html` <cite>${clause}</cite>`}</blockquote>
</header>`;

const toContrast = ({ deviation }: ReportedCounterexample): Html => html`<div class="contrast">
<section><h4>Expected</h4><p class="said">${said(deviation.expected)}</p></section>
<section class="observed"><h4>Observed</h4><p class="said">${said(deviation.observed)}</p></section>
</div>`;

function toEvidence(failed: Failed, { report, detail, open }: FailureView): Html {
  const { counterexample } = failed.verdict;
  const shown = decidingOf(counterexample);
  const comparison = shown && compare(counterexample, shown);
  return html`<details class="evidence"${open ? html` open` : undefined}><summary>Input, exchange and how to repeat it</summary>
${toInput(counterexample)}
${comparison ? html`<h4>What differs</h4>${toDiffView(comparison)}` : undefined}
${toExchanges(counterexample, shown, detail)}
<h4>Repeat</h4>
${toCopyable('Send it again', `calproof replay REPORT.json ${quote(failed.id)}`)}
${shown ? toCurlLines(counterexample, shown) : undefined}
${toCurlScript(failed, report, detail.script)}
</details>`;
}

/** The exchange that shows the failure: the deviation's own, else the last one of the check. */
function decidingOf({ deviation, exchanges }: ReportedCounterexample): ReportedExchange | undefined {
  const own = exchanges.find(({ number }) => number === deviation.exchange);
  return own ?? exchanges.findLast(({ phase }) => phase === 'check') ?? exchanges.at(-1);
}

function toInput({ value, shrinks, seed, path }: ReportedCounterexample): Html {
  const effort = shrinks === 0 ? 'as it was drawn' : `made smaller in ${plural(shrinks, 'step')}`;
  return html`<h4>Input</h4>${toValue(value)}<p class="quiet">The smallest input found that fails in this way, ${effort}; seed ${seed}, path ${path}.</p>`;
}

function toExchanges({ exchanges }: ReportedCounterexample, shown: ReportedExchange | undefined, detail: Detail): Html {
  const told = exchanges.slice(0, detail.exchanges);
  const all = shown && !told.includes(shown) ? [...told, shown] : told;
  const views = all.map((one) =>
    toExchange(one, { open: one === shown, most: one === shown ? detail.deciding : detail.others }),
  );
  const left = exchanges.length - all.length;
  const remarks = [
    ...(detail.others === 0 && all.length > 1
      ? ['The page is short of room: what else went over the wire is in the JSON report.']
      : []),
    ...(left > 0 ? [`${plural(left, 'more exchange')}, in the JSON report.`] : []),
  ];
  return html`<h4>${plural(exchanges.length, 'exchange')}</h4>${views}${remarks.map((one) => html`<p>${note(one)}</p>`)}`;
}

/** A cause: its failure in full, then the same rule on other records, then what it explains. */
export function toGroupView({ first, siblings, explains }: FailureGroup, view: FailureView): Html {
  const rest = { ...view, open: false };
  const same = siblings.map((one) => toFailure(one, rest));
  const explained = explains.map((one) => (isFailed(one) ? toFailure(one, rest) : toRow(one, { anchored: false })));
  return html`<section class="group" data-group>
${toFailure(first, view)}
${toMore(`The same rule fails in ${plural(siblings.length, 'other place')}`, same)}
${toMore(`Explains ${plural(explains.length, 'other')}`, explained)}
</section>
`;
}

const toMore = (title: string, parts: readonly Html[]): Html | undefined =>
  parts.length === 0 ? undefined : html`<details class="more"><summary>${title}</summary>${parts}</details>`;
