import { toJsonText } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { toCountWords } from '../history/history-words.js';
import { readPageAssets, toPage } from '../html/html-page.js';
import { type Html, html, said } from '../html/html-template.js';
import { toFilters, toKeys } from '../html/page-filters.js';
import { type OutcomeId, outcomeIds, toBar } from '../html/verdict-band.js';
import type { RunReport } from '../run-report-schema.js';
import type { Expiry, SiteTarget } from './site-target.js';
import { toTrendLine, trendSizes } from './trend-line.js';

/** A target in a row of the index, without its verdicts. */
export interface SiteRow extends Pick<SiteTarget, 'name' | 'folder' | 'standing'> {
  readonly result: Pick<RunReport, 'url' | 'namespace' | 'exitCode' | 'conclusion' | 'counts' | 'targetVersion'>;
  readonly trend: Html | undefined;
}

/** What the index keeps of a target; its verdicts are on its own page. */
export function toSiteRow({ name, folder, standing, report, history }: SiteTarget): SiteRow {
  const { url, namespace, exitCode, conclusion, counts, targetVersion } = report;
  const result = {
    url,
    namespace,
    exitCode,
    conclusion,
    counts,
    ...(targetVersion !== undefined && { targetVersion }),
  };
  return { name, folder, standing, result, trend: history && toTrendLine(history.runs, trendSizes.row) };
}

/** What an outcome means of a target, and of several. */
const words: Readonly<Record<OutcomeId, string>> = {
  failed: 'deviates',
  known: 'known',
  cantTell: 'could not be judged',
  untested: 'interrupted',
  passed: 'conforms',
  inapplicable: 'expired',
};

const severalWords: Readonly<Partial<Record<OutcomeId, string>>> = { failed: 'deviate', passed: 'conform' };

/** The index of a site as one page: a row for each target, the worst first. */
export function toSitePage(rows: readonly SiteRow[], expiry: Expiry): string {
  const sorted = rows.toSorted(compareRows);
  const outcomes = countRows(sorted);
  const orders = [
    ['id', 'by name'],
    ['date', 'judged longest ago first'],
  ] as const;
  return toPage({
    ...readPageAssets(),
    title: `calproof: ${plural(rows.length, 'target')}`,
    body: html`<a class="skip" href="#targets">To the targets</a>
${toBand(outcomes, rows.length, expiry)}
<main>
${toFilters({ outcomes, words, levels: [], orders })}
<section id="targets" class="part"><h2>Targets <span class="count">${toCount(rows.length)}</span></h2>
<div class="scroll" tabindex="0"><table class="board targets">
<thead><tr>${['Target', 'Verdict', 'Requirements', 'Failures over time', 'Judged'].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>
${sorted.map(toRow)}</tbody></table></div></section>
</main>
${toKeys()}`,
  });
}

const outcomeOf = ({ standing }: SiteRow): OutcomeId => standing.headline.outcome;

/** The worst first, of those the one with most failures; otherwise by name. */
function compareRows(one: SiteRow, other: SiteRow): number {
  const worse = outcomeIds.indexOf(outcomeOf(one)) - outcomeIds.indexOf(outcomeOf(other));
  const more = other.result.counts.failed - one.result.counts.failed;
  return worse || more || (one.folder < other.folder ? -1 : 1);
}

type Counts = RunReport['counts'];

function countRows(rows: readonly SiteRow[]): Counts {
  const counts = { passed: 0, failed: 0, known: 0, cantTell: 0, inapplicable: 0, untested: 0 };
  for (const row of rows) counts[outcomeOf(row)] += 1;
  return counts;
}

/** How many targets there are of each verdict: `3 targets: 1 deviates, 2 conform`. */
export const toSiteSentence = (rows: readonly SiteRow[]): string =>
  `${plural(rows.length, 'target')}: ${toCountedWords(countRows(rows))}`;

const toCountedWords = (counts: Counts): string =>
  outcomeIds
    .filter((one) => counts[one] > 0)
    .map((one) => `${toCount(counts[one])} ${counts[one] === 1 ? words[one] : (severalWords[one] ?? words[one])}`)
    .join(', ');

function toBand(counts: Counts, all: number, { now, after }: Expiry): Html {
  const days = plural(Math.round(after / 86_400_000), 'day');
  return html`<header class="band known">
<p class="kicker">Conformance on ${new Date(now).toISOString().slice(0, 10)}</p>
<h1>${plural(all, 'target')}</h1>
<p class="conclusion">${toCountedWords(counts)}</p>
<p class="target">A result expires ${days} after its run: it is shown as expired, and counts for nothing.</p>
${toBar(counts)}
</header>
`;
}

function toRow(row: SiteRow): Html {
  const { name, folder, standing, result, trend } = row;
  const { headline, judged, expires, isExpired } = standing;
  const outcome = outcomeOf(row);
  const style = outcome === 'failed' ? 'has-failure' : 'no-failure';
  const page = `targets/${folder}/index.html`;
  const version = result.targetVersion === undefined ? undefined : html`, version ${said(result.targetVersion, 60)}`;
  return html`<tr id="${folder}." tabindex="-1" class="${style}" data-outcome="${outcome}" data-date="${judged}">
<th scope="row"><a href="${page}"><code>${said(name, 80)}</code></a><p class="quiet">${said(`${result.url}/${result.namespace}`, 120)}${version}</p></th>
<td class="${outcome}"><span><span class="mark ${outcome}" aria-hidden="true">${headline.sign}</span> <b>${headline.words}</b></span><p class="quiet">${said(result.conclusion, 160)}</p></td>
<td>${isExpired ? undefined : toResult(result.counts)}</td>
<td>${trend}</td>
<td>${judged}<p class="quiet">${isExpired ? 'expired' : 'expires'} ${expires}</p></td></tr>
`;
}

const toResult = (counts: Counts): Html | undefined =>
  Object.values(counts).some((count) => count > 0)
    ? html`${toBar(counts)}<p class="quiet">${toCountWords({ counts })}</p>`
    : undefined;

/** The name and version of the format of the index for programs. */
export const SITE = 'calproof.site/1';

/** The index for programs: what each target came to, and where its pages are. */
export const toSiteJson = (rows: readonly SiteRow[]): string =>
  toJsonText({
    format: SITE,
    targets: rows
      .toSorted((one, other) => (one.folder < other.folder ? -1 : 1))
      .map(({ name, folder, standing: { headline, judged, expires }, result }) => ({
        name,
        folder,
        verdict: headline.words.toLowerCase(),
        judged,
        expires,
        ...result,
      })),
  });
