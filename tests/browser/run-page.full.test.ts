import { expect, test } from 'vitest';
import { toScript } from '../../reports/script/failure-script.js';
import { isFailed } from '../../reports/standing.js';
import { toRunPage } from '../../reports/html/run-page.js';
import { failingReport } from '../reports/sample-reports.js';
import { describeInBrowser, type Watched } from './chromium.js';

const report = failingReport();
const html = toRunPage(report);
const scripts = report.requirements.filter(isFailed).map((failed) => [failed.id, toScript(failed, report)] as const);

/** The ids of the requirements in the list that can be seen. */
const listed = ({ page }: Watched): Promise<readonly string[]> =>
  page.locator('#requirements .requirement:visible > summary > code').allTextContents();

/** The id of the failure that has the focus. */
const focused = ({ page }: Watched): Promise<unknown> => page.evaluate('document.activeElement.id');

describeInBrowser('the page of a run', ({ open }) => {
  test('opens from disk, says nothing on the console and asks for nothing', async () => {
    const { page, incidents, requests } = await open(html);
    expect(page.url()).toMatch(/^file:/);
    expect(await page.locator('h1').innerText()).toContain('Deviates');
    await page.waitForTimeout(200);
    expect(incidents).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('lets nothing be run or loaded that it did not come with', async () => {
    const { page, requests } = await open(html);
    const refused: string[] = [];
    page.on('requestfailed', (request) => refused.push(`${request.url()}: ${request.failure()?.errorText}`));
    await page.evaluate(`(() => {
      const script = document.createElement('script');
      try { script.append('window.taken = true'); document.body.append(script); } catch {}
      try { document.body.setAttribute('onclick', 'window.taken = true'); document.body.click(); } catch {}
      try { document.body.innerHTML += '<img src="https://example.org/x.png" onerror="window.taken = true">'; } catch {}
      const image = new Image();
      image.src = 'https://example.org/y.png';
      document.body.append(image);
    })()`);
    await expect.poll(() => refused).toEqual(['https://example.org/y.png: csp']);
    expect(await page.evaluate('window.taken === undefined')).toBe(true);
    expect(requests).toHaveLength(1 + refused.length);
  });

  test.each([
    [
      'outcome',
      (page: Watched['page']) => page.locator('.filters').getByText('inconclusive 2').click(),
      ['events.read.slug', 'events.list.order'],
    ],
    ['level', (page: Watched['page']) => page.locator('.filters').getByText('SHOULD').click(), ['tags.list.order']],
    [
      'suite',
      (page: Watched['page']) => page.locator('select').selectOption('venues'),
      ['venues.fields.zip', 'venues.list.search'],
    ],
    ['text', (page: Watched['page']) => page.locator('input[type=search]').fill('answered 401'), ['events.list.order']],
  ] as const)('is filtered by %s, and keeps the filter in its address', async (_, act, ids) => {
    const watched = await open(html);
    await act(watched.page);
    await expect.poll(() => listed(watched)).toEqual(ids.toSorted(byList));
    expect(await watched.page.locator('output').innerText()).toBe(`${ids.length} of 11 shown`);
    const address = new URL(watched.page.url()).hash;
    expect(await listed(await open(html, address))).toEqual(ids.toSorted(byList));
    await watched.page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => listed(watched)).toHaveLength(11);
  });

  test('a filter finds what is folded under a cause', async () => {
    const { page } = await open(html, '#?text=events.update.slug');
    const visible = await page.locator('.failure:visible').all();
    expect(await Promise.all(visible.map((one) => one.getAttribute('id')))).toEqual(['events.update.slug']);
  });

  test('a cell of the matrix points to its requirements', async () => {
    const watched = await open(html);
    await watched.page.locator('a.cell[href*="venues.fields.zip"]').click();
    await expect.poll(() => listed(watched)).toEqual(['venues.fields.zip']);
  });

  test('a link to a requirement opens what it is folded in', async () => {
    const watched = await open(html, '#tags.list.search');
    expect(await watched.page.locator('[id="tags.list.search"] .evidence pre').first().isVisible()).toBe(true);
    expect(await focused(watched)).toBe('tags.list.search');
  });

  test('a link to what is filtered away brings it back', async () => {
    const watched = await open(html, '#?outcome=passed');
    await watched.page.evaluate("location.hash = '#venues.fields.zip'");
    await expect.poll(() => focused(watched)).toBe('venues.fields.zip');
  });

  test('is used by the keyboard alone', async () => {
    const watched = await open(html);
    const { keyboard } = watched.page;
    await keyboard.press('n');
    const first = await focused(watched);
    await keyboard.press('n');
    const second = await focused(watched);
    expect(new Set([first, second]).size).toBe(2);
    await keyboard.press('p');
    expect(await focused(watched)).toBe(first);
    const evidence = watched.page.locator(`[id="${String(first)}"] > .evidence`);
    const before = await evidence.getAttribute('open');
    await keyboard.press('o');
    expect(await evidence.getAttribute('open')).not.toBe(before);
    await keyboard.press('/');
    await keyboard.type('n tags');
    expect(await watched.page.locator('input[type=search]').inputValue()).toBe('n tags');
    await keyboard.press('Escape');
    expect(await watched.page.locator('input[type=search]').inputValue()).toBe('');
  });

  test('a search moves to what it finds, and Enter to the first of it', async () => {
    const { page } = await open(html, '', { viewport: { width: 1000, height: 500 } });
    await page.keyboard.press('/');
    await page.keyboard.type('venues.list.search');
    const hit = page.locator('[id="venues.list.search"]');
    await expect.poll(() => hit.boundingBox().then((box) => box !== null && box.y > 0 && box.y < 500)).toBe(true);
    expect(await page.evaluate('document.activeElement.name')).toBe('text');
    await page.keyboard.press('Enter');
    expect(await page.evaluate("document.activeElement.closest('[data-outcome]').id")).toBe('venues.list.search');
  });

  test('a question mark lists the keys, and Escape puts them away', async () => {
    const { page } = await open(html, '', { viewport: { width: 1000, height: 500 } });
    const keys = page.getByLabel('Keys');
    const sideOf = (side: 'top' | 'bottom'): Promise<number> =>
      keys.boundingBox().then((box) => (box ? box.y + (side === 'top' ? 0 : box.height) : Number.NaN));
    expect(await sideOf('top')).toBeGreaterThan(500);
    await page.keyboard.press('?');
    expect(await keys.innerText()).toContain('next failure');
    expect(await sideOf('bottom')).toBe(500);
    await page.keyboard.press('Escape');
    expect(await sideOf('top')).toBeGreaterThan(500);
  });

  test('a cell of the matrix shows how many of its applicable requirements passed', async () => {
    const { page } = await open(html);
    const ratios = await page.locator('a.cell text').allTextContents();
    expect(ratios.filter((text) => !/^[✗≈?○✓] \d+\/\d+$|^–$/.test(text))).toEqual([]);
    expect(await page.locator('a.cell.failed text').first().textContent()).toMatch(/^✗ 0\/\d+$/);
  });

  test('copies a command', async () => {
    const { page } = await open(html, '#venues.fields.zip');
    await page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })`,
    );
    const copies = page.locator('[id="venues.fields.zip"] .copy');
    await copies.first().click();
    await expect.poll(() => page.evaluate('window.copied')).toBe('calproof replay REPORT.json venues.fields.zip');
    await copies.last().click();
    await expect.poll(() => page.evaluate('window.copied')).toBe(new Map(scripts).get('venues.fields.zip'));
  });

  test('is read without its script', async () => {
    const { page } = await open(html, '', { javaScriptEnabled: false });
    const text = await page.locator('body').innerText();
    for (const part of ['Deviates', 'What failed', 'zip "01234"', 'venues.fields.zip']) expect(text).toContain(part);
    expect(await page.locator('#filters, .copy, .keys').filter({ visible: true }).count()).toBe(0);
    // The first failure is open from the start, the second is not.
    expect(await page.locator('[id="venues.fields.zip"] del').first().isVisible()).toBe(true);
    const second = page.locator('[id="events.create.minimal"] > .evidence');
    expect(await second.locator('pre').first().isVisible()).toBe(false);
    await second.locator('> summary').click();
    expect(await second.locator('pre').first().isVisible()).toBe(true);
  });

  test('on paper shows what failures are shown with, and nothing to press', async () => {
    const { page } = await open(html);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('.filters, .copy, .contents').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('#failures .group > .failure > .evidence > div pre').first().isVisible()).toBe(true);
    const folded = page.locator('.group > .failure > .evidence:not([open])');
    expect(await folded.count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await folded.count()).toBeGreaterThan(0);
  });

  test('fits a narrow window', async () => {
    const { page } = await open(html, '', { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});

const order = failingReport().requirements.map(({ id }) => id.split('.')[0] ?? '');

/** The order of the list: suite by suite as they come in the report, and in it as in the report. */
const byList = (one: string, other: string): number => {
  const suite = (id: string): number => order.indexOf(id.split('.')[0] ?? '');
  return suite(one) - suite(other);
};
