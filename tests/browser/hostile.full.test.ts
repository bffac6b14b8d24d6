import { expect, test } from 'vitest';
import { toBoardPage } from '../../reports/board/board-page.js';
import { toRunPage } from '../../reports/html/run-page.js';
import { failingReport, hostileReport } from '../reports/sample-reports.js';
import { describeInBrowser } from './chromium.js';

const pages = [
  ['a run', toRunPage(hostileReport())],
  [
    'a board',
    toBoardPage([
      { name: '"><img src=x onerror=alert(1)>', report: hostileReport() },
      { name: 'b', report: failingReport() },
    ]),
  ],
] as const;

describeInBrowser('a target with an attack in every string', ({ open }) => {
  test.each(pages)('runs nothing on the page of %s, asks for nothing and is read as text', async (_, html) => {
    const { page, incidents, requests } = await open(html, '', { viewport: { width: 390, height: 800 } });
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await page.waitForTimeout(300);
    expect(incidents).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(await page.locator('img, base, iframe, object, embed, link, body script ~ *').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on'))`,
      ),
    ).toEqual([]);
    expect(await page.locator('body').innerText()).toContain('<script>alert(1)</script>');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('does not steer the filters', async () => {
    const { page, incidents } = await open(
      pages[0][1],
      '#?outcome=<img src=x onerror=alert(1)>&text=%22%3E&nonsense=%',
    );
    await page.waitForTimeout(200);
    expect(incidents).toEqual([]);
    expect(await page.locator('output').innerText()).toMatch(/^0 of 11 shown/);
  });
});
