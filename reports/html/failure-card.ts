import { quote } from '../../wire/curl.js';
import { plural } from '../../wire/wording.js';
import type { Cause } from '../causes.js';
import type { ReportedExchange } from '../exchange-schema.js';
import type { ReportedCounterexample, RunReport } from '../run-report-schema.js';
import { decidingExchange, INTERMITTENT } from '../counterexample.js';
import { toSentInput } from '../sent-input.js';
import { type Failed, isFailed } from '../standing.js';
import { compare, toDiffView } from './body-comparison.js';
import { toCopyable, toCurlLines, toCurlScript } from './copyable-command.js';
import type { Detail } from './detail.js';
import { toBody, toExchange } from './exchange-view.js';
import { type Html, html, note, said } from './html-template.js';
import { toFilterable } from './page-filters.js';
import { toAnchor, toRow } from './requirement-list.js';
import { toMark } from './verdict-band.js';

export interface FailureView {
  /** The report that the failure stands in. */
  readonly report: RunReport;
  readonly detail: Detail;
  /** Whether input and exchanges are shown at once. */
  readonly open: boolean;
}

/** A failure: expected and observed side by side, and below all that is needed to reproduce it. */
export const toFailure = (
  one: Failed,
  view: FailureView,
): Html => html`<article class="failure ${one.verdict.outcome}" id="${toAnchor(one.id)}" tabindex="-1" ${toFilterable(one, [one.verdict.outcome])}>
${toHead(one)}
${toContrast(one.verdict.counterexample)}
${one.verdict.intermittent ? html`<p>${note(INTERMITTENT)}</p>` : undefined}
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
  const shown = decidingExchange(counterexample);
  const comparison = shown && compare(counterexample, shown);
  return html`<details class="evidence"${open ? html` open` : undefined}><summary>Input, exchanges and how to reproduce it</summary>
${toInput(counterexample)}
${comparison ? html`<h4>What differs</h4>${toDiffView(comparison)}` : undefined}
${toExchanges(counterexample, shown, detail)}
<h4>Reproduce</h4>
${toCopyable('With calproof', `calproof replay REPORT.json ${quote(failed.id)}`)}
${shown ? toCurlLines(counterexample, shown, report) : undefined}
${toCurlScript(failed, report, detail.script)}
</details>`;
}

/** Inputs are small; one that is not is cut. */
const MOST_OF_INPUT = 6_000;

function toInput(counterexample: ReportedCounterexample): Html {
  const { shrinks, seed, path } = counterexample;
  const sent = toSentInput(counterexample).map(
    ({ line, body }) =>
      html`<p><code>${said(line)}</code></p>${body === undefined ? undefined : toBody({ text: body }, MOST_OF_INPUT)}`,
  );
  const effort = shrinks === 0 ? 'as generated' : `shrunk in ${plural(shrinks, 'step')}`;
  return html`<h4>Input</h4>${sent}<p class="quiet">The smallest input found with this failure, ${effort}; seed ${seed}, path ${path}.</p>`;
}

function toExchanges({ exchanges }: ReportedCounterexample, shown: ReportedExchange | undefined, detail: Detail): Html {
  const first = exchanges.slice(0, detail.exchanges);
  const all = shown && !first.includes(shown) ? [...first, shown] : first;
  const views = all.map((one) =>
    toExchange(one, { open: one === shown, most: one === shown ? detail.deciding : detail.others }),
  );
  const left = exchanges.length - all.length;
  const remarks = [
    ...(detail.others === 0 && all.length > 1
      ? ['Other bodies are omitted to keep this page small; see the JSON report.']
      : []),
    ...(left > 0 ? [`${plural(left, 'more exchange')} in the JSON report.`] : []),
  ];
  return html`<h4>${plural(exchanges.length, 'exchange')}</h4>${views}${remarks.map((one) => html`<p>${note(one)}</p>`)}`;
}

/** A cause: its failure in full, and what it explains. */
export function toCauseView({ failure, explains }: Cause, view: FailureView): Html {
  const rest = { ...view, open: false };
  const explained = explains.map((one) => (isFailed(one) ? toFailure(one, rest) : toRow(one, { anchored: false })));
  return html`<section class="group" data-group>
${toFailure(failure, view)}
${explained.length === 0 ? undefined : html`<details class="more"><summary>Explains ${plural(explains.length, 'other')}</summary>${explained}</details>`}
</section>
`;
}
