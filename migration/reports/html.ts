import { html, type Html } from '../../harness/reports/html/html.js';
import { toPage } from '../../harness/reports/html/page.js';
import { toCopyable } from '../../harness/reports/html/copyable.js';
import { readPageAssets } from '../../harness/reports/html/assets.js';
import { type Comparison, failingOf, type State, toConclusion } from '../comparison.js';
import type { Finding } from '../finding.js';
import { toDetailLines, toExtent, toTitle } from '../finding-words.js';
import { toMatchedWords } from '../match-counts.js';

/** A comparison as one page that loads nothing. */
export function toComparisonHtml(comparison: Comparison): string {
  const { a, b, findings, matched, notes } = comparison;
  const failing = new Set(failingOf(comparison));
  const body = html`<main>
<h1>calproof compare</h1>
<p><strong>${toConclusion(comparison)}</strong></p>
<p>Before: ${toStateWords(a)}<br>After: ${toStateWords(b)}</p>
<ul>
${Object.entries(matched).map(([name, counts]) => html`<li>${name}: ${toMatchedWords(counts)}</li>\n`)}</ul>
${findings.map((finding) => toSection(finding, failing.has(finding)))}
${notes.length > 0 ? html`<h2>Notes</h2>\n<ul>\n${notes.map((note) => html`<li>${note}</li>\n`)}</ul>` : undefined}
</main>
`;
  return toPage({ ...readPageAssets(), title: `calproof compare: ${toConclusion(comparison)}`, body });
}

const toStateWords = ({ name, url, taken }: State): string =>
  name === url ? `${url} now` : `${name}, ${url} at ${taken}`;

function toSection(finding: Finding, isFailing: boolean): Html {
  return html`<section>
<h2>${isFailing ? '✗' : '·'} ${toTitle(finding)}</h2>
<p>${finding.class}, ${toExtent(finding)}</p>
<ul>
${toDetailLines(finding).map((line) => html`<li><code>${line}</code></li>\n`)}</ul>
${finding.curl === undefined ? undefined : toCopyable('Ask for it', finding.curl)}</section>
`;
}
