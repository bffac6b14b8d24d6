import { plural } from '../layout.js';
import { type FailureView, toFailure } from './failure.js';
import { type FailureGroup, isFailed } from './groups.js';
import { type Html, html } from './html.js';
import { toRow } from './requirement-row.js';

/** A cause: its failure in full, then the same rule on other records, then what it explains. */
export function toGroupView({ first, siblings, explains }: FailureGroup, view: FailureView): Html {
  const rest = { ...view, open: false };
  const same = siblings.map((one) => toFailure(one, rest));
  const explained = explains.map((one) => (isFailed(one) ? toFailure(one, rest) : toRow(one, { anchored: false })));
  return html`<section class="group" data-group>
${toFailure(first, view)}
${toMore(`The same rule fails in ${plural(siblings.length, 'other place')}`, same)}
${toMore(`Explains ${plural(explains.length, 'other')}`, explained)}
</section>
`;
}

const toMore = (title: string, parts: readonly Html[]): Html | undefined =>
  parts.length === 0 ? undefined : html`<details class="more"><summary>${title}</summary>${parts}</details>`;
