import type { Level } from '../../kernel/requirement.js';
import { plural, toCount } from '../../wire/wording.js';
import type { Cause } from '../causes.js';
import type { ReportedRequirement, RunReport } from '../run-report-schema.js';
import { groupByReason, type ReasonGroup } from '../reason-groups.js';
import { countOutcomes, isFailed, levels } from '../standing.js';
import { type Html, html, said } from './html-template.js';
import { toAnchor } from './requirement-list.js';
import { type OutcomeId, toMark } from './verdict-band.js';

/** How many reasons, and how many causes, the first screen names. */
const NAMED = 5;
const CAUSES = 8;
/** Letters of what was expected beside each, and of what was observed. */
const SAID = 110;

/** The three answers of the first screen: what failed, how much of the interface that affects, what has no verdict. */
export const toOverview = (report: RunReport, causes: readonly Cause[]): Html => html`<div class="answers">
<section><h2>What failed</h2>${toBroken(causes)}</section>
<section><h2>How much it affects</h2>${toWeight(report)}</section>
<section><h2>What has no verdict</h2>${toOpen(report)}</section>
</div>
`;

function toBroken(causes: readonly Cause[]): Html {
  if (causes.length === 0) return html`<p>Nothing.</p>`;
  const items = causes.slice(0, CAUSES).map(({ failure, explains }) => {
    const { id, statement, verdict } = failure;
    const { expected, observed } = verdict.counterexample.deviation;
    const more = explains.length === 0 ? '' : ` (and ${plural(explains.length, 'other')} with it)`;
    return html`<li class="marked">${toMark('failed')}<span><a href="#${toAnchor(id)}">${statement.trim() || id}</a> <span class="quiet">Expected: ${said(expected, SAID)}. Observed: ${said(observed, SAID)}${more}</span></span></li>`;
  });
  return html`<ul class="plain">${items}</ul>${causes.length > CAUSES ? toRest(causes.length, '#failures', 'cause') : undefined}`;
}

const toRest = (count: number, link: string, what: string): Html =>
  html`<p><a href="${link}">All ${plural(count, what)}</a></p>`;

function toWeight({ requirements, requests, left }: RunReport): Html {
  const rows = levels.flatMap((level) => toLevelRow(level, requirements));
  const affected = new Set(requirements.filter(isFailed).flatMap(({ operations }) => operations)).size;
  const all = new Set(requirements.flatMap(({ operations }) => operations)).size;
  const intermittent = requirements.filter((one) => isFailed(one) && one.verdict.intermittent).length;
  return html`<table class="levels"><thead><tr><td></td><th scope="col">failed</th><th scope="col">passed</th><th scope="col">no verdict</th></tr></thead><tbody>${rows}</tbody></table>
<ul class="plain">
<li>Failures affect ${affected === 0 ? 'none' : affected} of ${plural(all, 'operation')}.</li>
${intermittent === 0 ? undefined : html`<li>${plural(intermittent, 'failure')} did not occur again when repeated.</li>`}
${left.length === 0 ? undefined : html`<li>${plural(left.length, 'record')} could not be deleted; <a href="#run">listed below</a>.</li>`}
<li class="quiet">Judged with ${plural(requests, 'request')}.</li>
</ul>`;
}

function toLevelRow(level: Level, all: readonly ReportedRequirement[]): readonly Html[] {
  const { failed, known, passed, cantTell, untested } = countOutcomes(all.filter((one) => one.level === level));
  const open = cantTell + untested;
  if (failed + known + passed + open === 0) return [];
  const also = known === 0 ? undefined : html` <span class="quiet">+ ${known} known</span>`;
  return [
    html`<tr><th scope="row">${level}</th><td class="${failed > 0 ? 'failed' : ''}">${toCount(failed)}${also}</td><td>${toCount(passed)}</td><td>${toCount(open)}</td></tr>`,
  ];
}

function toOpen({ requirements, end, counts }: RunReport): Html {
  const open = (['cantTell', 'untested'] as const).flatMap((outcome) =>
    groupByReason(requirements, outcome).map((group) => ({ ...group, outcome })),
  );
  const ended = end === 'finished' ? undefined : html`<p><b>The run did not finish: ${end}.</b></p>`;
  const none =
    counts.cantTell + counts.untested > 0
      ? undefined
      : html`<p>${requirements.length === 0 ? 'Nothing was judged.' : 'Every applicable requirement has a verdict.'}</p>`;
  const rest =
    counts.inapplicable === 0
      ? undefined
      : html`<p class="quiet">${plural(counts.inapplicable, 'requirement')} ${counts.inapplicable === 1 ? 'is' : 'are'} not applicable to this target.</p>`;
  return html`${ended}${none}<ul class="plain">${open.slice(0, NAMED).map(toReasonItem)}</ul>${open.length > NAMED ? toRest(open.length, '#unknown', 'reason') : undefined}${rest}`;
}

const toReasonItem = ({ reason, ids, outcome }: ReasonGroup & { readonly outcome: OutcomeId }): Html =>
  html`<li class="marked">${toMark(outcome)}<span><b>${toCount(ids.length)}</b> ${said(reason, 160)}</span></li>`;
