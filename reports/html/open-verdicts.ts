import { toCount } from '../../wire/wording.js';
import { groupByReason, type OpenOutcome, openOutcomes, openTitles, type ReasonGroup } from '../reason-groups.js';
import type { ReportedRequirement } from '../run-report-schema.js';
import { toExchange } from './exchange-view.js';
import { type Html, html, said } from './html-template.js';
import { toAnchor } from './requirement-list.js';
import { toMark } from './verdict-band.js';

/** The requirements without a verdict, by reason. */
export const toOpenVerdicts = (all: readonly ReportedRequirement[]): Html =>
  html`${openOutcomes.map((outcome) => toSection(outcome, groupByReason(all, outcome)))}`;

function toSection(outcome: OpenOutcome, groups: readonly ReasonGroup[]): Html | undefined {
  if (groups.length === 0) return undefined;
  const count = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  return html`<section class="reasons"><h3>${toMark(outcome)} ${openTitles[outcome]} <span class="count">${toCount(count)}</span></h3>
${groups.map(toReason)}</section>`;
}

const toReason = ({
  reason,
  ids,
  exchange,
}: ReasonGroup): Html => html`<details><summary><b>${toCount(ids.length)}</b> ${said(reason, 400)}</summary>
${exchange ? toExchange(exchange, { most: 2_000, open: false }) : undefined}<ul class="ids">${ids.map((id) => html`<li><a href="#${toAnchor(id)}"><code>${id}</code></a></li>`)}</ul></details>
`;
