import type { RunReport } from '../model.js';
import { toOverview } from './answers.js';
import { suiteOf } from '../suite-of.js';
import { readPageAssets } from './assets.js';
import { type Detail, toDetail } from './detail.js';
import { type FailureView, toFailure } from './failure.js';
import { toFilters } from './filters.js';
import { toGroupView } from './group-view.js';
import { type FailureGroup, isKnown, toGroups } from './groups.js';
import { type Content, type Html, html } from './html.js';
import { toKeys } from './keys.js';
import { toLearned } from './learned.js';
import { toMatrix } from './matrix.js';
import { toPage } from './page.js';
import { toRequirementList } from './requirement-list.js';
import { toBaseline, toRunFacts } from './run-facts.js';
import { toUnknown } from './unknown.js';
import { toBand } from './verdict-band.js';

/** A run as one HTML page. Of what went over the wire it shows as much as leaves the page quick to open. */
export const toRunPage = (report: RunReport): string =>
  toPage({ ...readPageAssets(), title: `calproof: ${report.url}`, body: toBody(report, toDetail(report)) });

function toBody(report: RunReport, detail: Detail): Html {
  const { requirements, counts, baseline = [], learned } = report;
  const groups = toGroups(requirements);
  const known = requirements.filter(isKnown);
  const sections: readonly (readonly [id: string, title: string, body: Content])[] = [
    ['failures', 'Failures', groups.length === 0 ? undefined : toFailures(groups, { report, detail })],
    [
      'known',
      'Known deviations',
      known.length === 0 ? undefined : known.map((one) => toFailure(one, { report, detail, open: false })),
    ],
    ['baseline', 'Baseline', baseline.length === 0 ? undefined : toBaseline(baseline)],
    [
      'unknown',
      'Unknown',
      counts.cantTell + counts.untested + counts.inapplicable === 0 ? undefined : toUnknown(requirements),
    ],
    ['matrix', 'Operations and requirements', toMatrix(requirements)],
    ['requirements', 'All requirements', toRequirementList(requirements)],
    ['profile', 'What was learned of the target', toLearned(learned)],
    ['run', 'The run', toRunFacts(report)],
  ];
  const shown = sections.filter(([, , body]) => body !== undefined);
  const suites = [...new Set(requirements.map(({ id }) => suiteOf(id)))].sort();
  return html`<a class="skip" href="#${shown[0]?.[0] ?? 'run'}">To the details</a>
${toBand(report)}
<main>
${toOverview(report, groups)}
<nav class="contents" aria-label="Contents">${shown.map(([id, title]) => html`<a href="#${id}">${title}</a> `)}</nav>
${toFilters({ outcomes: counts, suites })}
${shown.map(
  ([id, title, body]) => html`<section id="${id}" class="part"><h2>${title}</h2>
${body}</section>
`,
)}</main>
${toKeys()}`;
}

const toFailures = (groups: readonly FailureGroup[], view: Omit<FailureView, 'open'>): Content =>
  groups.map((group, at) => toGroupView(group, { ...view, open: at === 0 }));
