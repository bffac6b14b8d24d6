import { toExpiredShields, toShields } from '../formats/badge.js';
import { toHistoryPage } from '../history/history-page.js';
import { toCopyable } from '../html/copyable-command.js';
import { type Content, type Html, html, note, said } from '../html/html-template.js';
import { toFramedRunPage } from '../html/run-page.js';
import { type SiteTarget, toInstead } from './site-target.js';
import { toTrendLine, toTrendWords, trendSizes } from './trend-line.js';

/** The files of a target by their names. */
export type TargetFile = 'index.html' | 'history.html' | 'badge.json';
export const targetFiles: readonly TargetFile[] = ['index.html', 'history.html', 'badge.json'];

/** All that a site has of a target: its run in full, its badge, and the page of its history where one is kept. */
export const toTargetFiles = (target: SiteTarget): Readonly<Partial<Record<TargetFile, string>>> => ({
  'index.html': toTargetPage(target),
  ...(target.history && { 'history.html': toHistoryPage(target.history, toUp('index.html', 'Last run', target.name)) }),
  'badge.json': target.standing.isExpired ? toExpiredShields() : toShields(target.report),
});

/** A way up from a page of a target. */
const toUp = (href: string, words: string, name: string): Html =>
  html`<nav class="up" aria-label="Site"><p><a href="${href}">${words}</a> / <b>${said(name, 80)}</b></p></nav>
`;

function toTargetPage(target: SiteTarget): string {
  const { name, report, again } = target;
  const instead = toInstead(target);
  return toFramedRunPage(report, {
    title: `calproof: ${name}`,
    above: toUp('../../index.html', 'All targets', name),
    sections: [['target', 'This target', toTarget(target)]],
    ...(instead && { instead }),
    ...(again !== undefined && { again }),
  });
}

function toTarget({ name, folder, standing, history }: SiteTarget): Html {
  const { judged, expires, isExpired } = standing;
  const badge = `![${folder}](https://img.shields.io/endpoint?url=https://SITE/targets/${folder}/badge.json)`;
  const rows: readonly (readonly [string, Content])[] = [
    ['Name', said(name, 300)],
    ['Judged', judged],
    ['Expires', isExpired ? `${expires}: expired` : expires],
    ['History', history && html`${toTrendWords(history.runs)}; <a href="history.html">all runs</a>`],
    ['Badge', html`<a href="badge.json">badge.json</a>, for the endpoint badge of shields.io`],
    ['Command', html`<a href="#run">how to judge it again</a>`],
  ];
  const facts = rows.flatMap(([term, value]) =>
    value === undefined ? [] : [html`<div><dt>${term}</dt><dd>${value}</dd></div>`],
  );
  return html`<dl class="facts">${facts}</dl>
${history && toTrend(history.runs)}
${toCopyable('Badge in Markdown, with the address of this site for SITE', badge)}`;
}

function toTrend(runs: Parameters<typeof toTrendLine>[0]): Html | undefined {
  const line = toTrendLine(runs, trendSizes.page);
  return line && html`<figure>${line}<figcaption>${note('Failures in each run; less is lower.')}</figcaption></figure>`;
}
