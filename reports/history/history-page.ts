import { plural } from '../../wire/wording.js';
import { readPageAssets, toPage } from '../html/html-page.js';
import { type Content, type Html, html, note, said } from '../html/html-template.js';
import { toAnchor } from '../html/requirement-list.js';
import { toBar, toHeadline, toMark } from '../html/verdict-band.js';
import type { HistoryRun } from './history-run.js';
import type { FlakyVerdict, History, LastingFailure, RunChange } from './history.js';
import {
  toChangeWords,
  toCountWords,
  toFlakyWords,
  toHistorySentence,
  toRunName,
  toSinceWords,
} from './history-words.js';

/**
 * The runs of a history as one page that loads nothing: what fails since when, a line for each run, what changed. `above`
 * stands before all else.
 */
export function toHistoryPage(history: History, above?: Html): string {
  return toPage({
    ...readPageAssets(),
    title: `calproof history: ${plural(history.runs.length, 'run')}`,
    body: html`<a class="skip" href="#failures">To the failures</a>
${above}${toBand(history)}
<main>
${toParts(history)}</main>`,
  });
}

function toBand(history: History): Html {
  const last = history.runs.at(-1);
  const { sign, words, outcome } = toHeadline(last?.entry.conclusion.exitCode ?? 3);
  return html`<header class="band ${outcome}">
<p class="kicker">Conformance over time</p>
<h1><span class="sign" aria-hidden="true">${sign}</span> ${words}</h1>
<p class="conclusion">${toHistorySentence(history)}</p>
${last && html`<p class="target">Last run: ${toRunName(last)}, <code>${said(`${last.entry.target.url}/${last.entry.target.namespace}`, 300)}</code></p>`}
</header>
`;
}

function toParts(history: History): readonly Html[] {
  const { runs, failures, changes, flaky } = history;
  const parts: readonly (readonly [id: string, title: string, count: number, body: Content])[] = [
    ['failures', 'Failures', failures.length, failures.map((one) => toFailureRow(one, history))],
    ['flaky', 'Flaky', flaky.length, flaky.map(toFlakyRow)],
    ['runs', 'Runs', runs.length, runs.toReversed().map(toRunRow)],
    ['changes', 'What changed between runs', changes.length, changes.toReversed().map(toChangeRow)],
  ];
  return parts.map(
    ([
      id,
      title,
      count,
      body,
    ]) => html`<section id="${id}" class="part"><h2>${title} <span class="count">${count}</span></h2>
${
  count === 0
    ? html`<p>${note('none')}</p>`
    : html`<div class="scroll" tabindex="0"><table class="runs">
<thead><tr>${heads[id]?.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${body}</tbody></table></div>`
}</section>
`,
  );
}

const heads: Readonly<Record<string, readonly string[]>> = {
  failures: ['Requirement', 'Since', 'Expected and observed'],
  flaky: ['Requirement', 'Verdicts'],
  runs: ['Run', 'Verdict', 'Requirements'],
  changes: ['From and to', 'Changes'],
};

function toFailureRow(failure: LastingFailure, history: History): Html {
  const { id, deviation } = failure;
  return html`<tr id="${toAnchor(id)}" class="has-failure" tabindex="-1"><th scope="row">${toMark('failed')} <code>${id}</code> <b class="level">${deviation?.level}</b></th>
<td>${toSinceWords(failure, history)}</td>
<td>${deviation && html`<b>Expected</b> ${said(deviation.expected)}<br><b>Observed</b> ${said(deviation.observed)}${deviation.cause === undefined ? undefined : html`<br>${note(`explained by ${deviation.cause}`)}`}`}</td></tr>
`;
}

const toFlakyRow = (one: FlakyVerdict): Html =>
  html`<tr><th scope="row"><code>${one.id}</code></th><td>${toFlakyWords(one)}</td></tr>
`;

function toRunRow(run: HistoryRun): Html {
  const { conclusion, suite, run: facts } = run.entry;
  const { sign, words, outcome } = toHeadline(conclusion.exitCode);
  return html`<tr><th scope="row">${toRunName(run)}<br><span class="quiet">${facts.effort}, ${facts.mode}, seed ${facts.seed}, calproof ${suite.version}</span></th>
<td><span class="mark ${outcome}" aria-hidden="true">${sign}</span> <b>${words}</b>. ${said(conclusion.sentence, 300)}</td>
<td>${toBar(run.counts)}${toCountWords(run)}</td></tr>
`;
}

const toChangeRow = (change: RunChange): Html =>
  html`<tr><th scope="row">${toRunName(change.from)} → ${toRunName(change.to)}</th>
<td>${toChangeWords(change)}${change.broken.map((id) => toChanged('failed', id))}${change.mended.map((id) => toChanged('passed', id))}</td></tr>
`;

const toChanged = (outcome: 'failed' | 'passed', id: string): Html => html`<br>${toMark(outcome)} <code>${id}</code>`;
