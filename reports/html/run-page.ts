import { suiteOf } from '../../kernel/requirement.js';
import { plural, toDuration } from '../../wire/wording.js';
import { type Cause, toCauses, toFailureCount } from '../causes.js';
import { harms, harmTitles } from '../harm.js';
import { toRerunCommand } from '../rerun-command.js';
import type { ReportedUse, RunReport } from '../run-report-schema.js';
import { isKnown } from '../standing.js';
import { toCopyable } from './copyable-command.js';
import { type Detail, toDetail } from './detail.js';
import { type FailureView, toFailure, toCauseView } from './failure-card.js';
import { readPageAssets, toPage } from './html-page.js';
import { type Content, type Html, html, said } from './html-template.js';
import { toLatencyTable } from './latency-table.js';
import { toLearned } from './learned-view.js';
import { toOpenVerdicts } from './open-verdicts.js';
import { toMatrix } from './operation-matrix.js';
import { toOverview } from './overview.js';
import { toFilters, toKeys } from './page-filters.js';
import { toAnchor, toRequirementList } from './requirement-list.js';
import { type Instead, toBand } from './verdict-band.js';

/** How the target was judged, and how to do it again. */
function toRunFacts(report: RunReport, again = toRerunCommand(report)): Html {
  const rows: readonly (readonly [string, Content])[] = [
    ['Judged by', `calproof ${report.version}`],
    ['Version of the target', report.targetVersion && said(report.targetVersion, 100)],
    ['Effort and mode', `${report.effort}, ${report.mode}${report.strict ? ', strict' : ''}`],
    ['Profiles', report.profiles.join(', ')],
    ['Seed', report.seed],
    ['Present time', report.now],
    ['Requests', `${plural(report.requests, 'request')} in ${toDuration(report.ms)}`],
    ['End', report.end],
    ['Clauses', report.clauseSet && html`<code>sha256 ${report.clauseSet}</code>`],
  ];
  const facts = rows.map(([name, value]) =>
    value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  return html`<dl class="facts">${facts}</dl>
${toCopyable('Run again', again)}
${toLeft(report.left)}`;
}

const toLeft = (left: readonly string[]): Html | undefined =>
  left.length === 0
    ? undefined
    : html`<h3>Left behind <span class="count">${plural(left.length, 'record')}</span></h3><ul class="ids">${left.map((one) => html`<li>${said(one, 200)}</li>`)}</ul>`;

/** What became of the entries of a baseline. */
const toBaseline = (uses: readonly ReportedUse[]): Html => html`<div class="scroll" tabindex="0"><table>
<thead><tr>${['Requirement', 'State', 'Why', 'Reason', 'Owner', 'Until'].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${uses.map(toUse)}</tbody></table></div>
`;

const toUse = ({ requirement, state, why, reason, owner, link, expires }: ReportedUse): Html =>
  html`<tr><th scope="row"><a href="#${toAnchor(requirement)}"><code>${requirement}</code></a></th>
<td><b>${state === 'notJudged' ? 'no verdict' : state}</b></td><td>${said(why, 300)}</td>
<td>${said(reason, 600)}${link === '' ? undefined : html` <span class="quiet">${said(link, 300)}</span>`}</td>
<td>${said(owner, 100)}</td><td>${expires}</td></tr>`;

type Section = readonly [id: string, title: string, body: Content];

/** What stands around a run on a page that is one of many. */
export interface RunFrame {
  readonly title: string;
  /** Before all else. */
  readonly above: Html;
  readonly instead?: Instead;
  /** The first sections. */
  readonly sections: readonly Section[];
  /** The command that judges the target again; by default one made from the report. */
  readonly again?: string;
}

/** A run as one HTML page, with as much of the exchanges as leaves the page quick to open. */
export const toRunPage = (report: RunReport): string => toFramedRunPage(report);

/** The same as one page of many. */
export const toFramedRunPage = (report: RunReport, frame?: RunFrame): string =>
  toPage({
    ...readPageAssets(),
    title: frame?.title ?? `calproof: ${report.url}`,
    body: toBody(report, toDetail(report), frame),
  });

function toBody(report: RunReport, detail: Detail, frame?: RunFrame): Html {
  const { requirements, counts, baseline = [], latencies = [], learned } = report;
  const causes = toCauses(requirements);
  const known = requirements.filter(isKnown);
  const sections: readonly Section[] = [
    ...(frame?.sections ?? []),
    ['failures', 'Failures', causes.length === 0 ? undefined : toFailures(causes, { report, detail })],
    [
      'known',
      'Known deviations',
      known.length === 0 ? undefined : known.map((one) => toFailure(one, { report, detail, open: false })),
    ],
    ['baseline', 'Baseline', baseline.length === 0 ? undefined : toBaseline(baseline)],
    [
      'unknown',
      'No verdict',
      counts.cantTell + counts.untested + counts.inapplicable === 0 ? undefined : toOpenVerdicts(requirements),
    ],
    ['matrix', 'Operations and requirements', requirements.length === 0 ? undefined : toMatrix(requirements)],
    ['requirements', 'All requirements', requirements.length === 0 ? undefined : toRequirementList(requirements)],
    ['profile', 'What was learned of the target', toLearned(learned)],
    ['latencies', 'Latencies', latencies.length === 0 ? undefined : toLatencyTable(latencies)],
    ['run', 'The run', toRunFacts(report, frame?.again)],
  ];
  const shown = sections.filter(([, , body]) => body !== undefined);
  const suites = [...new Set(requirements.map(({ id }) => suiteOf(id)))].sort();
  return html`<a class="skip" href="#${shown[0]?.[0] ?? 'run'}">To the details</a>
${frame?.above}${toBand(report, frame?.instead)}
<main>
${toOverview(report, causes)}
<nav class="contents" aria-label="Contents">${shown.map(([id, title]) => html`<a href="#${id}">${title}</a> `)}</nav>
${toFilters({ outcomes: counts, suites })}
${shown.map(
  ([id, title, body]) => html`<section id="${id}" class="part"><h2>${title}</h2>
${body}</section>
`,
)}</main>
${toKeys()}`;
}

/** The causes under the harm they do; the first one is open. */
const toFailures = (causes: readonly Cause[], view: Omit<FailureView, 'open'>): Content => [
  html`<p>${toFailureCount(causes)}</p>`,
  ...harms.flatMap((harm) => {
    const those = causes.filter((cause) => cause.harm === harm);
    const views = those.map((cause) => toCauseView(cause, { ...view, open: cause === causes[0] }));
    return those.length === 0
      ? []
      : [html`<h3>${harmTitles[harm]} <span class="count">${those.length}</span></h3>`, ...views];
  }),
];
