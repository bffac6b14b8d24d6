import { suiteOf } from '../../kernel/requirement.js';
import { readPageAssets, toPage } from '../../reports/html/html-page.js';
import { escapeHtml, ours } from '../../reports/html/html-template.js';
import type { ConformingRow, FaultRow } from './matrix-row.js';
import { quickestOf, toFate, toNumbers, toShareWithin, toStanding, toVerdict } from './proof-text.js';
import { recallOf } from './sample.js';
import { toKillMatrix } from './kill-matrix.js';
import { isUnblamed, rowOf, toSearch } from './proof-filters.js';
import { figuresOf, gapsOf, isCaught, missesWithin, type Proof } from './proof.js';

/** What the page of a proof adds to the style of our pages. */
const proofStyle = `
.proof h1 { margin-block: 1.5rem 0.75rem; font-size: 1.75rem; color: var(--ink); }
.proof h2 { margin-block: 2rem 0.5rem; }
.proof table { width: 100%; }
.proof td:first-child { min-width: min(16rem, 40vw); overflow-wrap: anywhere; }
.proof ul { margin-block: 0.5rem 1rem; padding-left: 1.25rem; }
.proof td { min-width: 8rem; }
p.good, p.bad { color: var(--tone); font-weight: 600; }
.good { --tone: var(--passed); } .bad { --tone: var(--failed); }
tr.bad { background: var(--failed-paper); }
tr.bad td:first-child::before { content: '✗ '; } tr.good td:first-child::before { content: '✓ '; }
.proof svg { display: block; fill: var(--ink); font-size: 10px; } .proof svg .axis { font-weight: 600; font-size: 12px; }
.proof th button { all: unset; cursor: pointer; text-decoration: underline; } .proof th button:focus-visible { outline: 2px solid var(--link); }
.proof th[aria-sort='ascending'] button::after { content: ' ▲' / ''; } .proof th[aria-sort='descending'] button::after { content: ' ▼' / ''; }
@media print { .proof .filters { display: none; } }
`;

/** A proof as one HTML page that loads nothing, and runs nothing but the script of all pages. */
export function toProofHtml(proof: Proof): string {
  const title = `How much calproof sees: ${proof.target}`;
  const { style, script } = readPageAssets();
  return toPage({
    title,
    style: style + proofStyle,
    script,
    body: ours(`<main class="proof">\n${toParts(proof, title)}\n</main>`),
  });
}

const toParts = (proof: Proof, title: string): string =>
  [
    `<h1>${escapeHtml(title)}</h1>`,
    toConclusion(proof),
    `<pre>${escapeHtml(toNumbers(proof).join('\n'))}</pre>`,
    '<h2>Faults × requirements</h2>',
    '<p>A row is a fault, a column a requirement; a square where the requirement caught the fault. Labels name the resource or the suite that begins there. An empty place is no proof of a miss: most requirements are about something else.</p>',
    toKillMatrix(proof),
    toSearch(proof),
    toFaults('Faults, and who catches them', proof.faults),
    toFaults('Faults behind foreign deployments', proof.behind),
    toConforming(proof.conforming),
  ].join('\n');

function toConclusion(proof: Proof): string {
  const gaps = gapsOf(proof);
  const isGood = gaps.length === 0;
  const missing = isGood ? '' : `<ul>${gaps.map((gap) => `<li>${escapeHtml(gap)}</li>`).join('')}</ul>`;
  const isProven = isGood && missesWithin(proof).missed.length === 0;
  const verdict = isGood ? `${isProven ? '✓ ' : ''}${toVerdict(proof)}` : '✗ Not proven.';
  const colour = isProven ? 'good' : isGood ? '' : 'bad';
  return `<p class="${colour}">${verdict} ${toSentence(proof)}</p>${missing}`;
}

function toSentence(proof: Proof): string {
  const { caught, faults, unblamed, conforming } = figuresOf(proof);
  const parts = [
    faults > 0 && `${caught} of ${faults} faults caught`,
    conforming > 0 && `${unblamed} of ${conforming} conforming targets not blamed`,
  ].filter((part) => part !== false);
  const recall = proof.sample && recallOf('', proof.sample.rows);
  if (recall) return `${recall.caught} of ${recall.drawn} points caught: ${toShareWithin(recall)}.`;
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** A table that the script sorts by any of its columns. */
const toTable = (title: string, columns: readonly string[], lines: readonly string[]): string => {
  const head = columns.map((column) => `<th scope="col"><button type="button" class="sort">${column}</button></th>`);
  return `<section class="part"><h2>${title}</h2><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div></section>`;
};

const cell = (text: string): string => `<td>${escapeHtml(text)}</td>`;

function toFaults(title: string, rows: readonly FaultRow[]): string {
  const lines = rows.map((row) => {
    const quickest = quickestOf(row);
    const place = row.behind === undefined ? '' : ` behind ${row.behind}`;
    const all = row.caughtBy.map(({ requirement, requests }) => `${requirement} (${requests})`).join('\n');
    const details = `<details><summary>${escapeHtml(toFate(row))}</summary><pre>${escapeHtml(all)}</pre></details>`;
    return `${rowOf(isCaught(row), suiteOf(row.id))}<td><code>${escapeHtml(row.id + place)}</code></td>${cell(row.statement)}<td>${details}</td>${cell(String(quickest?.shown ?? ''))}</tr>`;
  });
  return toTable(title, ['fault', 'what is wrong', 'caught by', 'requests of the counterexample'], lines);
}

function toConforming(rows: readonly ConformingRow[]): string {
  const lines = rows.map((row) => {
    const lost = row.lost.map(({ requirement, reason, allowed }) => `${requirement}: ${allowed ?? reason}`).join('\n');
    const details =
      lost === '' ? '' : `<details><summary>${row.lost.length}</summary><pre>${escapeHtml(lost)}</pre></details>`;
    const how = row.parts.length === 0 ? row.statement : row.parts.join(', ');
    return `${rowOf(isUnblamed(row), suiteOf(row.id))}<td><code>${escapeHtml(row.id)}</code></td>${cell(how)}${cell(toStanding(row))}<td>${details}</td></tr>`;
  });
  return toTable('Conforming targets', ['target', 'how it differs', 'result', 'inconclusive or not applicable'], lines);
}
