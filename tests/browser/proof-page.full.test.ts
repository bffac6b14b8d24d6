import { expect, test } from 'vitest';
import { toProofHtml } from '../../zoo/proof/proof-html.js';
import { aProof } from '../zoo/proof/a-proof.js';
import { describeInBrowser } from './chromium.js';

describeInBrowser('the page of a proof', ({ open }) => {
  test('opens from disk, says nothing on the console, asks for nothing, and fits a narrow window', async () => {
    const watched = await open(toProofHtml(aProof()), '', { viewport: { width: 380, height: 800 } });
    expect(await watched.page.locator('table').first().isVisible()).toBe(true);
    expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380);
    expect(watched.incidents).toEqual([]);
    expect(watched.requests).toHaveLength(1);
  });
});
