import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';

/** Where a browser may be; a place that is named is the only one. */
const named = process.env['CALPROOF_CHROMIUM'] ?? '';
const places = named === '' ? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] : [named];

/** The browser of this machine; undefined where there is none. */
const executable = places.find((path) => existsSync(path));

/** Where a browser must be, its absence is a failure and not a reason to leave tests out. */
const isRequired = process.env['CALPROOF_BROWSER'] === 'required';

/** What a page did while it was looked at. */
export interface Watched {
  readonly page: Page;
  /** Console messages, uncaught errors and dialogs. */
  readonly incidents: readonly string[];
  /** All that was asked for, the page itself first. */
  readonly requests: readonly string[];
}

export interface Watcher {
  /** Opens a page from disk, at a place in it. */
  open(html: string, place?: string, options?: BrowserContextOptions): Promise<Watched>;
}

/** Tests that need a browser; on a machine without one they are left out, and are named as such. */
export function describeInBrowser(name: string, tests: (watcher: Watcher) => void): void {
  if (!executable && !isRequired) {
    console.warn(
      `Left out: ${name}. There is no Chromium at ${places.join(', ')}; CALPROOF_CHROMIUM names another place.`,
    );
    describe.skip(name, () => tests(blind));
    return;
  }
  // A browser on a machine that does much else is slow to answer.
  describe(name, { timeout: 300_000 }, () => {
    let browser: Browser;
    const folder = mkdtempSync(join(tmpdir(), 'calproof-browser-'));
    beforeAll(async () => {
      if (!executable)
        throw new Error(`CALPROOF_BROWSER is required, and there is no Chromium at ${places.join(', ')}`);
      const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];
      browser = await chromium.launch({ executablePath: executable, args, timeout: 120_000 });
    }, 150_000);
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests({
      open: (html, place = '', options = {}) => open(browser, join(folder, 'page.html'), { html, place, options }),
    });
  });
}

const blind: Watcher = {
  open: () => Promise.reject(new Error('there is no browser')),
};

interface Opening {
  readonly html: string;
  readonly place: string;
  readonly options: BrowserContextOptions;
}

async function open(browser: Browser, file: string, { html, place, options }: Opening): Promise<Watched> {
  writeFileSync(file, html);
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const incidents: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => incidents.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', ({ message }) => incidents.push(`error: ${message}`));
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${pathToFileURL(file).href}${place}`, { timeout: 120_000 });
  return { page, incidents, requests };
}
