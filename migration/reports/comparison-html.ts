import { toCopyable } from '../../reports/html/copyable-command.js';
import { readPageAssets, toPage } from '../../reports/html/html-page.js';
import { type Html, html } from '../../reports/html/html-template.js';
import {
  type Comparison,
  failingOf,
  isPartial,
  type State,
  toConclusion,
  toMatchedRows,
} from '../findings/comparison-result.js';
import type { Finding } from '../findings/finding.js';
import { toReadingSentences } from '../findings/partial-reading.js';
import { toDetailLines, toExtent, toTitle } from './comparison-text.js';

/** A comparison as one page that loads nothing: the differences, most severe first, then the matched records. */
export function toComparisonHtml(comparison: Comparison): string {
  const { findings, notes, checks, reading } = comparison;
  const failing = new Set(failingOf(comparison));
  const body = html`${toBand(comparison, failing.size > 0)}
<main>
${findings.length === 0 ? undefined : toPart('Differences', ...findings.map((one) => toSection(one, failing.has(one))))}
${checks && toPart('Checks', html`<ul class="lines">${checks.map(({ when, conclusion, page }) => html`<li>${when === 'before' ? 'Before' : 'After'}: ${conclusion} <a href="${page}">Report</a></li>`)}</ul>`)}
${toPart('Matched records', html`<dl class="facts">${toMatchedRows(comparison).map(([name, words]) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`)}</dl>`)}
${reading && toPart('How much was read', toLines(toReadingSentences(reading)))}
${notes.length === 0 ? undefined : toPart('Not proved', toLines(notes))}
</main>`;
  return toPage({ ...readPageAssets(), title: `calproof compare: ${toConclusion(comparison)}`, body });
}

const toPart = (title: string, ...parts: readonly Html[]): Html =>
  html`<section class="part"><h2>${title}</h2>\n${parts}</section>\n`;

const toLines = (lines: readonly string[]): Html =>
  html`<ul class="lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;

const toBand = (
  comparison: Comparison,
  isFailing: boolean,
): Html => html`<header class="band ${isFailing ? 'failed' : 'passed'}">
<p class="kicker">Two states of a calendar</p>
<h1><span class="sign" aria-hidden="true">${isFailing ? '✗' : '✓'}</span> ${toHeading(comparison, isFailing)}</h1>
<p class="conclusion">${toConclusion(comparison)}</p>
<div class="scroll" tabindex="0"><table class="runs">
<thead><tr>${['State', 'Of', 'Taken'].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${toState('Before', comparison.a)}${toState('After', comparison.b)}</tbody></table></div>
</header>`;

const toHeading = (comparison: Comparison, isFailing: boolean): string => {
  if (isFailing) return 'They differ';
  return isPartial(comparison) ? 'They agree in what was read' : 'They agree';
};

const toState = (when: string, { name, url, taken }: State): Html =>
  html`<tr><th scope="row">${when}</th><td><code>${url}</code></td><td>${name === url ? 'now' : `${taken}, in ${name}`}</td></tr>`;

/** A finding that fails the comparison has the colour of a failure, any other one that of a known deviation. */
const toSection = (
  finding: Finding,
  isFailing: boolean,
): Html => html`<article class="finding ${isFailing ? 'failed' : 'known'}">
<h3><span class="mark ${isFailing ? 'failed' : 'known'}" aria-hidden="true">${isFailing ? '✗' : '·'}</span> ${toTitle(finding)}</h3>
<p class="quiet"><b>${finding.class}</b>, ${toExtent(finding)}</p>
<ul class="lines">${toDetailLines(finding).map((line) => html`<li><code>${line}</code></li>`)}</ul>
${finding.curl === undefined ? undefined : toCopyable('Repeat', finding.curl)}</article>
`;
