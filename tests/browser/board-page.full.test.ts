import { expect, test } from 'vitest';
import { toBoardPage } from '../../reports/html/board-page.js';
import { failingReport, reportOf } from '../reports/sample-reports.js';
import { judged, passed } from '../reports/sample-run.js';
import { describeInBrowser } from './chromium.js';

const mended = reportOf(failingReport().requirements.map(({ id, level }) => judged(id, passed, { level })));
const html = toBoardPage([
  { name: 'before', report: failingReport() },
  { name: 'after', report: mended },
]);

describeInBrowser('a board', ({ open }) => {
  test('opens from disk with what differs first, says nothing on the console and asks for nothing', async () => {
    const { page, incidents, requests } = await open(html);
    expect(await page.locator('#different tbody tr').count()).toBe(10);
    expect(await page.locator('#same tbody tr').count()).toBe(1);
    expect(await page.locator('#different tbody tr').first().innerText()).toMatch(/✗ failed[\s\S]*✓ passed/);
    expect(incidents).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('is filtered by any outcome of a row, and walked by keys', async () => {
    const { page } = await open(html, '#?outcome=cantTell');
    await expect.poll(() => page.locator('.board tbody tr:visible').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('o');
    expect(await page.locator('tr:focus details[open]').count()).toBe(1);
  });
});
