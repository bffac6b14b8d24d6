import { quote } from '../../curl.js';
import { plural, toDuration } from '../layout.js';
import type { ReportedUse, RunReport } from '../model.js';
import { toAnchor } from './anchor.js';
import { toCopyable } from './copyable.js';
import { type Content, type Html, html } from './html.js';
import { said } from './said.js';

/** How the target was judged, and how to do it again. */
export function toRunFacts(report: RunReport): Html {
  const rows: readonly (readonly [string, Content])[] = [
    ['Judged by', `calproof ${report.version}`],
    ['Effort and mode', `${report.effort}, ${report.mode}${report.strict ? ', strict' : ''}`],
    ['Profiles', report.profiles.join(', ')],
    ['Seed', report.seed],
    ['Its present', report.now],
    ['Requests', `${plural(report.requests, 'request')} in ${toDuration(report.ms)}`],
    ['End', report.end],
    ['Clauses', report.clauseSet && html`<code>sha256 ${report.clauseSet}</code>`],
  ];
  const facts = rows.map(([name, value]) =>
    value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  return html`<dl class="facts">${facts}</dl>
${toCopyable('Judge it again', toCommand(report))}
${toLeft(report.left)}`;
}

function toCommand({ url, namespace, seed, effort, mode, now, profiles, strict }: RunReport): string {
  const place = ['calproof', 'check', quote(url), '--namespace', quote(namespace)];
  const words = [...place, '--seed', seed, '--effort', quote(effort), '--mode', quote(mode)];
  return [...words, '--profile', quote(profiles.join(',')), '--now', quote(now), ...(strict ? ['--strict'] : [])].join(
    ' ',
  );
}

const toLeft = (left: readonly string[]): Html | undefined =>
  left.length === 0
    ? undefined
    : html`<h3>Left behind <span class="count">${plural(left.length, 'record')}</span></h3><ul class="ids">${left.map((one) => html`<li>${said(one, 200)}</li>`)}</ul>`;

/** What became of the entries of a baseline. */
export const toBaseline = (uses: readonly ReportedUse[]): Html => html`<div class="scroll" tabindex="0"><table>
<thead><tr>${['Requirement', 'State', 'Why', 'Reason', 'Owner', 'Until'].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${uses.map(toUse)}</tbody></table></div>
`;

const toUse = ({ requirement, state, why, reason, owner, link, expires }: ReportedUse): Html =>
  html`<tr><th scope="row"><a href="#${toAnchor(requirement)}"><code>${requirement}</code></a></th>
<td><b>${state === 'notJudged' ? 'not judged' : state}</b></td><td>${said(why, 300)}</td>
<td>${said(reason, 600)}${link === '' ? undefined : html` <span class="quiet">${said(link, 300)}</span>`}</td>
<td>${said(owner, 100)}</td><td>${expires}</td></tr>`;
