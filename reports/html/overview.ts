import type { Level } from '../../kernel/requirement.js';
import { plural, toCount } from '../../wire/wording.js';
import type { ReportedRequirement, RunReport } from '../run-report-model.js';
import { type FailureGroup, isFailed, sizeOf } from './failure-groups.js';
import { type Html, html, said } from './html-template.js';
import { type Doubt, doubtsOf } from './open-verdicts.js';
import { toAnchor } from './requirement-list.js';
import { toMark } from './verdict-band.js';

/** How many of a list the first screen names. */
const NAMED = 5;

/** The first screen's three answers: what is broken, how bad it is, what is unknown. */
export const toOverview = (report: RunReport, groups: readonly FailureGroup[]): Html => html`<div class="answers">
<section><h2>What is broken</h2>${toBroken(groups)}</section>
<section><h2>How bad it is</h2>${toWeight(report, groups)}</section>
<section><h2>What is unknown</h2>${toOpen(report)}</section>
</div>
`;

function toBroken(groups: readonly FailureGroup[]): Html {
  if (groups.length === 0) return html`<p>Nothing that was judged.</p>`;
  const items = groups.slice(0, NAMED).map((group) => {
    const { first } = group;
    const size = sizeOf(group);
    const more = size === 1 ? undefined : html` <span class="quiet">and ${plural(size - 1, 'other')} with it</span>`;
    return html`<li class="marked">${toMark('failed')}<span><a href="#${toAnchor(first.id)}">${first.statement.trim() || first.id}</a>${more}</span></li>`;
  });
  return html`<ul class="plain">${items}</ul>${toRest(groups.length, '#failures', 'cause')}`;
}

const toRest = (count: number, link: string, what: string): Html | undefined =>
  count <= NAMED ? undefined : html`<p><a href="${link}">All ${plural(count, what)}</a></p>`;

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

function toWeight({ requirements, requests, left }: RunReport, groups: readonly FailureGroup[]): Html {
  const rows = levels.flatMap((level) => toLevelRow(level, requirements));
  const touched = new Set(requirements.filter(isFailed).flatMap(({ operations }) => operations)).size;
  const all = new Set(requirements.flatMap(({ operations }) => operations)).size;
  const unsteady = requirements.filter((one) => isFailed(one) && one.verdict.intermittent).length;
  return html`<table class="levels"><thead><tr><td></td><th scope="col">failed</th><th scope="col">passed</th><th scope="col">not told</th></tr></thead><tbody>${rows}</tbody></table>
<ul class="plain">
<li>${touched === 0 ? 'None' : touched} of ${plural(all, 'operation')} ${touched < 2 ? 'is' : 'are'} touched by ${groups.length === 0 ? 'a failure' : plural(groups.length, 'cause')}.</li>
${unsteady === 0 ? undefined : html`<li>${plural(unsteady, 'failure')} did not show again: the target is not steady.</li>`}
${left.length === 0 ? undefined : html`<li>${plural(left.length, 'record')} could not be deleted; <a href="#run">named below</a>.</li>`}
<li class="quiet">Judged with ${plural(requests, 'request')}.</li>
</ul>`;
}

function toLevelRow(level: Level, all: readonly ReportedRequirement[]): readonly Html[] {
  const count = (...outcomes: readonly string[]): number =>
    all.filter((one) => one.level === level && outcomes.includes(one.verdict.outcome)).length;
  const [failed, known, passed, open] = [
    count('failed'),
    count('known'),
    count('passed'),
    count('cantTell', 'untested'),
  ];
  if (failed + known + passed + open === 0) return [];
  const also = known === 0 ? undefined : html` <span class="quiet">+ ${known} known</span>`;
  return [
    html`<tr><th scope="row">${level}</th><td class="${failed > 0 ? 'failed' : ''}">${toCount(failed)}${also}</td><td>${toCount(passed)}</td><td>${toCount(open)}</td></tr>`,
  ];
}

function toOpen({ requirements, end, counts }: RunReport): Html {
  const open = [...doubtsOf(requirements, 'cantTell'), ...doubtsOf(requirements, 'untested')];
  const ended = end === 'finished' ? undefined : html`<p><b>The run was not finished: ${end}.</b></p>`;
  const none = counts.cantTell + counts.untested === 0 ? html`<p>Nothing: all that applies was told.</p>` : undefined;
  const rest =
    counts.inapplicable === 0
      ? undefined
      : html`<p class="quiet">${plural(counts.inapplicable, 'requirement')} ${counts.inapplicable === 1 ? 'does' : 'do'} not apply to this target.</p>`;
  return html`${ended}${none}<ul class="plain">${open.slice(0, NAMED).map(toDoubtItem)}</ul>${toRest(open.length, '#unknown', 'reason')}${rest}`;
}

const toDoubtItem = ({ reason, ids }: Doubt): Html =>
  html`<li class="marked">${toMark('cantTell')}<span><b>${toCount(ids.length)}</b> ${said(reason, 160)}</span></li>`;
