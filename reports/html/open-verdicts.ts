import { toPrintableLine } from '../../wire/printable.js';
import { toCount } from '../../wire/wording.js';
import type { ReportedRequirement } from '../run-report-model.js';
import { groupBy, unexplained } from './failure-groups.js';
import { type Html, html, said } from './html-template.js';
import { toAnchor } from './requirement-list.js';
import { toMark } from './verdict-band.js';

type Unknown = 'cantTell' | 'untested' | 'inapplicable';

/** Requirements that share the reason why nothing was said of them. */
export interface Doubt {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** What came to one of the outcomes that say nothing, by reason, the most frequent first; what a failure explains stands with it. */
export function doubtsOf(all: readonly ReportedRequirement[], outcome: Unknown): readonly Doubt[] {
  const about = unexplained(all).flatMap(({ id, verdict }) =>
    verdict.outcome === outcome ? [{ id, reason: verdict.reason }] : [],
  );
  const groups = groupBy(about, ({ reason }) => withoutIds(reason));
  const doubts = [...groups].map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }));
  return doubts.sort((one, other) => other.ids.length - one.ids.length);
}

/** Ids in paths differ between otherwise equal reasons. */
const withoutIds = (reason: string): string => toPrintableLine(reason).replace(/(?<=\/)\d+/g, 'N');

const titles: Readonly<Record<Unknown, string>> = {
  cantTell: 'Could not be told',
  untested: 'Not judged',
  inapplicable: 'Does not apply',
};

/** All that is not known of the target, and why. */
export function toUnknown(all: readonly ReportedRequirement[]): Html {
  const sections = (['cantTell', 'untested', 'inapplicable'] as const).map((outcome) =>
    toSection(outcome, doubtsOf(all, outcome)),
  );
  return html`${sections}`;
}

function toSection(outcome: Unknown, doubts: readonly Doubt[]): Html | undefined {
  if (doubts.length === 0) return undefined;
  const count = doubts.reduce((sum, { ids }) => sum + ids.length, 0);
  return html`<section class="doubts"><h3>${toMark(outcome)} ${titles[outcome]} <span class="count">${toCount(count)}</span></h3>
${doubts.map(toDoubt)}</section>`;
}

const toDoubt = ({
  reason,
  ids,
}: Doubt): Html => html`<details><summary><b>${toCount(ids.length)}</b> ${said(reason, 400)}</summary>
<ul class="ids">${ids.map((id) => html`<li><a href="#${toAnchor(id)}"><code>${id}</code></a></li>`)}</ul></details>
`;
