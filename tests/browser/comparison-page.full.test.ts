import { expect, test } from 'vitest';
import { COMPARISON, type Comparison } from '../../migration/findings/comparison-result.js';
import type { Finding } from '../../migration/findings/finding.js';
import { toComparisonHtml } from '../../migration/reports/comparison-html.js';
import { problemsOf } from '../reports/html/validate-html.js';
import { attacks } from '../reports/sample-reports.js';
import { describeInBrowser } from './chromium.js';

const lost = (value: string): Finding => ({
  cause: 'value',
  class: 'breaking',
  says: 'Values are others',
  field: 'zip',
  count: 2,
  counts: { 'venues.zip': 2 },
  examples: [{ collection: 'venues', before: { id: '1', value: '01234' }, after: { id: '1', value }, name: value }],
  curl: `curl -i http://127.0.0.1:8080/vendor/events/v1/venues/1`,
});

const comparisonOf = (findings: readonly Finding[]): Comparison => ({
  format: COMPARISON,
  version: '0.1.0',
  a: { name: 'before.ndjson.gz', url: 'http://127.0.0.1:8080', taken: '2026-11-21T09:00:00.000Z' },
  b: { name: 'http://127.0.0.1:8081', url: 'http://127.0.0.1:8081', taken: '2026-11-22T09:00:00.000Z' },
  findings,
  matched: { venues: { id: 3, vanished: 1 } },
  notes: ['records that appear in no list are not included'],
  failOn: ['breaking'],
});

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
