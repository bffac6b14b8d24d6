import { source } from 'axe-core';
import { expect, test } from 'vitest';
import { toBoardPage } from '../../reports/board/board-page.js';
import { toSitePage } from '../../reports/board/site-page.js';
import { toTargetFiles } from '../../reports/board/target-page.js';
import { toHistoryText } from '../../reports/history/history-entry.js';
import { toHistoryPage } from '../../reports/history/history-page.js';
import { toHistory } from '../../reports/history/history.js';
import { toRunPage } from '../../reports/html/run-page.js';
import { toComparisonHtml } from '../../migration/reports/comparison-html.js';
import { toProofHtml } from '../../zoo/proof/proof-html.js';
import { comparisonOf, lost } from '../migration/compare/a-comparison.js';
import { daysAgo, expiry, rowsOf, siteTarget } from '../reports/board/sample-site.js';
import { failingReport } from '../reports/sample-reports.js';
import { aProof, missed } from '../zoo/proof/a-proof.js';
import { describeInBrowser, type Watched } from './chromium.js';

const report = failingReport();
const site = siteTarget('calendar', daysAgo(report, 1), [daysAgo(report, 3), daysAgo(report, 2)]);

const pages = {
  'the page of a run': toRunPage(report),
  'a board': toBoardPage([
    { name: 'before', report },
    { name: 'after', report },
  ]),
  'the index of a site': toSitePage(rowsOf([site, siteTarget('old', daysAgo(report, 99))]), expiry),
  'the page of a target': toTargetFiles(site)['index.html'] ?? '',
  'the page of a comparison': toComparisonHtml(comparisonOf([lost('1234'), lost('')])),
  'the page of a history': toHistoryPage(toHistory([JSON.parse(toHistoryText(report))])),
  'the page of a proof': toProofHtml(aProof({ faults: [...aProof().faults, missed] })),
};

/** What axe-core finds, a line for each rule and element. */
const findingsOf = ({ page }: Watched): Promise<unknown> =>
  page.evaluate(`(async () => {
    ${source}
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)));
  })()`);

describeInBrowser('axe-core finds nothing', ({ open }) => {
  test.each(
    Object.entries(pages).flatMap(([name, html]) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ name, html, colorScheme })),
    ),
  )('on $name, $colorScheme', async ({ html, colorScheme }) => {
    expect(await findingsOf(await open(html, '', { colorScheme, bypassCSP: true }))).toEqual([]);
  });

  test.each(Object.entries(pages))('on %s at 400 px, which it fits', async (_, html) => {
    const watched = await open(html, '', { viewport: { width: 400, height: 800 }, bypassCSP: true });
    expect(await findingsOf(watched)).toEqual([]);
    expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  });

  test.each(Object.entries(pages))('on %s, and on paper it is black on white', async (_, html) => {
    const { page } = await open(html, '', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(
      /^rgba?\((255, 255, 255|0, 0, 0, 0)/,
    );
  });
});
