import { plural } from '../layout.js';
import type { ReportedRequirement } from '../model.js';
import { suiteOf } from '../suite-of.js';
import { groupBy } from './group-by.js';
import { type Html, html } from './html.js';
import { toRow } from './requirement-row.js';

/** Every requirement in a line, suite by suite; a failure's line leads to where it is told. */
export function toRequirementList(all: readonly ReportedRequirement[]): Html {
  const suites = [...groupBy(all, ({ id }) => suiteOf(id))];
  return html`${suites.map(
    ([
      suite,
      group,
    ]) => html`<section class="suite" data-group><h3>${suite} <span class="count">${plural(group.length, 'requirement')}</span></h3>
${group.map((one) => toRow(one, { anchored: !('counterexample' in one.verdict) }))}</section>
`,
  )}`;
}
