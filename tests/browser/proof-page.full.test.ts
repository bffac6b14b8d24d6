import { expect, test } from 'vitest';
import { toProofHtml } from '../../zoo/proof/proof-html.js';
import { aProof, missed } from '../zoo/proof/a-proof.js';
import { describeInBrowser } from './chromium.js';

describeInBrowser('the page of a proof', ({ open }) => {
  test('opens from disk, says nothing on the console, asks for nothing, and fits a narrow window', async () => {
    const watched = await open(toProofHtml(aProof()), '', { viewport: { width: 380, height: 800 } });
    expect(await watched.page.locator('table').first().isVisible()).toBe(true);
    expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380);
    expect(watched.incidents).toEqual([]);
    expect(watched.requests).toHaveLength(1);
  });

  test('is searched, filtered and sorted, and a row opens what caught its fault', async () => {
    const { page } = await open(toProofHtml(aProof({ faults: [...aProof().faults, missed] })));
    const rows = page.locator('tbody tr:visible td:first-child code');
    const named = (): Promise<readonly string[]> => rows.allTextContents();
    expect(await named()).toEqual(['tags.list.search-ignored', 'tags.read.late', 'envelope.data']);
    await page.locator('.filters').getByText('missed or blamed 1').click();
    await expect.poll(named).toEqual(['tags.read.late']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('tags.list.combined');
    await expect.poll(named).toEqual(['tags.list.search-ignored']);
    await page.locator('tbody summary:visible').click();
    expect(await page.locator('tbody details[open] pre').innerText()).toContain('tags.list.combined (9)');
    await page.keyboard.press('Escape');
    const first = page.getByRole('button', { name: 'fault', exact: true }).first();
    await first.click();
    await first.click();
    expect((await named()).slice(0, 2)).toEqual(['tags.read.late', 'tags.list.search-ignored']);
    expect(await page.locator('th[aria-sort=descending]').count()).toBe(1);
  });

  test('names the axes of its matrix, and what each square stands for', async () => {
    const { page } = await open(toProofHtml(aProof()));
    expect(await page.locator('svg text').allTextContents()).toEqual(['requirements →', 'faults ↓', 'tags', 'tags']);
    expect(await page.locator('svg title').allTextContents()).toEqual([
      'tags.list.search-ignored: tags.list.combined',
      'tags.list.search-ignored: tags.list.search',
    ]);
  });
});
