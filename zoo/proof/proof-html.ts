import { readPageAssets, toPage } from '../../reports/html/html-page.js';
import { escapeHtml, ours } from '../../reports/html/html-template.js';
import type { ConformingRow, FaultRow } from './matrix-row.js';
import { quickestOf, toFate, toNumbers, toShareWithin, toStanding, toVerdict } from './proof-text.js';
import { recallOf } from './sample.js';
import { figuresOf, gapsOf, isCaught, missesWithin, type Proof } from './proof.js';

const SIZE = 3;

/** The kill matrix as a picture: a dot where a requirement caught a fault, named when pointed at. */
function toMatrixSvg({ bare, faults }: Proof): string {
  const columns = new Map(bare.passed.map((id, at) => [id, at]));
  const dots = faults.flatMap(({ id, caughtBy }, row) =>
    caughtBy.map(({ requirement }) => toDot(`${id}: ${requirement}`, columns.get(requirement) ?? 0, row)),
  );
  const [width, height] = [columns.size * SIZE, faults.length * SIZE];
  const label = `${faults.length} faults by ${columns.size} requirements`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${dots.join('')}</svg>`;
}

const toDot = (title: string, column: number, row: number): string =>
  `<rect x="${column * SIZE}" y="${row * SIZE}" width="${SIZE}" height="${SIZE}"><title>${escapeHtml(title)}</title></rect>`;

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
.proof svg { display: block; max-width: 100%; height: auto; background: var(--raised); } .proof svg rect { fill: currentColor; }
`;

/** A proof as one HTML page that loads nothing and runs nothing. */
export function toProofHtml(proof: Proof): string {
  const title = `How much calproof sees: ${proof.target}`;
  const style = readPageAssets().style + proofStyle;
  return toPage({ title, style, body: ours(`<main class="proof">\n${toParts(proof, title)}\n</main>`) });
}

const toParts = (proof: Proof, title: string): string =>
  [
    `<h1>${escapeHtml(title)}</h1>`,
    toConclusion(proof),
    `<pre>${escapeHtml(toNumbers(proof).join('\n'))}</pre>`,
    '<h2>Faults × requirements</h2>',
    '<p>A row is a fault, a column a requirement; a square where the requirement caught the fault.</p>',
    toMatrixSvg(proof),
    toFaults('Faults, and who catches them', proof.faults),
    toFaults('Faults behind foreign deployments', proof.behind),
    toConforming(proof.conforming),
  ].join('\n');

function toConclusion(proof: Proof): string {
  const gaps = gapsOf(proof);
  const isGood = gaps.length === 0;
  const missing = isGood ? '' : `<ul>${gaps.map((gap) => `<li>${escapeHtml(gap)}</li>`).join('')}</ul>`;
  const verdict = isGood
    ? `${missesWithin(proof).missed.length === 0 ? '✓ ' : ''}${toVerdict(proof)}`
    : '✗ Not proven.';
  return `<p class="${isGood ? 'good' : 'bad'}">${verdict} ${toSentence(proof)}</p>${missing}`;
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

const cell = (text: string): string => `<td>${escapeHtml(text)}</td>`;

function toFaults(title: string, rows: readonly FaultRow[]): string {
  const lines = rows.map((row) => {
    const quickest = quickestOf(row);
    const place = row.behind === undefined ? '' : ` behind ${row.behind}`;
    const all = row.caughtBy.map(({ requirement, requests }) => `${requirement} (${requests})`).join('\n');
    const details = `<details><summary>${escapeHtml(toFate(row))}</summary><pre>${escapeHtml(all)}</pre></details>`;
    return `<tr class="${isCaught(row) ? 'good' : 'bad'}"><td><code>${escapeHtml(row.id + place)}</code></td>${cell(row.statement)}<td>${details}</td>${cell(String(quickest?.shown ?? ''))}</tr>`;
  });
  const head = '<tr><th>fault</th><th>what is wrong</th><th>caught by</th><th>requests of the counterexample</th></tr>';
  return `<h2>${title}</h2><div class="scroll" tabindex="0"><table>${head}${lines.join('\n')}</table></div>`;
}

function toConforming(rows: readonly ConformingRow[]): string {
  const lines = rows.map((row) => {
    const lost = row.lost.map(({ requirement, reason, allowed }) => `${requirement}: ${allowed ?? reason}`).join('\n');
    const details =
      lost === '' ? '' : `<details><summary>${row.lost.length}</summary><pre>${escapeHtml(lost)}</pre></details>`;
    const how = row.parts.length === 0 ? row.statement : row.parts.join(', ');
    const fate = row.blamed.length === 0 ? 'good' : 'bad';
    return `<tr class="${fate}"><td><code>${escapeHtml(row.id)}</code></td>${cell(how)}${cell(toStanding(row))}<td>${details}</td></tr>`;
  });
  const head = '<tr><th>target</th><th>how it differs</th><th></th><th>inconclusive or not applicable</th></tr>';
  return `<h2>Conforming targets</h2><div class="scroll" tabindex="0"><table>${head}${lines.join('\n')}</table></div>`;
}
