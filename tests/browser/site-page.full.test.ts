import { expect, test } from 'vitest';
import { toSitePage } from '../../reports/board/site-page.js';
import { toTargetFiles } from '../../reports/board/target-page.js';
import { daysAgo, expiry, rowsOf, siteTarget } from '../reports/board/sample-site.js';
import { failingReport, hostileReport, reportOf } from '../reports/sample-reports.js';
import { judged, passed } from '../reports/sample-run.js';
import { describeInBrowser } from './chromium.js';

const right = reportOf([judged('a.x', passed)]);
const targets = Array.from({ length: 200 }, (_, at) => {
  const report = daysAgo(at % 4 === 1 ? failingReport() : right, at % 40);
  return siteTarget(`target-${String(at).padStart(3, '0')}`, report, [daysAgo(right, 41)]);
});
const hostile = siteTarget('"><img src=x onerror=alert(1)>', daysAgo(hostileReport(), 0), [daysAgo(right, 1)]);
const index = toSitePage(rowsOf([...targets, hostile]), expiry);
const pages = { 'the index': index, 'the page of a target': toTargetFiles(hostile)['index.html'] ?? '' };

describeInBrowser('a site', ({ open }) => {
  test.each(Object.entries(pages))(
    '%s opens from disk, asks for nothing and runs nothing of a target',
    async (_, html) => {
      const { page, incidents, requests } = await open(html);
      await page.waitForTimeout(300);
      expect(incidents).toEqual([]);
      expect(requests).toHaveLength(1);
      expect(await page.locator('img, base, iframe, link').count()).toBe(0);
    },
  );

  test('the index is searched, filtered and sorted', async () => {
    const { page } = await open(index);
    const visible = page.locator('.board tbody tr:visible');
    expect(await visible.count()).toBe(201);
    await page.getByRole('searchbox').fill('target-01');
    await expect.poll(() => visible.count()).toBe(10);
    await page.getByText('deviates').first().click();
    await expect.poll(() => visible.count()).toBe(2);
    await page.keyboard.press('Escape');
    const first = () => visible.first().getAttribute('id');
    await page.getByLabel('Order').selectOption('by name');
    await expect.poll(first).toBe('-img-src-x-onerror-alert-1-.');
    await page.getByLabel('Order').selectOption('judged longest ago first');
    await expect.poll(first).toBe('target-039.');
  });

  test('the index is read without its script', async () => {
    const { page } = await open(index, '', { javaScriptEnabled: false });
    expect(await page.locator('.board tbody tr:visible').count()).toBe(201);
    expect(await page.getByText('A result expires 30 days after its run').count()).toBe(1);
    expect(await page.getByRole('searchbox').count()).toBe(0);
  });
});
