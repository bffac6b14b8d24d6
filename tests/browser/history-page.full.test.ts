import { expect, test } from 'vitest';
import { toHistoryText } from '../../reports/history/history-entry.js';
import { toHistoryPage } from '../../reports/history/history-page.js';
import { toHistory } from '../../reports/history/history.js';
import { failingReport, hostileReport } from '../reports/sample-reports.js';
import { describeInBrowser } from './chromium.js';

const html = toHistoryPage(
  toHistory([failingReport(), hostileReport()].map((report) => JSON.parse(toHistoryText(report)))),
);

describeInBrowser('the page of a history', ({ open }) => {
  test('opens from disk, says nothing on the console, asks for nothing and runs nothing of a target', async () => {
    const { page, incidents, requests } = await open(html);
    expect(await page.locator('#runs tbody tr').count()).toBe(2);
    expect(incidents).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('is walked by keys, and fits a narrow window', async () => {
    const { page } = await open(html, '', { viewport: { width: 400, height: 800 } });
    await page.keyboard.press('n');
    expect(await page.locator('tr.has-failure:focus').count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  });
});
