import { expect, test } from 'vitest';
import { toRunPage } from '../../reports/html/run-page.js';
import { largeReport } from '../reports/sample-reports.js';
import { describeInBrowser } from './chromium.js';

/** Ten times what a machine with nothing else to do may take: a loaded one must not fail for it. */
const MOST = 10;

describeInBrowser('a run of 1,000 requirements and 3,000 exchanges', ({ open }) => {
  test('costs the browser little to open and to filter', async () => {
    const { page } = await open(toRunPage(largeReport()));
    const tools = await page.context().newCDPSession(page);
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.reload({ timeout: 120_000 });
    await page.locator('input[type=search]').fill('rule-17');
    await expect.poll(() => page.locator('output').innerText()).toMatch(/^11 of 1000 shown/);
    const { metrics } = await tools.send('Performance.getMetrics');
    expect(metrics.find(({ name }) => name === 'TaskDuration')?.value).toBeLessThan(MOST);
  });
});
