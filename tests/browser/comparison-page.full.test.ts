import { expect, test } from 'vitest';
import { toComparisonHtml } from '../../migration/reports/comparison-html.js';
import { comparisonOf, lost } from '../migration/compare/a-comparison.js';
import { problemsOf } from '../reports/html/validate-html.js';
import { attacks } from '../reports/sample-reports.js';
import { describeInBrowser } from './chromium.js';

const page = toComparisonHtml(comparisonOf([lost('1234'), ...attacks.map(lost)]));

test.each([
  ['what differs', page],
  ['nothing', toComparisonHtml(comparisonOf([]))],
])('the page of %s is valid', async (_, html) => {
  expect(await problemsOf(html)).toEqual([]);
});

describeInBrowser('the page of a comparison', ({ open }) => {
  test('opens from disk, says nothing on the console, asks for nothing and runs nothing of a target', async () => {
    const watched = await open(page);
    expect(await watched.page.locator('h1').innerText()).toContain('They differ');
    expect(await watched.page.locator('.finding').count()).toBe(1 + attacks.length);
    await watched.page.keyboard.press('/');
    expect(watched.incidents).toEqual([]);
    expect(watched.requests).toHaveLength(1);
  });

  test('has what asks for a record to copy, and fits a narrow window', async () => {
    const { page: narrow } = await open(page, '', { viewport: { width: 380, height: 800 } });
    expect(await narrow.locator('.copy').first().isVisible()).toBe(true);
    expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380);
  });
});
