import { toCount } from '../../wire/wording.js';
import type { ReportedVerdict, RunReport } from '../run-report-schema.js';
import { type Html, html, said } from './html-template.js';

/** The outcome of a requirement, as reports state it. */
export type OutcomeId = ReportedVerdict['outcome'];

/** A sign and a word for each outcome, so that none depends on its colour. */
export const marks: Readonly<Record<OutcomeId, { readonly sign: string; readonly word: string }>> = {
  failed: { sign: '✗', word: 'failed' },
  known: { sign: '≈', word: 'known deviation' },
  cantTell: { sign: '?', word: 'inconclusive' },
  untested: { sign: '○', word: 'not run' },
  passed: { sign: '✓', word: 'passed' },
  inapplicable: { sign: '–', word: 'not applicable' },
};

/** The outcomes, the worst first. */
export const outcomeIds: readonly OutcomeId[] = ['failed', 'known', 'cantTell', 'untested', 'passed', 'inapplicable'];

/** The sign of an outcome, which is read aloud as its word. */
export const toMark = (outcome: OutcomeId): Html =>
  html`<span class="mark ${outcome}" role="img" aria-label="${marks[outcome].word}">${marks[outcome].sign}</span>`;

/** What a run comes to in two words, with a sign, and the outcome that gives its colour. */
export interface Headline {
  readonly sign: string;
  readonly words: string;
  readonly outcome: OutcomeId;
}

const unjudged: Headline = { sign: '?', words: 'Could not be judged', outcome: 'cantTell' };

const headlines: Readonly<Record<RunReport['exitCode'], Headline>> = {
  0: { sign: '✓', words: 'Conforms', outcome: 'passed' },
  1: { sign: '✗', words: 'Deviates', outcome: 'failed' },
  3: unjudged,
  130: { sign: '○', words: 'Interrupted', outcome: 'untested' },
};

/** A result that is too old to count. */
export const expired: Headline = { sign: '–', words: 'Expired', outcome: 'inapplicable' };

/** What a page says of a run instead of what it came to. */
export interface Instead {
  readonly headline: Headline;
  readonly conclusion: string;
}

/** The verdict of a run, for a person who reads nothing else. */
export function toBand(report: RunReport, instead?: Instead): Html {
  const { url, namespace, now, counts } = report;
  const { sign, words, outcome } = instead?.headline ?? toHeadline(report.exitCode);
  const conclusion = instead?.conclusion ?? report.conclusion;
  return html`<header class="band ${outcome}">
<p class="kicker">Conformance report, ${now.slice(0, 10)}</p>
<h1><span class="sign" aria-hidden="true">${sign}</span> ${words}</h1>
<p class="conclusion">${said(conclusion)}</p>
<p class="target"><code>${said(`${url}/${namespace}`, 300)}</code></p>
${toCounts(counts)}
</header>
`;
}

/** What a run comes to, for other pages. */
export const toHeadline = (exitCode: RunReport['exitCode']): Headline => headlines[exitCode];

const WIDTH = 1000;

type Counts = RunReport['counts'];

const isAmong =
  (counts: Counts) =>
  (one: OutcomeId): boolean =>
    counts[one] > 0;

/** The outcomes as parts of one bar, and beside it as numbers. */
function toCounts(counts: Counts): Html {
  const legend = outcomeIds
    .filter(isAmong(counts))
    .map(
      (one) =>
        html`<li><a href="#?outcome=${one}"><span class="mark ${one}" aria-hidden="true">${marks[one].sign}</span> <b>${toCount(counts[one])}</b> ${marks[one].word}</a></li>`,
    );
  return html`${toBar(counts)}
<ul class="counts">${legend}</ul>`;
}

/** The outcomes as parts of one bar; the numbers stand beside it. */
export function toBar(counts: Counts): Html {
  const shown = outcomeIds.filter(isAmong(counts));
  const all = shown.reduce((sum, one) => sum + counts[one], 0);
  let x = 0;
  const parts = shown.map((one) => {
    const width = (counts[one] / all) * WIDTH;
    const part = html`<rect class="part ${one}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}
