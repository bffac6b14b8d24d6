import { expect, test } from 'vitest';
import { toBoardPage } from '../../reports/board/board-page.js';
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
    expect(await page.locator('#different tbody tr').count()).toBe(6);
    expect(await page.locator('#same tbody tr').count()).toBe(1);
    expect(await page.locator('#uncompared tbody tr').count()).toBe(4);
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

  test('keeps the row that a key focused at the moment of a reset', async () => {
    const { page } = await open(html, '#?outcome=cantTell');
    await page.evaluate(`for (const key of ['Escape', 'n']) document.dispatchEvent(new KeyboardEvent('keydown', { key }));
      new Promise((done) => setTimeout(done, 100))`);
    expect(await page.locator('tr:focus').count()).toBe(1);
  });

  test('is sorted by id, by the failures of a run, and back, which hides nothing', async () => {
    const { page } = await open(html);
    const ids = () => page.locator('#different tbody tr').evaluateAll((rows) => rows.map(({ id }) => id));
    const given = await ids();
    const order = page.getByLabel('Order');
    await order.selectOption('id');
    expect(await ids()).toEqual(given.toSorted((one, other) => one.localeCompare(other)));
    await order.selectOption('failures of before first');
    expect((await ids()).at(-1)).toBe('tags.read.late');
    expect(await page.locator('.board tbody tr:visible').count()).toBe(11);
    await order.selectOption('worst first');
    expect(await ids()).toEqual(given);
  });

  test('keeps its order in the address, and fits a narrow window', async () => {
    const { page } = await open(html, '#?sort=id', { viewport: { width: 400, height: 800 } });
    expect(await page.getByLabel('Order').inputValue()).toBe('id');
    expect(await page.locator('#different tbody tr').first().getAttribute('id')).toBe('events.create.minimal');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  });
});
